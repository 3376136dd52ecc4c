import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../context.ts';
import { createRateLimit } from '../../rate-limit/rate-limit.ts';
import type { Caller } from '../caller.ts';

/** The limit of one person, with their API keys, in all processes together. Packing prints one slip a box. */
export const COSTLY_CALLS = 200;
export const COSTLY_WINDOW_MS = 10 * MINUTE_MS;

/** Counts a call that makes a file. @throws AppError `rate_limited` */
export type CountCostly = (caller: Caller) => Promise<void>;

/** Limits exports, ZIPs and PDFs by person. */
export function limitCostlyCalls({ db, clock }: Pick<Context, 'db' | 'clock'>): CountCostly {
  const count = createRateLimit({ db, clock, name: 'costly-calls', limit: COSTLY_CALLS, windowMs: COSTLY_WINDOW_MS });
  return ({ userId }) => count(String(userId));
}

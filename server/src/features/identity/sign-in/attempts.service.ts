import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { countAttempt } from './sign-in-failure.repository.ts';
import { isOverLimit } from './sign-in-limit.rules.ts';

/** Counts an attempt before it is checked. @throws AppError `rate_limited` with `too_many_attempts` */
export async function refuseTooManyAttempts({ db, clock }: { db: Database; clock: Clock }, keys: readonly string[], what: string): Promise<void> {
  if (keys.length === 0) return;
  const now = clock.now();
  const counts = await countAttempt(db, keys, now);
  const over = counts.filter(({ key, attempts }) => isOverLimit(key, attempts));
  if (over.length === 0) return;
  const endsAt = Math.max(...over.map(({ windowEndsAt }) => windowEndsAt.getTime()));
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const wait = minutes > 120 ? `${Math.ceil(minutes / 60)} hours` : `${minutes} min`;
  throw new AppError('rate_limited', `Too many ${what}. Try again in ${wait}.`, {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  });
}

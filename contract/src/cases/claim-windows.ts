import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { type CLAIM_TYPES, claimType } from './cases.ts';

/** What stands for every marketplace that has no windows of its own. */
export const DEFAULT_MARKETPLACE = 'DEFAULT';

export const claimWindow = z.object({
  marketplace_id: z.string(),
  claim_type: claimType,
  /** Days after the clock's start from which a claim is taken. */
  opens_after_days: z.number(),
  closes_after_days: z.number(),
});
export type ClaimWindow = z.infer<typeof claimWindow>;

/** What starts the clock of each kind of claim. */
export const CLOCK_STARTS: Readonly<Record<keyof typeof CLAIM_TYPES, string>> = {
  REMOVAL_LOST: 'the day the removal was shipped',
  REMOVAL_OTHER: 'the day the box was delivered',
  FC_OPERATIONS: 'the day of the loss or damage',
  CUSTOMER_RETURN: 'the day the customer was refunded',
};

export const listClaimWindows = endpoint({
  method: 'GET',
  path: '/api/claim-windows',
  summary: 'How long claims may be made, by marketplace and kind of claim',
  response: z.array(claimWindow),
});

const days = z.number().int();

export const saveClaimWindow = endpoint({
  method: 'PUT',
  path: '/api/claim-windows',
  summary: 'Set how long a kind of claim may be made with a marketplace; the deadlines of its open cases follow',
  body: z
    .object({
      marketplace_id: z
        .string()
        .trim()
        .regex(/^[A-Z0-9]{3,20}$/, 'must be a marketplace id'),
      claim_type: claimType,
      opens_after_days: days.min(0).max(730),
      closes_after_days: days.min(1).max(730),
    })
    .refine(({ opens_after_days, closes_after_days }) => opens_after_days < closes_after_days, {
      error: 'must be after the first day',
      path: ['closes_after_days'],
    }),
  response: z.object({ changedCases: z.number() }),
});

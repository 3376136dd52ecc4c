import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { type CLAIM_TYPES, claimType } from './cases.ts';

/** The windows of marketplaces without windows of their own. */
export const DEFAULT_MARKETPLACE = 'DEFAULT';

const claimWindow = z.object({
  marketplace_id: z.string(),
  claim_type: claimType,
  /** The first and last day of the window, counted from the clock's start. */
  opens_after_days: z.number(),
  closes_after_days: z.number(),
});
export type ClaimWindow = z.infer<typeof claimWindow>;

/** The event that starts the clock of each kind of claim. */
export const CLOCK_STARTS: Readonly<Record<keyof typeof CLAIM_TYPES, string>> = {
  REMOVAL_LOST: 'the day the removal was shipped',
  REMOVAL_OTHER: 'the day the box was delivered',
  FC_OPERATIONS: 'the day of the loss or damage',
  CUSTOMER_RETURN: 'the day the customer was refunded',
};

export const listClaimWindows = endpoint('GET /api/claim-windows', {
  summary: 'The claim windows by marketplace and kind of claim',
  response: z.array(claimWindow),
});

const days = z.number().int();

export const saveClaimWindow = endpoint('PUT /api/claim-windows', {
  summary: 'Set the window of a kind of claim. The deadlines of its open cases follow',
  body: z
    .object({
      marketplace_id: z
        .string()
        .trim()
        .regex(/^[A-Z0-9]{3,20}$/, 'must be a marketplace id'),
      claim_type: claimType,
      opens_after_days: days.min(0).max(730),
      closes_after_days: days.min(1).max(730),
      /** The days that the person saw when they began to edit; null for a window that must be new. */
      seen: claimWindow.pick({ opens_after_days: true, closes_after_days: true }).nullish(),
    })
    .refine(({ opens_after_days, closes_after_days }) => opens_after_days < closes_after_days, {
      error: 'must be after the first day',
      path: ['closes_after_days'],
    }),
  response: z.object({ changedCases: z.number() }),
  reasons: ['changed_meanwhile'],
});

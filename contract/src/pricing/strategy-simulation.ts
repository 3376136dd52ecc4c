import * as z from 'zod';
import { endpoint, type OutputOf } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { listingParams, triedStrategy } from './price-strategies.ts';

export const simulateStrategy = endpoint('POST /api/pricing/strategies/listings/:listingId/simulate', {
  summary: 'What a strategy would have done over the recorded offers; stores and sends nothing. Needs the permission to see costs, because it shows the floor',
  params: listingParams,
  body: z.object({
    strategy: triedStrategy,
    start_date: day,
    end_date: day,
  }),
  response: z.object({
    /** The first recorded offers of the listing; null when none are recorded. */
    recorded_since: z.string().nullable(),
    points: z.array(
      z.object({
        at: z.string(),
        /** Money as numbers, for the chart; null where it is unknown. */
        competitor: z.number().nullable(),
        actual: z.number().nullable(),
        simulated: z.number().nullable(),
        bound_by: z.string().nullable(),
        held_reason: z.string().nullable(),
      }),
    ),
    figures: z.object({
      samples: z.number(),
      changes: z.number(),
      held: z.number(),
      lowest: z.number().nullable(),
      highest: z.number().nullable(),
      /** Averages over time. */
      average: z.number().nullable(),
      average_actual: z.number().nullable(),
      /** Shares of the time, 0 to 1. */
      lowest_share: z.number().nullable(),
      bound_share: z.number().nullable(),
    }),
    /** What the simulation can't know. */
    notes: z.array(z.string()),
  }),
});
export type StrategySimulation = OutputOf<typeof simulateStrategy>;

import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';

const VITAL_NAMES = ['CLS', 'FCP', 'INP', 'LCP', 'TTFB'] as const;

export const reportVitals = endpoint('POST /api/vitals', {
  summary: 'Report Web Vitals; the server stores daily sums per screen',
  body: z.object({
    /** The route pattern of the screen, without ids. */
    screen: z.string().max(64),
    metrics: z
      .array(
        z.object({
          name: z.enum(VITAL_NAMES),
          /** In milliseconds, except for CLS, which has no unit. */
          value: z.number().min(0).max(3_600_000),
          rating: z.enum(['good', 'needs-improvement', 'poor']),
        }),
      )
      .min(1)
      .max(10),
  }),
  response: success,
});

export const listVitals = endpoint('GET /api/vitals', {
  summary: 'Page performance per screen and metric over the last 28 days',
  response: z.array(
    z.object({
      screen: z.string(),
      metric: z.enum(VITAL_NAMES),
      samples: z.number(),
      good: z.number(),
      poor: z.number(),
      mean: z.number(),
    }),
  ),
});

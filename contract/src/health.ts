import * as z from 'zod';
import { endpoint } from './endpoint.ts';

const healthy = z.object({ status: z.literal('ok'), version: z.string() });

export const live = endpoint('GET /api/health/live', {
  summary: 'Answers 200 while the process runs',
  response: healthy,
});

export const ready = endpoint('GET /api/health/ready', {
  summary: 'Answers 200 when the database is reachable, otherwise 503',
  response: healthy,
});

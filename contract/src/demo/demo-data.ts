import * as z from 'zod';
import { endpoint, fileBytes, success } from '../endpoint.ts';

/** What a person types to confirm the removal. */
export const REMOVAL_WORD = 'REMOVE';

export const getDemoData = endpoint('GET /api/demo', {
  summary: 'Whether this installation holds demo data',
  response: z.object({ isPresent: z.boolean() }),
});

export const removeDemoData = endpoint('POST /api/demo/remove', {
  summary: 'Remove the demo data and everything that was made in it; accounts, settings and locations stay',
  body: z.object({ confirmation: z.literal(REMOVAL_WORD, `Type ${REMOVAL_WORD}`) }),
  response: success,
  timeoutMs: 120_000,
  reasons: ['no_demo_data', 'demo_person', 'busy'],
});

const name = z.string().regex(/^[a-z-]{1,60}$/);

export const demoPicture = endpoint('GET /api/demo/pictures/:kind/:color', {
  summary: "The drawn picture of the demo's products of a kind and a color",
  params: z.object({ kind: name, color: name }),
  response: fileBytes,
  format: 'file',
});

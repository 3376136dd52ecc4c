import * as z from 'zod';

const ids = z
  .string()
  .max(8000)
  .regex(/^\d{1,15}(,\d{1,15})*$/, 'must be comma-separated ids')
  .transform((text) => text.split(',').map(Number))
  .optional();

/** In the query of a list's export, besides its filters: only these records, or all but these. */
export const targetIds = { ids, except: ids };

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { timeZoneName } from '../formats/time-zones/time-zone.ts';

export const COMPANY_NAME_MAX_LENGTH = 100;

export const company = z.object({
  name: z.string(),
  /** `America/New_York`: the time zone of people who have not chosen one. */
  timeZone: z.string(),
  version: z.number(),
});
export type Company = z.infer<typeof company>;

export const getCompany = endpoint('GET /api/company', {
  summary: 'The company that uses this installation; null until an administrator enters it',
  response: z.object({ company: company.nullable() }),
});

export const saveCompany = endpoint('PUT /api/company', {
  summary: 'Enter or change the company. `version` is that of the company that was edited, 0 for none',
  body: z.object({
    name: z.string().trim().min(1, 'Enter the name of the company').max(COMPANY_NAME_MAX_LENGTH),
    timeZone: timeZoneName,
    version: z.int().min(0).max(INTEGER_MAX),
  }),
  response: z.object({ company }),
  reasons: ['changed_meanwhile'],
});

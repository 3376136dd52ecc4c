import * as z from 'zod';
import { endpoint } from './endpoint.ts';

const savedSelection = z.object({
  selectedCompetitorIds: z.array(z.number().int()).max(20_000),
  filters: z.object({ startDate: z.string().max(10), endDate: z.string().max(10) }),
  /** ISO 8601. */
  savedAt: z.iso.datetime({ offset: true }),
});
export type SavedSelection = z.infer<typeof savedSelection>;

/** What a person has chosen and wants to find again, on whatever device. */
const userSettings = z.object({ mapComplianceReport: savedSelection.optional() });
export type UserSettings = z.infer<typeof userSettings>;

export const getUserSettings = endpoint({
  method: 'GET',
  path: '/api/user/settings',
  summary: 'The settings of whoever asks',
  response: z.object({ settings: userSettings }),
});

export const saveUserSettings = endpoint({
  method: 'POST',
  path: '/api/user/settings',
  summary: 'Keeps settings of whoever asks; what is not named stays as it was',
  body: z.object({ settings: userSettings }),
  response: z.object({ success: z.literal(true) }),
});

import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { timeZoneName } from '../formats/time-zone.ts';
import { LOCATION_CODE_MAX_LENGTH } from '../inventory/locations.ts';
import { PRINT_WAYS } from '../labels/labels.ts';

const savedSelection = z.object({
  selectedCompetitorIds: z.array(z.number().int()).max(20_000),
  filters: z.object({ startDate: z.string().max(10), endDate: z.string().max(10) }),
  /** ISO 8601. */
  savedAt: z.iso.datetime({ offset: true }),
});
export type SavedSelection = z.infer<typeof savedSelection>;

/** How somebody likes Stowage; what is absent follows the browser, or the station. */
const preferences = z.object({
  /** Of dates and numbers: `en-US`. */
  locale: z
    .string()
    .max(20)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .optional(),
  /** `America/New_York`. */
  timeZone: z.string().optional(),
  sounds: z.object({ volume: z.number().min(0).max(1), isSilent: z.boolean() }).optional(),
  /** A location's code, for stations that have none of their own. */
  location: z.string().max(LOCATION_CODE_MAX_LENGTH).optional(),
  labelStation: z.object({ way: z.enum(PRINT_WAYS), printer: z.string().max(200).optional() }).optional(),
});
export type Preferences = z.infer<typeof preferences>;

/** The dashboard's cards as somebody ordered them; those that are not named follow in their usual order. */
const dashboardLayout = z.object({ order: z.array(z.string().max(40)).max(100).optional(), hidden: z.array(z.string().max(40)).max(100).optional() });
export type DashboardLayout = z.infer<typeof dashboardLayout>;

/** What a person has chosen and wants to find again, on whatever device. */
const userSettings = z.object({
  mapComplianceReport: savedSelection.optional(),
  preferences: preferences.optional(),
  dashboard: dashboardLayout.optional(),
  /** Of the administrators' dashboard. */
  adminDashboard: dashboardLayout.optional(),
});
export type UserSettings = z.infer<typeof userSettings>;

/** What somebody changes of their preferences; null takes a choice back. */
const preferencesChange = z.object({
  locale: preferences.shape.locale.nullable(),
  timeZone: timeZoneName.nullish(),
  sounds: preferences.shape.sounds.nullable(),
  location: preferences.shape.location.nullable(),
  labelStation: preferences.shape.labelStation.nullable(),
});
export type PreferencesChange = z.infer<typeof preferencesChange>;

/** What is not named stays as it was: of the settings, and of the parts of preferences and layouts. */
const userSettingsChange = z.object({ ...userSettings.shape, preferences: preferencesChange.optional() });
export type UserSettingsChange = z.infer<typeof userSettingsChange>;

export const getUserSettings = endpoint({
  method: 'GET',
  path: '/api/user/settings',
  summary: 'The settings of whoever asks',
  response: z.object({ settings: userSettings }),
});

export const saveUserSettings = endpoint({
  method: 'POST',
  path: '/api/user/settings',
  summary: 'Keeps settings of whoever asks; what is not named stays as it was, and a preference that is null is taken back',
  body: z.object({ settings: userSettingsChange }),
  response: success,
  reasons: ['unknown_location'],
});

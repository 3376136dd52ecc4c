import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX } from '../formats/ids.ts';
import { timeZoneName } from '../formats/time-zones/time-zone.ts';
import { LOCATION_CODE_MAX_LENGTH } from '../inventory/locations.ts';
import { LABEL_SHEET_NAMES } from '../labels/label-sheets.ts';
import { PRINT_WAYS } from '../labels/labels.ts';
import { columnName, listName, shownColumns } from './list-views.ts';

const savedSelection = z.object({
  selectedCompetitorIds: z.array(z.int().max(INTEGER_MAX)).max(20_000),
  filters: z.object({ startDate: z.string().max(10), endDate: z.string().max(10) }),
  /** ISO 8601. */
  savedAt: z.iso.datetime({ offset: true }),
});
export type SavedSelection = z.infer<typeof savedSelection>;

/** A person's preferences. An absent one falls back to the browser's or the station's setting. */
const preferences = z.object({
  /** The format of dates and numbers: `en-US`. */
  locale: z
    .string()
    .max(20)
    .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/)
    .optional(),
  /** `America/New_York`. */
  timeZone: z.string().optional(),
  sounds: z.object({ volume: z.number().min(0).max(1), isSilent: z.boolean() }).optional(),
  /** The code of the default location on stations without their own. */
  location: z.string().max(LOCATION_CODE_MAX_LENGTH).optional(),
  labelStation: z.object({ way: z.enum(PRINT_WAYS), printer: z.string().max(200).optional(), sheet: z.enum(LABEL_SHEET_NAMES).optional() }).optional(),
  /** Accepts a unit of an order without a confirmation when its FNSKU is scanned. Off by default. */
  acceptsFnsku: z.boolean().optional(),
});
export type Preferences = z.infer<typeof preferences>;

/** The order of the dashboard's cards. Cards that are not listed follow in their default order. */
const dashboardLayout = z.object({ order: z.array(z.string().max(40)).max(100).optional(), hidden: z.array(z.string().max(40)).max(100).optional() });

/** How one person sees a list. */
const listLayout = z.object({
  columns: shownColumns.optional(),
  /** In pixels, by column. */
  widths: z.record(columnName, z.int().min(20).max(2000)).optional(),
  /** The view that the list opens with. */
  defaultView: z.int().min(1).optional(),
});
export type ListLayout = z.infer<typeof listLayout>;

const userSettings = z.object({
  mapComplianceReport: savedSelection.optional(),
  preferences: preferences.optional(),
  dashboard: dashboardLayout.optional(),
  /** The layout of the administrators' dashboard. */
  adminDashboard: dashboardLayout.optional(),
  lists: z.partialRecord(listName, listLayout).optional(),
});
export type UserSettings = z.infer<typeof userSettings>;

/** A change of preferences; null clears a preference. */
const preferencesChange = z.object({
  locale: preferences.shape.locale.nullable(),
  timeZone: timeZoneName.nullish(),
  sounds: preferences.shape.sounds.nullable(),
  location: preferences.shape.location.nullable(),
  labelStation: preferences.shape.labelStation.nullable(),
  acceptsFnsku: preferences.shape.acceptsFnsku,
});
export type PreferencesChange = z.infer<typeof preferencesChange>;

/** A partial update: absent settings, and absent parts of preferences and layouts, keep their values. */
const userSettingsChange = z.object({ ...userSettings.shape, preferences: preferencesChange.optional() });
export type UserSettingsChange = z.infer<typeof userSettingsChange>;

export const getUserSettings = endpoint('GET /api/user/settings', {
  summary: 'The settings of the caller',
  response: z.object({
    settings: userSettings,
    /** For a person without a time zone of their own; earlier servers don't send it. */
    companyTimeZone: z.string().nullish(),
  }),
});

export const saveUserSettings = endpoint('POST /api/user/settings', {
  summary: 'Update the settings of the caller. Absent settings keep their values, and null clears a preference',
  body: z.object({ settings: userSettingsChange }),
  response: success,
  reasons: ['unknown_location'],
});

import * as z from 'zod';
import { isLpn, toGtin14 } from '../catalog/identifiers.ts';
import { answersSuccessMessage, endpoint, successMessage } from '../endpoint.ts';
import { integerId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import { topic } from '../topic.ts';

export const LOCATION_CODE_MAX_LENGTH = 32;
export const LOCATION_NAME_MAX_LENGTH = 60;
export const ZONE_MAX_LENGTH = 30;
export const MAX_CAPACITY = 1_000_000;

export const LOCATION_PATTERN_MAX_LENGTH = 200;
/** The texts between the parts of a generated code. */
export const LOCATION_SEPARATORS = ['-', '.', '/', ''] as const;
export type LocationSeparator = (typeof LOCATION_SEPARATORS)[number];

/** A location's id or code; pages send the id as number or text. */
export const locationReference = z.union([z.int32().positive(), z.string().trim().min(1).max(64)], {
  error: 'must be the id or the code of a location',
});

const locationOption = z.object({ id: z.number(), location: z.string() });
export type LocationOption = z.infer<typeof locationOption>;

/** A location in the location master. */
const locationRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string().nullable(),
  zone: z.string().nullable(),
  kind: z.enum(['SHELF', 'RECEIVING', 'QUARANTINE']),
  /** The units in the location, and their listings. */
  units: z.number(),
  skus: z.number(),
  /** In units; null where none is set. */
  capacity: z.number().nullable(),
  /** Whether its stock is for sale; the stock of other locations is in quarantine. */
  sellable: z.boolean(),
  active: z.boolean(),
  last_counted_at: utcText.nullable(),
});
export type LocationRow = z.infer<typeof locationRow>;

const ASIN_OR_FNSKU = /^(B0|X0)[0-9A-Z]{8}$/i;

/**
 * Why a text can't be a location's code. A scan field must be able to distinguish a location from a product.
 * @returns undefined when the text can be a code
 */
export function refuseLocationCode(code: string): string | undefined {
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(code)) return 'Use only characters that a barcode holds: letters, digits and punctuation';
  if (/^\d+$/.test(code)) return 'Add a letter: a code of digits alone is read as a number';
  if (isLpn(code) || ASIN_OR_FNSKU.test(code) || toGtin14(code) !== undefined) return 'This looks like the code of a product';
  return undefined;
}

const optionalText = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .nullish()
    .transform((text) => text || null);

const properties = {
  code: z
    .string()
    .trim()
    .min(1, 'Enter a code')
    .max(LOCATION_CODE_MAX_LENGTH)
    .superRefine((code, context) => {
      const refusal = refuseLocationCode(code);
      if (code !== '' && refusal !== undefined) context.addIssue(refusal);
    }),
  name: optionalText(LOCATION_NAME_MAX_LENGTH),
  zone: optionalText(ZONE_MAX_LENGTH),
  capacity: z.int().min(1).max(MAX_CAPACITY).nullable().default(null),
  sellable: z.boolean().default(true),
};

export const listLocationOptions = endpoint('POST /api/sflocalinventorylocations', {
  summary: 'The options of a location drop-down',
  response: z.array(locationOption),
});

export const listLocations = endpoint('GET /api/locations', {
  summary: 'The active locations',
  response: z.array(locationOption),
});

export const listLocationMaster = endpoint('GET /api/inventory/locations', {
  summary: 'All locations, active and inactive, with their stock',
  response: z.array(locationRow),
});

export const createLocation = endpoint('POST /api/inventory/locations', {
  summary: 'Add a location',
  body: z.object(properties),
  ...answersSuccessMessage,
  reasons: ['code_taken', 'names_a_product'],
});

const { code, name, zone, capacity, sellable } = properties;
/** Fields that are absent stay as they are. */
const changes = z.object({
  code: code.optional(),
  name: name.optional(),
  zone: zone.optional(),
  capacity: capacity.unwrap().optional(),
  sellable: sellable.unwrap().optional(),
});

export const editLocation = endpoint('POST /api/inventory/locations/edit', {
  summary: "Change a location's properties. Those that are left out stay as they are",
  body: changes.extend({
    id: integerId,
    /** The values that the person saw when they began to edit. */ seen: locationRow
      .pick({ code: true, name: true, zone: true, capacity: true, sellable: true })
      .partial()
      .optional(),
  }),
  ...answersSuccessMessage,
  reasons: ['code_taken', 'names_a_product', 'not_empty', 'quarantine_not_sellable', 'changed_meanwhile'],
});

export const generateLocations = endpoint('POST /api/inventory/locations/generate', {
  summary: 'Add the locations of a pattern. Those that exist stay as they are, so a repeated call adds nothing',
  body: z.object({
    /** `A–G × 1–8`; see `expandLocationPattern`. */
    pattern: z.string().trim().min(1).max(LOCATION_PATTERN_MAX_LENGTH),
    separator: z.enum(LOCATION_SEPARATORS).default('-'),
    zone: optionalText(ZONE_MAX_LENGTH),
    /** Deactivates the empty shelves that the pattern doesn't name. */
    deactivateOthers: z.boolean().default(false),
  }),
  response: successMessage.extend({ added: z.number().optional(), existing: z.number().optional(), deactivated: z.number().optional() }),
  failure: 'success-message',
  reasons: ['bad_pattern', 'names_a_product'],
});

export const deactivateLocation = endpoint('POST /api/inventory/locations/deactivate', {
  summary: 'Deactivate an empty location',
  body: z.object({ id: integerId }),
  ...answersSuccessMessage,
  reasons: ['not_empty'],
});

export const activateLocation = endpoint('POST /api/inventory/locations/activate', {
  summary: 'Activate a location',
  body: z.object({ id: integerId }),
  ...answersSuccessMessage,
});

/** A location was added, changed, activated or deactivated. */
export const locationsTopic = topic({
  path: 'inventory-locations',
  payload: z.object({ locationId: z.number() }),
  permission: 'stock.read',
});

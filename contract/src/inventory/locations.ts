import * as z from 'zod';
import { isLpn, toGtin14 } from '../catalog/identifiers.ts';
import { endpoint } from '../endpoint.ts';
import { topic } from '../topic.ts';
import { recordId, successMessage, utcText } from './scan.ts';

export const LOCATION_CODE_MAX_LENGTH = 32;
export const LOCATION_NAME_MAX_LENGTH = 60;
export const ZONE_MAX_LENGTH = 30;
export const MAX_CAPACITY = 1_000_000;

/** A location as its master shows it. */
export const locationRow = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string().nullable(),
  zone: z.string().nullable(),
  /** How many units are there, and of how many listings. */
  units: z.number(),
  skus: z.number(),
  /** How many units it is meant for; null where nobody has said. */
  capacity: z.number().nullable(),
  /** Whether its stock is for sale; what lies in another place is in quarantine. */
  sellable: z.boolean(),
  active: z.boolean(),
  last_counted_at: utcText.nullable(),
});
export type LocationRow = z.infer<typeof locationRow>;

/** Marketplace numbers of a product and of a listing. */
const ASIN_OR_FNSKU = /^(B0|X0)[0-9A-Z]{8}$/i;

/**
 * Why a text can't be a location's code: a scan field must always know a place from a product.
 * @returns undefined when it can be one
 */
export function refuseLocationCode(code: string): string | undefined {
  if (!/^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(code)) return 'Use letters, digits and signs that a barcode holds';
  if (/^\d+$/.test(code)) return 'A code of digits alone is taken for a number: put a letter into it';
  if (isLpn(code) || ASIN_OR_FNSKU.test(code) || toGtin14(code) !== undefined) return 'It looks like the code of a product';
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
    .min(1, 'Please give it a code')
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

export const listLocationMaster = endpoint({
  method: 'GET',
  path: '/api/inventory/locations',
  summary: 'Every location, in use or not, with what it holds',
  response: z.array(locationRow),
});

export const createLocation = endpoint({
  method: 'POST',
  path: '/api/inventory/locations',
  summary: 'Add a location',
  body: z.object(properties),
  response: successMessage,
  failure: 'success-message',
  reasons: ['code_taken', 'names_a_product'],
});

export const editLocation = endpoint({
  method: 'POST',
  path: '/api/inventory/locations/edit',
  summary: 'Rename a location, or say something else about it',
  body: z.object({ id: recordId, ...properties }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['code_taken', 'names_a_product', 'not_empty', 'quarantine_not_sellable'],
});

export const deactivateLocation = endpoint({
  method: 'POST',
  path: '/api/inventory/locations/deactivate',
  summary: 'Take an empty location out of use',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
  reasons: ['not_empty'],
});

export const activateLocation = endpoint({
  method: 'POST',
  path: '/api/inventory/locations/activate',
  summary: 'Take a location into use again',
  body: z.object({ id: recordId }),
  response: successMessage,
  failure: 'success-message',
});

/** A location was added, changed, or taken out of use: every list of them is old. */
export const locationsTopic = topic({
  path: 'inventory-locations',
  payload: z.object({ locationId: z.number() }),
  permission: 'stock.read',
});

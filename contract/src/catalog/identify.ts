import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** What kind of identifier a code turned out to be. */
export const MATCH_KINDS = ['FNSKU', 'SKU', 'ASIN', 'GTIN', 'ITEM_CODE'] as const;

/** What a code names: a listing, several to choose from, something that is no product, or nothing. */
export const IDENTIFY_STATUSES = ['HIT', 'AMBIGUOUS', 'LPN', 'LOCATION', 'TRACKING', 'ORDER', 'MISS'] as const;

export const catalogMatch = z.object({
  kind: z.enum(MATCH_KINDS),
  product: z.object({ id: z.number(), title: z.string(), itemCode: z.string().nullable() }),
  listing: z.object({
    id: z.number(),
    sellerSku: z.string().nullable(),
    fnsku: z.string().nullable(),
    asin: z.string().nullable(),
    channel: z.string(),
  }),
  /** Condition code: 11 New, 1 Like New, 2 Very Good, 3 Good, 4 Acceptable. */
  condition: z.number(),
});
export type CatalogMatch = z.infer<typeof catalogMatch>;

export const identify = endpoint({
  method: 'POST',
  path: '/api/identify',
  summary: 'Say what a scanned code is: a listing, a location, a parcel, an order, or unknown',
  body: z.object({ code: z.string().min(1).max(256) }),
  response: z.object({
    status: z.enum(IDENTIFY_STATUSES),
    matches: z.array(catalogMatch),
    /** The code as it is compared: trimmed; a GTIN as 14 digits. */
    normalised: z.string(),
  }),
});

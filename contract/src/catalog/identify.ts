import * as z from 'zod';
import { endpoint } from '../endpoint.ts';

/** The kinds of identifier that a code can match. */
const MATCH_KINDS = ['FNSKU', 'SKU', 'ASIN', 'GTIN', 'ITEM_CODE'] as const;

/** The result of a look-up: one listing, several listings, something that isn't a product, or nothing. */
const IDENTIFY_STATUSES = ['HIT', 'AMBIGUOUS', 'LPN', 'LOCATION', 'TRACKING', 'ORDER', 'MISS'] as const;

const catalogMatch = z.object({
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

export const identify = endpoint('POST /api/identify', {
  summary: 'Identify a scanned code: a listing, a location, a parcel, an order, or unknown',
  body: z.object({ code: z.string().min(1).max(256) }),
  response: z.object({
    status: z.enum(IDENTIFY_STATUSES),
    matches: z.array(catalogMatch),
    /** The normalized code: trimmed; a GTIN as 14 digits. */
    normalised: z.string(),
  }),
});

import * as z from 'zod';
import { CONDITION_NAMES, CONDITION_NEW } from '../catalog/conditions.ts';
import { toGtin14 } from '../catalog/identifiers.ts';
import { cost } from '../cost.ts';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordId, recordParams } from '../formats/ids.ts';
import { AMOUNT_PATTERN, UNIT_COST_PATTERN } from '../formats/money.ts';
import { numberText } from '../formats/text/number-text.ts';
import { utcText } from '../formats/utc-text.ts';

/** Fields that must be unique across products. A conflict names the product that has the value. */
const IDENTIFIER_FIELDS = ['seller_sku', 'fnsku', 'asin', 'gtin', 'item_code'] as const;

/** An optional text; empty becomes null. */
const optional = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `has at most ${numberText(max)} characters`)
    .nullish()
    .transform((text) => text || null);

const optionalCode = (message: string) =>
  optional(10)
    .transform((text) => (text === null ? null : text.toUpperCase()))
    .refine((text) => text === null || /^[A-Z0-9]{10}$/.test(text), message);

const optionalNumber = (pattern: RegExp, message: string) => optional(20).refine((text) => text === null || (pattern.test(text) && Number(text) > 0), message);

const measure = (what: string) => optionalNumber(/^\d{1,5}(\.\d{1,2})?$/, `${what} in inches, more than 0, with at most two decimals`);

/** The marketplace's server of pictures. The page's content security policy allows product pictures from it only. */
export const PICTURE_ORIGIN = 'https://m.media-amazon.com';
const PICTURE_ADDRESS = /^https:\/\/m\.media-amazon\.com\/\S+$/;

const condition = z.number().refine((code) => code in CONDITION_NAMES, 'must be the code of a condition');

const sellerSku = z
  .string()
  .trim()
  .min(1, 'Seller SKU is missing')
  .max(40, 'A seller SKU has at most 40 characters')
  .regex(/^[\x20-\x7e]*$/, 'A seller SKU can contain only ASCII letters, digits and punctuation');

const withoutSeparators = (text: string) => text.replace(/[\s-]/g, '');
const isGtin = (text: string) => toGtin14(text) !== undefined;
const INVALID_GTIN = 'Not a valid UPC, EAN or GTIN';

const gtin = z
  .string()
  .trim()
  .transform(withoutSeparators)
  .refine(isGtin, INVALID_GTIN)
  .transform((text) => toGtin14(text) ?? text);

const optionalGtin = optional(64)
  .transform((text) => (text === null ? null : withoutSeparators(text)))
  .refine((text) => text === null || isGtin(text), INVALID_GTIN)
  .transform((text) => (text === null ? null : (toGtin14(text) ?? text)));

const fnsku = optionalCode('An FNSKU has 10 letters and digits');
const asin = optionalCode('An ASIN has 10 letters and digits');

/** The fields that all listings of a product share. */
const productFields = {
  title: z.string().trim().min(1, 'Item name is missing').max(500, 'An item name has at most 500 characters'),
  brand: optional(200),
  item_code: optional(100),
  vendor: optional(200),
  /** US dollars as decimal text, stored in the price list by GTIN. Requires `prices.write`. */
  cost: optional(20).refine((text) => text === null || UNIT_COST_PATTERN.test(text), 'An amount in dollars, with at most four decimals'),
  map: optionalNumber(AMOUNT_PATTERN, 'An amount in dollars and cents, more than 0'),
  default_condition: condition.default(CONDITION_NEW),
  image_url: optional(2_000).refine((text) => text === null || PICTURE_ADDRESS.test(text), `Enter the address of a picture at Amazon: ${PICTURE_ORIGIN}/…`),
  weight: optionalNumber(/^\d{1,6}(\.\d{1,3})?$/, 'A weight in pounds, more than 0, with at most three decimals'),
  length: measure('A length'),
  width: measure('A width'),
  height: measure('A height'),
  case_pack: optionalNumber(/^\d{1,6}$/, 'A whole number, more than 0'),
  returns_guidance: optional(2_000),
  notes: optional(4_000),
};

const listingFields = { seller_sku: sellerSku, fnsku, asin, condition };

export const createProduct = endpoint('POST /api/products', {
  summary: 'Add a product with its first listing. A repeated client id adds it once',
  body: z.object({
    client_id: z.string().trim().min(1).max(100),
    ...productFields,
    seller_sku: sellerSku,
    fnsku,
    asin,
    gtin: optionalGtin,
  }),
  response: z.object({
    id: z.number(),
    /** The code to print on labels of its units. */
    code: z.string(),
    /** The number of unidentified units with one of its codes that became stock of this product. */
    identified: z.number(),
    /** The locations of these units. */
    locations: z.array(z.string()),
  }),
  reasons: ['duplicate', 'other_meaning', 'cost_without_gtin', 'price_refused', 'client_id_used'],
});

/** The details of a `duplicate` error. */
export const duplicateOwners = z.object({
  owners: z.array(z.object({ field: z.enum(IDENTIFIER_FIELDS), value: z.string(), product_id: z.number(), title: z.string() })),
});
export type DuplicateOwner = z.infer<typeof duplicateOwners>['owners'][number];

const existingProduct = z.object({ product_id: z.number(), title: z.string(), image_url: z.string().nullable(), seller_sku: z.string().nullable() });

const candidate = z.object({
  asin: z.string(),
  title: z.string().nullable(),
  brand: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Units in one package; null if the marketplace does not say. */
  pack_size: z.number().nullable(),
  gtins: z.array(z.string()),
  /** The existing product with this ASIN. */
  known: existingProduct.nullable(),
});
export type ProductCandidate = z.infer<typeof candidate>;

export const findProductCandidates = endpoint('GET /api/products/candidates', {
  summary: 'Look up a code among the existing products, and otherwise in the marketplace’s catalog',
  query: z.object({ code: z.string().trim().min(1, 'Scan or type a code').max(64) }),
  response: z.object({
    /** The normalized code; a GTIN as printed. */
    code: z.string(),
    /** The field of a new product that the code belongs to; null for a text that may be its SKU. */
    field: z.enum(['gtin', 'asin', 'fnsku']).nullable(),
    known: z.array(existingProduct),
    candidates: z.array(candidate),
    /** Why there are no candidates: the marketplace was not asked or did not answer, or the code is not of a product. */
    problem: z.string().nullable(),
  }),
});
export type ProductCandidates = z.infer<(typeof findProductCandidates)['response']>;

const productListing = z.object({
  id: z.number(),
  seller_sku: z.string().nullable(),
  fnsku: z.string().nullable(),
  asin: z.string().nullable(),
  condition: z.number(),
  channel: z.string(),
  on_hand: z.number(),
  pending: z.number(),
  quarantine: z.number(),
  available: z.number(),
});
export type ProductListing = z.infer<typeof productListing>;

const product = z.object({
  id: z.number(),
  title: z.string(),
  brand: z.string().nullable(),
  item_code: z.string().nullable(),
  vendor: z.string().nullable(),
  gtins: z.array(z.string()),
  /** US dollars from the price list, the lowest of all GTINs. */
  cost: cost(z.string()),
  map: z.string().nullable(),
  default_condition: z.number(),
  /** The entered address, or else the marketplace's. */
  image_url: z.string().nullable(),
  own_image_url: z.string().nullable(),
  weight: z.string().nullable(),
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  case_pack: z.number().nullable(),
  returns_guidance: z.string().nullable(),
  notes: z.string().nullable(),
  revision: z.number(),
  created_at: utcText,
  listings: z.array(productListing),
});
export type Product = z.infer<typeof product>;

export const getProduct = endpoint('GET /api/products/:id', {
  summary: 'A product with its identifiers and the stock of each listing',
  params: recordParams,
  response: product,
});

export const updateProduct = endpoint('PUT /api/products/:id', {
  summary: 'Change a product. Rejected if somebody else has changed it since it was read',
  params: recordParams,
  body: z.object({
    ...productFields,
    gtins: z.array(gtin).max(50),
    /** The revision that the change is based on. */
    revision: z.int().min(0).max(INTEGER_MAX),
    /** The prices that the person saw; without them, the price list's present ones are replaced. */
    was: z.object({ cost: productFields.cost, map: productFields.map }).optional(),
  }),
  response: z.object({ identified: z.number() }),
  reasons: ['duplicate', 'cost_without_gtin', 'price_refused', 'changed_meanwhile'],
});
export type ProductChange = z.input<(typeof updateProduct)['body']>;

export const addProductListing = endpoint('POST /api/products/:id/listings', {
  summary: 'Add a listing to a product: another condition or another SKU',
  params: recordParams,
  body: z.object(listingFields),
  response: z.object({ id: z.number(), identified: z.number() }),
  reasons: ['duplicate', 'other_meaning'],
});

export const updateProductListing = endpoint('PUT /api/products/:id/listings/:listingId', {
  summary: 'Change the codes of a listing. Its condition is fixed. Rejected if somebody else has changed the codes since they were read',
  params: recordParams.extend({ listingId: recordId }),
  body: z.object({
    seller_sku: sellerSku,
    fnsku,
    asin,
    /** The codes that the change is based on. */
    was: z.object({ seller_sku: optional(40), fnsku: optional(40), asin: optional(40) }),
  }),
  response: success,
  reasons: ['duplicate', 'other_meaning', 'changed_meanwhile'],
});

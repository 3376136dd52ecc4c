import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { INTEGER_MAX, recordId } from '../formats/ids.ts';
import { enteredMoney, money } from '../formats/money.ts';
import { emailAddress } from '../mail/mail.ts';
import { UNITS_MAX } from './purchase-order-lines.ts';

export const LEAD_DAYS_MAX = 365;
/** A search for vendors answers at most this many names. */
export const VENDORS_FOUND_LIMIT = 20;

export const vendorName = z.string().trim().min(1, 'Vendor is missing').max(200);
/** The version that the person saw; 0 when nothing was stored. */
const seenVersion = z.int().min(0).max(INTEGER_MAX);

const vendorTerms = z.object({
  vendor: z.string(),
  lead_days: z.number().nullable(),
  payment_terms: z.string().nullable(),
  minimum_order: money.nullable(),
  order_email: z.string().nullable(),
  version: z.number(),
});
export type VendorTerms = z.infer<typeof vendorTerms>;

export const findVendors = endpoint('GET /api/vendors', {
  summary: `The names of vendors that begin with a text, at most ${VENDORS_FOUND_LIMIT}`,
  query: z.object({ search: z.string().trim().max(200).default('') }),
  response: z.object({ vendors: z.array(z.string()) }),
});

export const getVendorTerms = endpoint('GET /api/vendor-terms', {
  summary: 'What is agreed with a vendor: lead time, payment, minimum order, address for orders',
  query: z.object({ vendor: vendorName }),
  response: vendorTerms,
});

export const saveVendorTerms = endpoint('PUT /api/vendor-terms', {
  summary: 'Store what is agreed with a vendor',
  body: z.object({
    vendor: vendorName,
    version: seenVersion,
    lead_days: z.int('must be a whole number of days').min(0).max(LEAD_DAYS_MAX).nullable(),
    payment_terms: z.string().trim().min(1).max(200).nullable(),
    minimum_order: enteredMoney.refine((amount) => Number(amount) > 0, 'must be more than $0').nullable(),
    order_email: emailAddress.nullable(),
  }),
  response: z.object({ version: z.number() }),
  reasons: ['changed_meanwhile'],
});

const units = z.int('must be a whole number').min(1).max(UNITS_MAX);

export const saveVendorProduct = endpoint('PUT /api/vendor-products', {
  summary: 'Store how a vendor sells a product: its SKU, the units of a case, and the least units of an order',
  body: z.object({
    vendor: vendorName,
    product_id: recordId,
    version: seenVersion,
    supplier_sku: z.string().trim().min(1).max(100).nullable(),
    case_pack: units.nullable(),
    minimum_quantity: units.nullable(),
  }),
  response: z.object({ version: z.number() }),
  reasons: ['changed_meanwhile'],
});

import * as z from 'zod';
import { endpoint, servedFile } from './endpoint.ts';
import { money } from './money.ts';
import { pageNumber } from './paging.ts';
import { topic } from './topic.ts';

export const MONEY_PAGE_SIZE = 25;
/** The numbered pages show this many of the newest matches; the CSV has all. Totals of a search by text are of as many. */
export const MONEY_WINDOW = 5_000;

/** How what is billed for an order agrees with what came. */
export const MATCHES = ['MATCHED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'NOT_INVOICED', 'PARTLY'] as const;
export type Match = (typeof MATCHES)[number];

/** What every list of this screen is narrowed by. */
export const moneyFilter = z.object({
  vendor: z.string().trim().max(200).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** Part of a number or a vendor. */
  search: z.string().trim().max(100).default(''),
});

/** One page of a list: with how many there are, and sums over all of them, not over the page. */
export function moneyPage<Row extends z.ZodType, Totals extends z.ZodType>(row: Row, totals: Totals) {
  return z.object({
    data: z.array(row),
    totals,
    totalCount: z.number(),
    /** A search by text found more than it looks at: the sums are of the newest ones. */
    isPartial: z.boolean(),
    /** Zero-based. */
    currentPage: z.number(),
  });
}

const poAmounts = z.object({
  ordered: money,
  /** Usable units at the order's cost. */
  received: money,
  /** Goods; freight and tax stand with the invoice. */
  invoiced: money,
  credit_expected: money,
  credit_applied: money,
  /** Invoiced less received, and less what credits have settled of short, damaged or overcharged units. */
  balance: money,
});
export type PoAmounts = z.infer<typeof poAmounts>;

const poMoneyRow = poAmounts.extend({
  id: z.number(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  ordered_on: z.string(),
  match: z.enum(MATCHES),
  age_days: z.number(),
});
export type PoMoneyRow = z.infer<typeof poMoneyRow>;

const poMoneyFilter = moneyFilter.extend({ status: z.enum(MATCHES).optional() });

export const poMoneyPage = endpoint({
  method: 'GET',
  path: '/api/purchase-money',
  summary: 'One page of purchase orders with what was ordered, received, billed and credited, newest first',
  query: poMoneyFilter.extend({ page: pageNumber }),
  response: moneyPage(poMoneyRow, poAmounts),
});

export const exportPoMoney = endpoint({
  method: 'GET',
  path: '/api/purchase-money/export.csv',
  summary: 'The money of the purchase orders that a filter lets through, as CSV',
  query: poMoneyFilter,
  response: z.custom<AsyncIterable<string>>(),
  format: 'csv',
});

export const moneyVendors = endpoint({
  method: 'GET',
  path: '/api/purchase-money/vendors',
  summary: 'The vendors of all purchase orders',
  response: z.array(z.string()),
});

/** What to do about a line. */
export const LINE_ACTIONS = ['NONE', 'BILL', 'WAIT', 'CREATE_CREDIT', 'AWAIT_CREDIT', 'CHECK_PRICE'] as const;
export type LineAction = (typeof LINE_ACTIONS)[number];

const poMoneyLine = z.object({
  id: z.number(),
  supplier_sku: z.string(),
  product_name: z.string(),
  gtin: z.string(),
  ordered: z.number(),
  unit_cost: z.string().nullable(),
  usable: z.number(),
  damaged: z.number(),
  /** Still to come. */
  to_come: z.number(),
  billed: z.number(),
  billed_amount: money,
  /** The dearest and the cheapest that it was billed at. */
  billed_costs: z.array(z.string()),
  /** Billed less usable. */
  quantity_difference: z.number(),
  /** Billed for units that are not usably here, and above the order's cost: what no credit has settled yet. */
  difference: money,
  /** Of that, what no credit asks for yet. */
  unclaimed: money,
  action: z.enum(LINE_ACTIONS),
});
export type PoMoneyLine = z.infer<typeof poMoneyLine>;

const ofOrder = z.object({ id: z.coerce.number<number | string>().int().positive() });

export const poMoneyLines = endpoint({
  method: 'GET',
  path: '/api/purchase-money/:id/lines',
  summary: 'The lines of a purchase order: ordered, usably received, billed, and what to do about it',
  params: ofOrder,
  response: z.object({ po_number: z.string(), vendor: z.string().nullable(), lines: z.array(poMoneyLine) }),
});

export const findPoMoney = endpoint({
  method: 'GET',
  path: '/api/purchase-money/find',
  summary: 'The purchase order with this number, whatever its case',
  query: z.object({ number: z.string().trim().min(1).max(64) }),
  response: z.object({ id: z.number(), po_number: z.string(), vendor: z.string().nullable() }),
});

export const creditRequestPdf = endpoint({
  method: 'GET',
  path: '/api/purchase-money/:id/credit-request.pdf',
  summary: 'What the vendor of a purchase order is asked to credit, with the evidence, as a document',
  params: ofOrder,
  response: servedFile,
  format: 'file',
});

export const creditRequestMail = endpoint({
  method: 'GET',
  path: '/api/purchase-money/:id/credit-request',
  summary: 'The mail that asks the vendor of a purchase order for its credits',
  params: ofOrder,
  response: z.object({
    subject: z.string(),
    text: z.string(),
    credit_ids: z.array(z.number()),
    /** Those that nobody has asked for yet. */
    expected_ids: z.array(z.number()),
  }),
  reasons: ['nothing_to_request'],
});

/** Said after every change of an invoice, a credit, or what they are matched with. */
export const purchaseMoneyTopic = topic({
  path: 'purchase-money',
  permission: 'invoices.read',
  payload: z.object({ change: z.enum(['INVOICE', 'CREDIT']), id: z.number().nullable() }),
});

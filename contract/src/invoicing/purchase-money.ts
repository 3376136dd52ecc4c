import * as z from 'zod';
import { answersCsv, endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { recordParams } from '../formats/ids.ts';
import { listSearch } from '../formats/list-search.ts';
import { money } from '../formats/money.ts';
import { pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';

export const MONEY_PAGE_SIZE = 25;
/** The numbered pages, and the totals of a text search, cover this many of the first matches; the CSV has all. */
export const MONEY_WINDOW = 5_000;

/** How the billed units and prices of an order match the received units and ordered prices. */
export const MATCHES = ['MATCHED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'NOT_INVOICED', 'PARTLY'] as const;
export type Match = (typeof MATCHES)[number];

/** The filters that all lists of this page share. */
export const moneyFilter = z.object({
  vendor: z.string().trim().max(200).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Part of a number or a vendor; with fewer than three characters, the start of a word. */
  search: listSearch,
});

interface MoneyListOptions<Path, Filter extends z.ZodRawShape, Row, Totals, Sort, Extra> {
  readonly path: Path;
  /** In the plural: 'purchase orders'. */
  readonly what: string;
  readonly filter: z.ZodObject<Filter>;
  readonly row: Row;
  readonly totals: Totals;
  /** The sortable columns; the first one, descending, is the default. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** The fields of a page extras the rows. */
  readonly extra: Extra;
}

/** The two calls of each list: one page, and all rows as CSV. */
export function moneyList<
  const Path extends string,
  Filter extends z.ZodRawShape,
  Row extends z.ZodType,
  Totals extends z.ZodType,
  const Sort extends string,
  Extra extends z.ZodRawShape,
>({ path, what, filter, row, totals, sorts, extra }: MoneyListOptions<Path, Filter, Row, Totals, Sort, Extra>) {
  return {
    page: endpoint(`GET ${path}`, {
      summary: `One page of ${what} with the totals of all matches, newest first unless sorted otherwise`,
      query: z.object({
        ...filter.shape,
        page: pageNumber,
        sort: z.enum(sorts).default(sorts[0] as never),
        descending: z.stringbool().default(true),
      }),
      response: z.object({
        data: z.array(row),
        totals,
        totalCount: z.number(),
        /** Whether a text search found more than MONEY_WINDOW rows: the count and the totals cover the newest ones. */
        isPartial: z.boolean(),
        /** Whether only the newest MONEY_WINDOW matches are sorted. */
        isSortPartial: z.boolean(),
        /** Zero-based. */
        currentPage: z.number(),
        ...extra,
      }),
    }),
    csv: endpoint(`GET ${path}/export.csv`, {
      summary: `The ${what} that match a filter, as CSV`,
      query: filter,
      ...answersCsv,
    }),
  };
}

const poAmounts = z.object({
  ordered: money,
  /** Usable units at the order's cost. */
  received: money,
  /** Goods only; freight and tax belong to the invoice. */
  invoiced: money,
  credit_expected: money,
  credit_applied: money,
  /** Invoiced less received, and less the credits for short, damaged or overcharged units. */
  balance: money,
});
export type PoAmounts = z.infer<typeof poAmounts>;

const poMoneyRow = poAmounts.extend({
  id: z.number(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  ordered_on: z.string(),
  /** The outstanding refunds of credits that were applied to paid invoices. */
  refund_due: money,
  match: z.enum(MATCHES),
  age_days: z.number(),
});
export type PoMoneyRow = z.infer<typeof poMoneyRow>;

export const PO_MONEY_SORTS = [
  'ordered_on',
  'po_number',
  'vendor',
  'ordered',
  'received',
  'invoiced',
  'credit_expected',
  'credit_applied',
  'balance',
  'match',
  'age_days',
] as const satisfies (keyof PoMoneyRow)[];

export const { page: poMoneyPage, csv: exportPoMoney } = moneyList({
  path: '/api/purchase-money',
  what: 'purchase orders and their money',
  filter: moneyFilter.extend({ status: z.enum(MATCHES).optional() }),
  row: poMoneyRow,
  totals: poAmounts,
  sorts: PO_MONEY_SORTS,
  extra: {},
});

export const moneyVendors = endpoint('GET /api/purchase-money/vendors', {
  summary: 'The vendors of all purchase orders',
  response: z.array(z.string()),
});

/** The suggested action for a line. */
const LINE_ACTIONS = ['NONE', 'BILL', 'WAIT', 'CREATE_CREDIT', 'AWAIT_CREDIT', 'AWAIT_REFUND', 'CHECK_PRICE', 'CHECK_CREDIT'] as const;
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
  /** The highest and the lowest billed cost. */
  billed_costs: z.array(z.string()),
  /** Billed less usable. */
  quantity_difference: z.number(),
  /** The amount billed for unusable units and above the order's cost, less credits. */
  difference: money,
  /** The part of the difference that no credit requests. */
  unclaimed: money,
  /** The credits beyond the wrongly billed amount. */
  overclaimed: money,
  action: z.enum(LINE_ACTIONS),
});
export type PoMoneyLine = z.infer<typeof poMoneyLine>;

export const poMoneyLines = endpoint('GET /api/purchase-money/:id/lines', {
  summary: 'The lines of a purchase order with their ordered, usable and billed units and a suggested action',
  params: recordParams,
  response: z.object({ po_number: z.string(), vendor: z.string().nullable(), lines: z.array(poMoneyLine) }),
});

export const findPoMoney = endpoint('GET /api/purchase-money/find', {
  summary: 'The purchase order with this number, ignoring case',
  query: z.object({ number: z.string().trim().min(1).max(64) }),
  response: z.object({ id: z.number(), po_number: z.string(), vendor: z.string().nullable() }),
});

/** Published after every change of an invoice, a credit, or the data that they are matched with. */
export const purchaseMoneyTopic = topic({
  path: 'purchase-money',
  permission: 'invoices.read',
  payload: z.object({ change: z.enum(['INVOICE', 'CREDIT']), id: z.number().nullable() }),
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { money } from '../formats/money.ts';
import { pageNumber } from '../formats/paging.ts';
import { topic } from '../topic.ts';

export const MONEY_PAGE_SIZE = 25;
/** The numbered pages show this many of the first matches; the CSV has all. Totals of a search by text are of as many. */
export const MONEY_WINDOW = 5_000;

/** How what is billed for an order agrees with what came. */
export const MATCHES = ['MATCHED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'NOT_INVOICED', 'PARTLY'] as const;
export type Match = (typeof MATCHES)[number];

/** What every list of this screen is narrowed by. */
export const moneyFilter = z.object({
  vendor: z.string().trim().max(200).optional(),
  from: day.optional(),
  to: day.optional(),
  /** Part of a number or a vendor; of fewer than three characters, the beginning of a word of them. */
  search: z.string().trim().max(100).default(''),
});

interface MoneyListOptions<Path, Filter extends z.ZodRawShape, Row, Totals, Sort, Beside> {
  readonly path: Path;
  /** In the plural: 'purchase orders'. */
  readonly what: string;
  readonly filter: z.ZodObject<Filter>;
  readonly row: Row;
  readonly totals: Totals;
  /** What it can be sorted by; the first one, descending, unless something else is asked for. */
  readonly sorts: readonly [Sort, ...Sort[]];
  /** What a page tells beyond the rows. */
  readonly beside: Beside;
}

/** The two calls that each list of this screen has: a page of it, and all of it as CSV. */
export function moneyList<
  const Path extends string,
  Filter extends z.ZodRawShape,
  Row extends z.ZodType,
  Totals extends z.ZodType,
  const Sort extends string,
  Beside extends z.ZodRawShape,
>({ path, what, filter, row, totals, sorts, beside }: MoneyListOptions<Path, Filter, Row, Totals, Sort, Beside>) {
  return {
    page: endpoint({
      method: 'GET',
      path,
      summary: `One page of ${what} with totals of all that a filter lets through, newest first unless sorted otherwise`,
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
        /** A search by text found more than it looks at: count and sums are of the newest ones. */
        isPartial: z.boolean(),
        /** Sorted are the newest matches alone: there are more than are looked at. */
        isSortPartial: z.boolean(),
        /** Zero-based. */
        currentPage: z.number(),
        ...beside,
      }),
    }),
    csv: endpoint({
      method: 'GET',
      path: `${path}/export.csv`,
      summary: `The ${what} that a filter lets through, as CSV`,
      query: filter,
      response: z.custom<AsyncIterable<string>>(),
      format: 'csv',
    }),
  };
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
  /** What the vendor pays back: of credits that were applied to paid invoices. It settles when it has come. */
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
  beside: {},
});

export const moneyVendors = endpoint({
  method: 'GET',
  path: '/api/purchase-money/vendors',
  summary: 'The vendors of all purchase orders',
  response: z.array(z.string()),
});

/** What to do about a line. */
export const LINE_ACTIONS = ['NONE', 'BILL', 'WAIT', 'CREATE_CREDIT', 'AWAIT_CREDIT', 'AWAIT_REFUND', 'CHECK_PRICE', 'CHECK_CREDIT'] as const;
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
  /** What credits ask for or have settled beyond what is billed wrongly. */
  overclaimed: money,
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

/** Said after every change of an invoice, a credit, or what they are matched with. */
export const purchaseMoneyTopic = topic({
  path: 'purchase-money',
  permission: 'invoices.read',
  payload: z.object({ change: z.enum(['INVOICE', 'CREDIT']), id: z.number().nullable() }),
});

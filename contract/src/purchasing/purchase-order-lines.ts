import * as z from 'zod';
import { cost } from '../cost.ts';
import { endpoint } from '../endpoint.ts';
import { cellText, readGtinCell } from '../formats/file-cells.ts';
import { recordId } from '../formats/ids.ts';
import { LIST_SEARCH_MAX_LENGTH } from '../formats/list-search.ts';
import { UNIT_COST_PATTERN } from '../formats/money.ts';

/** The calls without paging answer at most this many orders. */
export const PO_LIST_LIMIT = 5_000;
/** A search for a purchase order answers at most this many. */
export const PO_OPTIONS_LIMIT = 200;
/** A search for a line answers at most this many. */
export const LINES_FOUND_LIMIT = 20;
export const UNITS_MAX = 1_000_000;

/** A PO number; a number of digits alone may arrive as a JSON number. */
export const poNumber = z.union([z.string(), z.number()]).transform((value) => String(value).trim());

/** Reads only these lines; a line that is missing from the answer no longer exists. */
export const lineIds = z.array(recordId).max(1_000).optional();

const poOption = z.object({ value: z.string(), label: z.string(), vendor: z.string().nullable(), is_settled: z.boolean() });
export type PoOption = z.infer<typeof poOption>;

const poLine = z.object({
  id: z.number(),
  purchase_order_id: z.number(),
  poNumber: z.string(),
  gtin: z.string(),
  supplier_sku: z.string(),
  product_name: z.string(),
  qty_ordered: z.number(),
  total_received: z.number(),
  /** Ordered less received and canceled; negative when more units were received. */
  remaining_qty: z.number(),
  damaged_qty: z.number(),
  backordered_qty: z.number(),
  canceled_qty: z.number(),
  over_qty: z.number(),
  unit_cost: cost(z.number()),
  expected_date: z.string().nullable(),
  added_reason: z.string().nullable(),
  /** The initial quantity on a new packing list; always null. */
  packingListQty: z.number().nullable(),
  /** The units on all packing lists that are not canceled. */
  all_packinglist_qty: z.number(),
});
export type PoLine = z.infer<typeof poLine>;

export const getPoNumbers = endpoint('POST /api/receiveinventory/getponumbers', {
  summary: `The purchase orders to receive against: first those with units still to come, then the newest, at most ${PO_LIST_LIMIT}; a search covers all orders and answers at most ${PO_OPTIONS_LIMIT}`,
  body: z.object({ search: z.string().trim().max(64).optional() }).optional(),
  response: z.array(poOption),
});

export const getPoLines = endpoint('POST /api/receiveinventory/getpodata', {
  summary: `The lines of a purchase order with their received quantities, or some of them; a search by SKU, GTIN or product name answers the first ${LINES_FOUND_LIMIT}`,
  body: z.object({ poNumber, lineIds, search: z.string().trim().min(1).max(LIST_SEARCH_MAX_LENGTH).optional() }),
  response: z.array(poLine),
});

export const addPoLine = endpoint('POST /api/purchase-orders/lines', {
  summary: 'Add a line to a purchase order, and optionally to one of its packing lists',
  body: z.object({
    poNumber,
    gtin: z
      .string()
      .max(64)
      .transform((text, context) => {
        const read = readGtinCell(cellText(text), 'GTIN');
        if ('value' in read) return read.value;
        context.addIssue({ code: 'custom', message: read.problem });
        return z.NEVER;
      }),
    supplier_sku: z.string().trim().min(1, 'Supplier SKU is missing').max(100),
    product_name: z.string().trim().min(1, 'Product Name is missing').max(500),
    qty_ordered: z.int('must be a whole number').min(0).max(UNITS_MAX),
    unit_cost: z.string().trim().regex(UNIT_COST_PATTERN, 'must be an amount in dollars').nullish(),
    reason: z.string().trim().min(1, 'Enter a reason').max(200),
    packingListId: recordId.optional(),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['duplicate_sku', 'closed', 'amount_too_large'],
});

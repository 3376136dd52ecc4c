import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { recordId, recordParams } from '../formats/ids.ts';
import { enteredMoney, money } from '../formats/money.ts';
import { utcText } from '../formats/utc-text.ts';
import { damagePhoto } from '../purchasing/damage-photos.ts';
import { moneyFilter, moneyList } from './purchase-money.ts';

const CREDIT_TYPES = ['SHORT', 'DAMAGE', 'OVERCHARGE', 'RETURN', 'REBATE'] as const;
export type CreditType = (typeof CREDIT_TYPES)[number];

/** EXPECTED → REQUESTED → RECEIVED → APPLIED; DENIED; WRITTEN_OFF. A person or the reopening of a packing list withdraws a credit: VOID. */
export const CREDIT_STATES = ['EXPECTED', 'REQUESTED', 'RECEIVED', 'APPLIED', 'DENIED', 'WRITTEN_OFF', 'VOID'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** The transitions that a person may make. Applying needs an invoice and is a separate call. */
export const CREDIT_MOVES = {
  EXPECTED: ['REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID'],
  REQUESTED: ['RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID'],
  /** Undoing a mistake needs a reason. */
  RECEIVED: ['REQUESTED'],
  APPLIED: ['RECEIVED'],
  DENIED: ['REQUESTED', 'WRITTEN_OFF'],
  WRITTEN_OFF: [],
  VOID: [],
} as const satisfies Record<CreditState, readonly CreditState[]>;

/** Totals leave out these states, unless the filter names one of them. */
export const UNCOUNTED_CREDITS = ['DENIED', 'WRITTEN_OFF', 'VOID'] as const satisfies readonly CreditState[];

/** The ages of open credits in days. */
export const AGEING_BUCKETS = ['0–30', '31–60', '61–90', '90+'] as const;

const creditRow = z.object({
  id: z.number(),
  type: z.enum(CREDIT_TYPES),
  state: z.enum(CREDIT_STATES),
  purchase_order_id: z.number(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  /** Identifies the vendor independently of spelling. */
  vendor_identity: z.string().nullable(),
  /** The line of the order. */
  line_id: z.number().nullable(),
  supplier_sku: z.string().nullable(),
  product_name: z.string().nullable(),
  quantity: z.number().nullable(),
  /** null while the cost of the unit is unknown. */
  amount: money.nullable(),
  memo: z.string().nullable(),
  note: z.string().nullable(),
  state_reason: z.string().nullable(),
  applied_to: z.object({ id: z.number(), number: z.string() }).nullable(),
  /** The amount that the vendor refunds, because the invoice was paid before the credit was applied. */
  refund: money,
  refunded_on: z.string().nullable(),
  /** The outstanding part of the refund. */
  refund_due: money,
  /** The number of photos of the line. */
  photos: z.number(),
  created_at: utcText,
  age_days: z.number(),
});
export type CreditRow = z.infer<typeof creditRow>;

const creditFilter = moneyFilter.extend({
  status: z.enum(CREDIT_STATES).optional(),
  /** Only credits with an outstanding refund. */
  refundDue: z.stringbool().default(false),
  /** Only credits of this order. */
  purchaseOrderId: recordId.optional(),
});

const ageing = z.array(z.object({ bucket: z.enum(AGEING_BUCKETS), count: z.number(), amount: money }));

export const CREDIT_SORTS = ['created_at', 'type', 'po_number', 'vendor', 'quantity', 'amount', 'state', 'age_days'] as const satisfies (keyof CreditRow)[];

export const { page: creditPage, csv: exportCredits } = moneyList({
  path: '/api/vendor-credits',
  what: 'vendor credits',
  filter: creditFilter,
  row: creditRow,
  totals: z.object({ amount: money }),
  sorts: CREDIT_SORTS,
  /** The open credits by age, and the outstanding refunds. */
  extra: { ageing, refunds: z.object({ count: z.number(), amount: money }) },
});

const receivedOnList = z.object({
  label: z.string(),
  shipment_id: z.string(),
  tracking_number: z.string().nullable(),
  quantity: z.number(),
  received: z.number(),
  damaged: z.number(),
  notes: z.string().nullable(),
  scans: z.number(),
  /** The first and the last scan. */
  first_at: utcText.nullable(),
  last_at: utcText.nullable(),
});

export const creditEvidence = endpoint('GET /api/vendor-credits/:id/evidence', {
  summary: 'The evidence of a credit: the receiving log of its line by packing list, and the photos of damaged units',
  params: recordParams,
  response: z.object({
    line_id: z.number().nullable(),
    po_number: z.string(),
    supplier_sku: z.string().nullable(),
    product_name: z.string().nullable(),
    note: z.string().nullable(),
    receiving: z.array(receivedOnList),
    photos: z.array(damagePhoto),
  }),
});
export type CreditEvidence = z.infer<(typeof creditEvidence)['response']>;

export const createCreditsFromDifferences = endpoint('POST /api/vendor-credits/from-differences', {
  summary: 'Create credits for the wrongly billed amounts of a purchase order, or of some of its lines, that no credit requests yet',
  body: z.object({ purchaseOrderId: recordId, lineIds: z.array(recordId).min(1).max(10_000).optional() }),
  response: z.object({ created: z.number(), amount: money }),
  reasons: ['nothing_to_credit'],
});

export const createCredit = endpoint('POST /api/vendor-credits', {
  summary: 'Create a credit for a return or a rebate. Repeating a client id creates no second credit',
  body: z.object({
    client_id: z.string().trim().min(1).max(100).optional(),
    purchaseOrderId: recordId,
    type: z.enum(['RETURN', 'REBATE']),
    purchaseOrderLineId: recordId.nullish(),
    quantity: z.int().min(1).max(1_000_000).nullish(),
    amount: enteredMoney.refine((amount) => Number(amount) > 0, 'must be more than 0'),
    note: z.string().trim().min(1, 'Enter what the credit is for').max(500),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['unknown_line', 'too_much', 'client_id_used'],
});

const creditIds = z.array(recordId).min(1).max(500);
/** The credits as the person saw them. */
const seen = z
  .array(z.object({ id: recordId, state: z.enum(CREDIT_STATES), amount: money.nullable(), refund: money.optional() }))
  .max(500)
  .optional();

export const moveCredits = endpoint('POST /api/vendor-credits/move', {
  summary: 'Move credits to another state or undo a move: all of them or none',
  body: z.object({
    creditIds,
    to: z.enum(['REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID']),
    /** The vendor's own number of the credit. */
    memo: z.string().trim().max(100).nullish(),
    /** The granted amount, for a single credit only; by default the requested amount. */
    amount: enteredMoney.nullish(),
    /** Required to deny, write off or withdraw a credit, and to undo a move. */
    reason: z.string().trim().max(500).nullish(),
    seen,
  }),
  response: z.object({ moved: z.number() }),
  reasons: ['wrong_state', 'reason_missing', 'amount_missing', 'too_much', 'claimed_already', 'separated_duties', 'changed_meanwhile'],
});

export const applyCredits = endpoint('POST /api/vendor-credits/apply', {
  summary: 'Apply received credits to an invoice of the same vendor: all of them or none. On a paid invoice the amount becomes an outstanding refund',
  body: z.object({
    creditIds,
    invoiceId: recordId,
    seen,
    /** The amount to pay of the invoice that the person saw. */
    to_pay: money.optional(),
  }),
  response: z.object({ applied: z.number(), amount: money, refund_due: money }),
  reasons: ['wrong_state', 'other_vendor', 'too_much', 'changed_meanwhile'],
});

export const refundCredits = endpoint('POST /api/vendor-credits/refund', {
  summary: 'Record the refund of credits of paid invoices, or undo that: all of them or none',
  body: z.object({
    creditIds,
    /** The day of the refund; null undoes it. */
    refunded_on: day.nullable(),
    /** Required to undo a refund. */
    reason: z.string().trim().max(500).nullish(),
    seen,
  }),
  response: z.object({ refunded: z.number(), amount: money }),
  reasons: ['wrong_state', 'reason_missing', 'changed_meanwhile'],
});

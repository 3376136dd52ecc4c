import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { day } from '../formats/day.ts';
import { enteredMoney, money } from '../formats/money.ts';
import { utcText } from '../formats/record.ts';
import { damagePhoto } from '../purchasing/damage-photos.ts';
import { moneyFilter, moneyList } from './purchase-money.ts';

export const CREDIT_TYPES = ['SHORT', 'DAMAGE', 'OVERCHARGE', 'RETURN', 'REBATE'] as const;
export type CreditType = (typeof CREDIT_TYPES)[number];

/** EXPECTED → REQUESTED → RECEIVED → APPLIED; DENIED; WRITTEN_OFF. VOID is withdrawn, by a person or because its list was opened again. */
export const CREDIT_STATES = ['EXPECTED', 'REQUESTED', 'RECEIVED', 'APPLIED', 'DENIED', 'WRITTEN_OFF', 'VOID'] as const;
export type CreditState = (typeof CREDIT_STATES)[number];

/** Where a person may move a credit from each state. Applying needs an invoice and is a call of its own. */
export const CREDIT_MOVES = {
  EXPECTED: ['REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID'],
  REQUESTED: ['RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID'],
  /** By mistake: both with a reason. */
  RECEIVED: ['REQUESTED'],
  APPLIED: ['RECEIVED'],
  DENIED: ['REQUESTED', 'WRITTEN_OFF'],
  WRITTEN_OFF: [],
  VOID: [],
} as const satisfies Record<CreditState, readonly CreditState[]>;

/** Their money is in no total, unless just they are asked for. */
export const UNCOUNTED_CREDITS = ['DENIED', 'WRITTEN_OFF', 'VOID'] as const satisfies readonly CreditState[];

/** Days since a credit that is still open was made: 0–30, 31–60, 61–90, more. */
export const AGEING_BUCKETS = ['0–30', '31–60', '61–90', '90+'] as const;

const creditRow = z.object({
  id: z.number(),
  type: z.enum(CREDIT_TYPES),
  state: z.enum(CREDIT_STATES),
  purchase_order_id: z.number(),
  po_number: z.string(),
  vendor: z.string().nullable(),
  /** The vendor in any spelling. */
  vendor_identity: z.string().nullable(),
  /** The order's line that it is of. */
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
  /** What of it the vendor pays back: its invoice was paid when it was applied. */
  refund: money,
  refunded_on: z.string().nullable(),
  /** What of that has not come yet. */
  refund_due: money,
  /** Of its line. */
  photos: z.number(),
  created_at: utcText,
  age_days: z.number(),
});
export type CreditRow = z.infer<typeof creditRow>;

const creditFilter = moneyFilter.extend({
  status: z.enum(CREDIT_STATES).optional(),
  /** Only those of which a refund is due. */
  refundDue: z.stringbool().default(false),
  /** Of one order alone. */
  purchaseOrderId: z.coerce.number<number | string>().int().positive().optional(),
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
  /** How long the open ones of the vendor are waiting, and refunds that are due; and those refunds alone. */
  beside: { ageing, refunds: z.object({ count: z.number(), amount: money }) },
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

export const creditEvidence = endpoint({
  method: 'GET',
  path: '/api/vendor-credits/:id/evidence',
  summary: 'What shows that a vendor owes a credit: how its line was received, list by list, and photos of what came broken',
  params: z.object({ id: z.coerce.number<number | string>().int().positive() }),
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

export const createCreditsFromDifferences = endpoint({
  method: 'POST',
  path: '/api/vendor-credits/from-differences',
  summary: 'Expect credits for all that a purchase order was billed wrongly and nothing asks for yet',
  body: z.object({ purchaseOrderId: z.int().positive() }),
  response: z.object({ created: z.number(), amount: money }),
  reasons: ['nothing_to_credit'],
});

export const createCredit = endpoint({
  method: 'POST',
  path: '/api/vendor-credits',
  summary: 'Expect a credit that no difference tells of: a return, a rebate. A client id makes sending it twice harmless',
  body: z.object({
    client_id: z.string().trim().min(1).max(100).optional(),
    purchaseOrderId: z.int().positive(),
    type: z.enum(['RETURN', 'REBATE']),
    purchaseOrderLineId: z.int().positive().nullish(),
    quantity: z.int().min(1).max(1_000_000).nullish(),
    amount: enteredMoney.refine((amount) => Number(amount) > 0, 'must be more than nothing'),
    note: z.string().trim().min(1, 'Say what it is for').max(500),
  }),
  response: z.object({ id: z.number() }),
  reasons: ['unknown_line', 'too_much', 'client_id_used'],
});

const creditIds = z.array(z.int().positive()).min(1).max(500);

export const moveCredits = endpoint({
  method: 'POST',
  path: '/api/vendor-credits/move',
  summary: 'Say that credits were requested, received, denied or written off, withdraw them, or take a move back: all of them or none',
  body: z.object({
    creditIds,
    to: z.enum(['REQUESTED', 'RECEIVED', 'DENIED', 'WRITTEN_OFF', 'VOID']),
    /** The vendor's own number of the credit. */
    memo: z.string().trim().max(100).nullish(),
    /** What the vendor gave, of one credit alone; as was asked for where it is left out. */
    amount: enteredMoney.nullish(),
    /** Needed where it is denied, written off or withdrawn, or where a move is taken back. */
    reason: z.string().trim().max(500).nullish(),
  }),
  response: z.object({ moved: z.number() }),
  reasons: ['wrong_state', 'reason_missing', 'amount_missing', 'too_much', 'claimed_already'],
});

export const applyCredits = endpoint({
  method: 'POST',
  path: '/api/vendor-credits/apply',
  summary: 'Apply received credits to an invoice of the same vendor: all of them or none. What a paid invoice takes is a refund that is due',
  body: z.object({ creditIds, invoiceId: z.int().positive() }),
  response: z.object({ applied: z.number(), amount: money, refund_due: money }),
  reasons: ['wrong_state', 'other_vendor', 'too_much'],
});

export const refundCredits = endpoint({
  method: 'POST',
  path: '/api/vendor-credits/refund',
  summary: 'Say that the vendor paid back what credits of paid invoices come to, or that this was said by mistake: all of them or none',
  body: z.object({
    creditIds,
    /** The day that the money came; null takes it back. */
    refunded_on: day.nullable(),
    /** Needed where it is taken back. */
    reason: z.string().trim().max(500).nullish(),
  }),
  response: z.object({ refunded: z.number(), amount: money }),
  reasons: ['wrong_state', 'reason_missing'],
});

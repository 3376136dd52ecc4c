import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId, utcText } from '../formats/record.ts';

export const CHANGES_PAGE_SIZE = 50;

export const CHANGE_KINDS = [
  'CREATED',
  'HEADER',
  'QUANTITY',
  'IMPORTED',
  'LINE_ADDED',
  'LINE_REMOVED',
  'SPLIT',
  'CANCELED',
  'CLOSED',
  'REOPENED',
  'UNEXPECTED',
  'RECEIPT',
  'LINE',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

const purchasingChange = z.object({
  id: z.number(),
  at: utcText,
  by: z.string(),
  /** The label of the packing list that was changed; null when it was the order alone. */
  packing_list_name: z.string().nullable(),
  kind: z.enum(CHANGE_KINDS),
  /** The supplier SKU or the code that it was about, where it was one. */
  subject: z.string().nullable(),
  /** In words; null where there was nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type PurchasingChange = z.infer<typeof purchasingChange>;

export const listPurchasingChanges = endpoint({
  method: 'GET',
  path: '/api/purchase-orders/changes',
  summary: `Who changed what of a purchase order and its packing lists, newest first, ${CHANGES_PAGE_SIZE} at a time`,
  query: z.object({
    poNumber: z.string().trim().min(1),
    /** Only what was changed of this packing list. */
    packingListId: recordId.optional(),
    /** The last id of the part before. */
    before: recordId.optional(),
  }),
  response: z.array(purchasingChange),
});

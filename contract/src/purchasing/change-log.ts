import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { recordId } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';

export const CHANGES_PAGE_SIZE = 50;

const CHANGE_KINDS = [
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
  /** The label of the changed packing list; null for a change of the order itself. */
  packing_list_name: z.string().nullable(),
  kind: z.enum(CHANGE_KINDS),
  /** The changed supplier SKU or code, if any. */
  subject: z.string().nullable(),
  /** In words; null if there was no value. */
  before: z.string().nullable(),
  after: z.string().nullable(),
});
export type PurchasingChange = z.infer<typeof purchasingChange>;

export const listPurchasingChanges = endpoint('GET /api/purchase-orders/changes', {
  summary: `The change log of a purchase order and its packing lists, newest first, ${CHANGES_PAGE_SIZE} entries per page`,
  query: z.object({
    poNumber: z.string().trim().min(1),
    /** Only changes of this packing list. */
    packingListId: recordId.optional(),
    /** The last id of the previous page. */
    before: recordId.optional(),
  }),
  response: z.array(purchasingChange),
});

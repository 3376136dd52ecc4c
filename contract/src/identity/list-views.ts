import * as z from 'zod';
import { endpoint, success } from '../endpoint.ts';
import { INTEGER_MAX, recordParams } from '../formats/ids.ts';
import { utcText } from '../formats/utc-text.ts';
import type { Permission } from '../permissions.ts';

/** The lists that have views, each with the permission to read it. */
export const LISTS = {
  orders: 'orders.read',
  cases: 'cases.read',
  stock: 'stock.read',
  'purchase-orders': 'purchasing.read',
  'order-drafts': 'purchasing.read',
  'reorder-proposals': 'purchasing.read',
  invoices: 'invoices.read',
  'invoiced-orders': 'invoices.read',
  documents: 'documents.read',
  jobs: 'jobs.read',
  people: 'people.manage',
  feeds: 'listings.read',
  'audit-log': 'audit.read',
  'packing-lists': 'purchasing.read',
  inbound: 'stock.read',
  'price-lists': 'prices.read',
} as const satisfies Record<string, Permission>;
export type ListName = keyof typeof LISTS;
export const listName = z.enum(Object.keys(LISTS) as [ListName, ...ListName[]]);

export const VIEW_NAME_MAX_LENGTH = 60;

/** How many views of one list a person may own. */
export const VIEWS_LIMIT = 100;

/** The name of a column in layouts and views. */
export const columnName = z.string().min(1).max(60);
/** The shown columns in their order. */
export const shownColumns = z.array(columnName).min(1).max(60);

/** The filters and the order of a list, as in its page's address. */
const viewAddress = z
  .record(z.string().min(1).max(40), z.union([z.string().max(300), z.number(), z.boolean()]))
  .refine((address) => Object.keys(address).length <= 30, 'must have at most 30 parts');
export type ViewAddress = z.infer<typeof viewAddress>;

const viewName = z.string().trim().min(1).max(VIEW_NAME_MAX_LENGTH);

const listView = z.object({
  id: z.number(),
  list: listName,
  name: z.string(),
  is_shared: z.boolean(),
  /** The person who made it. */
  owner: z.string(),
  is_own: z.boolean(),
  /** Whether the caller may change and delete it. */
  may_change: z.boolean(),
  address: viewAddress,
  /** null for the columns of each person. */
  columns: shownColumns.nullable(),
  version: z.number(),
  updated_at: utcText,
});
export type ListView = z.infer<typeof listView>;

export const listViews = endpoint('GET /api/list-views', {
  summary: "The caller's views of a list, and the shared ones, by name",
  query: z.object({ list: listName }),
  response: z.object({ views: z.array(listView) }),
});

export const createListView = endpoint('POST /api/list-views', {
  summary: 'Save the filters, the order and the columns of a list as a named view',
  body: z.object({ list: listName, name: viewName, is_shared: z.boolean(), address: viewAddress, columns: shownColumns.nullable() }),
  response: z.object({ view: listView }),
  reasons: ['name_taken', 'too_many'],
});

export const changeListView = endpoint('PUT /api/list-views/:id', {
  summary: 'Rename, share or update a view; absent parts keep their values',
  params: recordParams,
  body: z.object({
    version: z.int().min(1).max(INTEGER_MAX),
    name: viewName.optional(),
    is_shared: z.boolean().optional(),
    address: viewAddress.optional(),
    columns: shownColumns.nullable().optional(),
  }),
  response: z.object({ view: listView }),
  reasons: ['name_taken', 'changed_meanwhile'],
});

export const deleteListView = endpoint('DELETE /api/list-views/:id', {
  summary: 'Delete a view',
  params: recordParams,
  response: success,
});

import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import type { Permission } from '../permissions.ts';

interface Kind {
  readonly label: string;
  /** The search skips kinds that the caller has no permission for. */
  readonly permission: Permission;
  /** `loc:A-1` searches only locations. */
  readonly prefix: string;
}

/** The searchable kinds, in display order. */
export const SEARCH_KINDS = {
  location: { label: 'Locations', permission: 'stock.read', prefix: 'loc' },
  product: { label: 'Products', permission: 'catalogue.read', prefix: 'product' },
  unit: { label: 'Units', permission: 'stock.read', prefix: 'unit' },
  order: { label: 'Orders', permission: 'orders.read', prefix: 'order' },
  return: { label: 'Returns', permission: 'returns.read', prefix: 'return' },
  case: { label: 'Cases', permission: 'cases.read', prefix: 'case' },
  'purchase-order': { label: 'Purchase orders', permission: 'purchasing.read', prefix: 'po' },
  'packing-list': { label: 'Packing lists', permission: 'purchasing.read', prefix: 'list' },
  invoice: { label: 'Invoices', permission: 'invoices.read', prefix: 'invoice' },
  feed: { label: 'Feeds', permission: 'listings.read', prefix: 'feed' },
  document: { label: 'Documents', permission: 'documents.read', prefix: 'doc' },
  job: { label: 'Jobs', permission: 'jobs.read', prefix: 'job' },
} as const satisfies Record<string, Kind>;

export type SearchKind = keyof typeof SEARCH_KINDS;
export const SEARCH_KIND_NAMES = Object.keys(SEARCH_KINDS) as [SearchKind, ...SearchKind[]];

export const MAX_SEARCH_LENGTH = 200;
export const SEARCH_RESULTS_PER_KIND = 5;

const kind = z.enum(SEARCH_KIND_NAMES);

const searchResult = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** The product's picture at the marketplace. */
  imageUrl: z.string().nullable(),
  /** The path of the screen that opens it. */
  path: z.string(),
  /** The query is a code of this record, not only similar text. */
  isExact: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const search = endpoint('GET /api/search', {
  summary: 'Search products, locations, cases, orders and more by a code or words, limited to the kinds that the caller may open',
  mayLag: true,
  query: z.object({
    /** A code or words, optionally with a prefix such as `loc:`, `po:`, `case:`, `list:` or `tracking:`. */
    q: z.string().max(MAX_SEARCH_LENGTH),
    /** Kinds, separated by commas; all when it is empty or absent. */
    types: z
      .string()
      .transform((list) => list.split(',').flatMap((name) => name.trim() || []))
      .pipe(z.array(kind))
      .optional(),
  }),
  response: z.object({
    /** Only kinds with results; kinds with an exact result come first. */
    groups: z.array(z.object({ kind, results: z.array(searchResult) })),
    /** Kinds whose search timed out. */
    late: z.array(kind),
  }),
});

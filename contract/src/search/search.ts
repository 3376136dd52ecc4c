import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import type { Permission } from '../permissions.ts';

interface Kind {
  readonly label: string;
  /** What one must be permitted to see any of them; they are not even looked for otherwise. */
  readonly permission: Permission;
  /** `loc:A-1` searches locations alone. */
  readonly prefix: string;
}

/** What can be found, in the order in which it is shown. */
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
/** Each kind shows at most so many. */
export const SEARCH_RESULTS_PER_KIND = 5;

const kind = z.enum(SEARCH_KIND_NAMES);

export const searchResult = z.object({
  id: z.string(),
  title: z.string(),
  detail: z.string().nullable(),
  /** A picture of the product, with the marketplace. */
  imageUrl: z.string().nullable(),
  /** Where it is opened, within the page. */
  path: z.string(),
  /** It is what the code names, not merely like it. */
  isExact: z.boolean(),
});
export type SearchResult = z.infer<typeof searchResult>;

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary: 'What a code or some words mean: products, locations, cases, orders … of the kinds that the caller may open',
  query: z.object({
    /** A code, or words; `loc:`, `po:`, `case:`, `list:`, `tracking:` and so on in front narrow it. */
    q: z.string().max(MAX_SEARCH_LENGTH),
    /** Kinds, separated by commas; all when absent. */
    types: z
      .string()
      .transform((list) => list.split(',').map((name) => name.trim()))
      .pipe(z.array(kind))
      .optional(),
  }),
  response: z.object({
    /** Those with an exact result first; only kinds of which something was found. */
    groups: z.array(z.object({ kind, results: z.array(searchResult) })),
    /** Kinds that did not answer within the time. */
    late: z.array(kind),
  }),
});

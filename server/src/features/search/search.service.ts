import type { OutputOf } from '@stowage/contract/endpoint';
import { isPermitted, PERMISSIONS, type Permission } from '@stowage/contract/permissions';
import { SEARCH_KINDS, type SearchKind, type search } from '@stowage/contract/search/search';
import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { withinTime } from '../../platform/database/within-time.ts';
import { caseSource } from './kinds/case.read-model.ts';
import { documentSource } from './kinds/document.read-model.ts';
import { feedSource } from './kinds/feed.read-model.ts';
import { invoiceSource } from './kinds/invoice.read-model.ts';
import { jobSource } from './kinds/job.read-model.ts';
import { locationSource } from './kinds/location.read-model.ts';
import { orderSource } from './kinds/order.read-model.ts';
import { packingListSource } from './kinds/packing-list.read-model.ts';
import { productSource } from './kinds/product.read-model.ts';
import { purchaseOrderSource } from './kinds/purchase-order.read-model.ts';
import { returnSource } from './kinds/return.read-model.ts';
import { unitSource } from './kinds/unit.read-model.ts';
import { parseSearchQuery, type SearchQuery } from './search-query.rules.ts';
import type { SearchHit, SearchSource } from './search-source.ts';

const SOURCES: readonly SearchSource[] = [
  locationSource,
  productSource,
  unitSource,
  orderSource,
  returnSource,
  caseSource,
  purchaseOrderSource,
  packingListSource,
  invoiceSource,
  feedSource,
  documentSource,
  jobSource,
];

/** A kind with a slower statement is reported as late, so that it does not delay the others. */
const STATEMENT_TIMEOUT_MS = 80;
/** The number of connections that one search uses. Scans share the pool. */
const CONCURRENCY = 3;

type Answer = OutputOf<typeof search>;
type Group = Answer['groups'][number];

export type SearchService = ReturnType<typeof createSearchService>;

/** @param limitMs the timeout of a statement */
export function createSearchService({ db, limitMs = STATEMENT_TIMEOUT_MS }: { db: DatabasePool; limitMs?: number | undefined }) {
  return {
    /** Searches the kinds that the caller may open. @param types restricts the kinds; all when it is empty */
    async search(text: string, { types = [], roles }: { types?: readonly SearchKind[] | undefined; roles: readonly string[] }): Promise<Answer> {
      const parsed = parseSearchQuery(text);
      if (parsed === undefined) return { groups: [], late: [] };
      const isWanted = ({ kind }: SearchSource) =>
        parsed.kinds.includes(kind) && (types.length === 0 || types.includes(kind)) && isPermitted(roles, SEARCH_KINDS[kind].permission);
      const areas = PERMISSIONS.filter((permission) => isPermitted(roles, permission));
      return runSources(db, SOURCES.filter(isWanted), { query: parsed.query, areas, limitMs });
    },
  };
}

interface SourceInput {
  readonly query: SearchQuery;
  readonly areas: readonly Permission[];
  readonly limitMs: number;
}

/** Each worker runs sources in one transaction, and starts another after a statement timed out. */
async function runSources(db: DatabasePool, sources: readonly SearchSource[], { query, areas, limitMs }: SourceInput): Promise<Answer> {
  const hits = new Map<SearchKind, readonly SearchHit[]>();
  const pending = [...sources];
  const work = async () => {
    while (pending.length > 0) {
      await withinTime(db, limitMs, async (tx) => {
        for (let source = pending.shift(); source !== undefined; source = pending.shift()) hits.set(source.kind, await source.find(tx, query, areas));
      });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  const kinds = sources.map(({ kind }) => kind);
  return { groups: toGroups(kinds.map((kind) => ({ kind, hits: hits.get(kind) ?? [] }))), late: kinds.filter((kind) => !hits.has(kind)) };
}

/** Puts exact hits first and fuzzy hits last. Drops fuzzy hits when there is an exact one. */
function toGroups(kinds: readonly { readonly kind: SearchKind; readonly hits: readonly SearchHit[] }[]): Group[] {
  const hasExact = kinds.some(({ hits }) => hits.some(({ isExact }) => isExact));
  const groups = kinds.flatMap(({ kind, hits }) => {
    const shown = hits.filter(({ isFuzzy }) => isFuzzy !== true || !hasExact);
    const results = shown.map(({ isFuzzy: _, ...result }) => ({ imageUrl: null, ...result }));
    const isFuzzy = shown.every((hit) => hit.isFuzzy === true);
    return results.length === 0 ? [] : [{ kind, isFuzzy, results: moveToFront(results, ({ isExact }) => isExact) }];
  });
  const exactFirst = moveToFront(groups, ({ results }) => results.some(({ isExact }) => isExact));
  return moveToFront(exactFirst, ({ isFuzzy }) => !isFuzzy).map(({ kind, results }) => ({ kind, results }));
}

/** Moves the matching items to the front and keeps the order otherwise. */
function moveToFront<T>(items: readonly T[], matches: (item: T) => boolean): T[] {
  return [...items.filter(matches), ...items.filter((item) => !matches(item))];
}

import { isPermitted, type Role } from '@stowage/contract/permissions';
import { SEARCH_KINDS, type SearchKind, type SearchResult } from '@stowage/contract/search';
import type { Kysely } from 'kysely';
import type { DB } from '../../platform/database/schema.generated.ts';
import { withinTime } from '../../platform/database/within-time.ts';
import { caseSource } from './kinds/case.read-model.ts';
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
import { type Question, readQuestion } from './question.rules.ts';
import type { Found, SearchSource } from './search-source.ts';

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
  jobSource,
];

/** A kind of which a statement takes longer is left out and named, so that the others are not waited for. */
const LIMIT_MS = 80;
/** Kinds that are asked at once: a search takes few of the pool's connections, since scans need them too. */
const LANES = 3;

interface Group {
  readonly kind: SearchKind;
  readonly results: SearchResult[];
}

interface Answer {
  readonly groups: Group[];
  readonly late: SearchKind[];
}

export interface SearchService {
  /** @param types undefined for all kinds @param roles of whoever asks: other kinds are never looked for */
  search(typed: string, asked: { types?: readonly SearchKind[] | undefined; roles: readonly Role[] }): Promise<Answer>;
}

/** @param limitMs how long a statement may take */
export function createSearchService({ db, limitMs = LIMIT_MS }: { db: Kysely<DB>; limitMs?: number | undefined }): SearchService {
  return {
    async search(typed, { types, roles }) {
      const read = readQuestion(typed);
      if (read === undefined) return { groups: [], late: [] };
      const isWanted = ({ kind }: SearchSource) =>
        read.kinds.includes(kind) && (types === undefined || types.includes(kind)) && isPermitted(roles, SEARCH_KINDS[kind].permission);
      return ask(db, SOURCES.filter(isWanted), read.question, limitMs);
    },
  };
}

/** Each lane has a transaction, and another after a statement was ended. */
async function ask(db: Kysely<DB>, sources: readonly SearchSource[], question: Question, limitMs: number): Promise<Answer> {
  const answers = new Map<SearchKind, readonly Found[] | undefined>();
  const waiting = [...sources];
  const lane = async () => {
    while (waiting.length > 0) {
      await withinTime(db, limitMs, async (tx) => {
        for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
          answers.set(source.kind, undefined);
          answers.set(source.kind, await source.find(tx, question));
        }
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  const groups = sources.flatMap(({ kind }) => {
    const results = (answers.get(kind) ?? []).map((found) => ({ imageUrl: null, ...found }));
    return results.length === 0 ? [] : [{ kind, results: exactFirst(results, ({ isExact }) => isExact) }];
  });
  return {
    groups: exactFirst(groups, ({ results }) => results.some(({ isExact }) => isExact)),
    late: sources.map(({ kind }) => kind).filter((kind) => answers.get(kind) === undefined),
  };
}

/** In the same order otherwise. */
function exactFirst<T>(all: readonly T[], isExact: (one: T) => boolean): T[] {
  return [...all.filter(isExact), ...all.filter((one) => !isExact(one))];
}

import { isPermitted, PERMISSIONS, type Permission, type Role } from '@stowage/contract/permissions';
import { SEARCH_KINDS, type SearchKind, type SearchResult } from '@stowage/contract/search/search';
import type { DatabasePool } from '../../platform/database/connect.ts';
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
  documentSource,
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
export function createSearchService({ db, limitMs = LIMIT_MS }: { db: DatabasePool; limitMs?: number | undefined }): SearchService {
  return {
    async search(typed, { types, roles }) {
      const read = readQuestion(typed);
      if (read === undefined) return { groups: [], late: [] };
      const isWanted = ({ kind }: SearchSource) =>
        read.kinds.includes(kind) && (types === undefined || types.includes(kind)) && isPermitted(roles, SEARCH_KINDS[kind].permission);
      const areas = PERMISSIONS.filter((permission) => isPermitted(roles, permission));
      return ask(db, SOURCES.filter(isWanted), { question: read.question, areas, limitMs });
    },
  };
}

interface Asked {
  readonly question: Question;
  readonly areas: readonly Permission[];
  readonly limitMs: number;
}

/** Each lane has a transaction, and another after a statement was ended. */
async function ask(db: DatabasePool, sources: readonly SearchSource[], { question, areas, limitMs }: Asked): Promise<Answer> {
  const answers = new Map<SearchKind, readonly Found[] | undefined>();
  const waiting = [...sources];
  const lane = async () => {
    while (waiting.length > 0) {
      await withinTime(db, limitMs, async (tx) => {
        for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
          answers.set(source.kind, undefined);
          answers.set(source.kind, await source.find(tx, question, areas));
        }
      });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return {
    groups: groupsOf(sources.map(({ kind }) => ({ kind, found: answers.get(kind) ?? [] }))),
    late: sources.map(({ kind }) => kind).filter((kind) => answers.get(kind) === undefined),
  };
}

/** What is exact first; what was only guessed last, and not at all beside something exact. */
function groupsOf(kinds: readonly { readonly kind: SearchKind; readonly found: readonly Found[] }[]): Group[] {
  const isSure = kinds.some(({ found }) => found.some(({ isExact }) => isExact));
  const groups = kinds.flatMap(({ kind, found }) => {
    const meant = found.filter(({ isGuessed }) => isGuessed !== true || !isSure);
    const results = meant.map(({ isGuessed: _, ...result }) => ({ imageUrl: null, ...result }));
    const isGuess = meant.every(({ isGuessed }) => isGuessed === true);
    return results.length === 0 ? [] : [{ kind, isGuess, results: those(results, ({ isExact }) => isExact) }];
  });
  const exactFirst = those(groups, ({ results }) => results.some(({ isExact }) => isExact));
  return those(exactFirst, ({ isGuess }) => !isGuess).map(({ kind, results }) => ({ kind, results }));
}

/** Those first, in the same order otherwise. */
function those<T>(all: readonly T[], isMeant: (one: T) => boolean): T[] {
  return [...all.filter(isMeant), ...all.filter((one) => !isMeant(one))];
}

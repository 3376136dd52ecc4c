import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { StockRow, stockPage } from '@stowage/contract/inventory/stock';
import { AppError } from '../../../platform/app-error.ts';
import { createBatches } from '../../../platform/batches.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { writeCursor } from '../../../platform/formats/page-cursor.rules.ts';
import { resolveSearch } from '../../catalog/index.ts';
import { countListedOutOfSync } from '../../pricing/index.ts';
import { sortListings } from '../ledger/stock-total.repository.ts';
import { findActiveLocation, locationReference } from '../locations/location.repository.ts';
import { stockCsv } from './stock-csv.ts';
import { findFewDue, findListings, type StockFilter, type StockOrder, sumStock } from './stock-listing.read-model.ts';
import { listStock } from './stock-page.read-model.ts';
import { readStockCursor, type StockCursor } from './stock-page.rules.ts';

type Query = ParsedInputOf<typeof stockPage>['query'];
type Order = Pick<Query, 'sort' | 'descending'>;
type Filters = Omit<Query, 'after' | 'size' | keyof Order>;

const MATCHES_AT_ONCE = 10_000;
/** More calls than a process serves at a time. */
const MAX_CALLS = 1_000;

export type StockPageService = ReturnType<typeof createStockPageService>;

export function createStockPageService({ db }: { db: DatabasePool }) {
  // Calls that arrive together sort once: each is answered after a run that began later than its call.
  const sort = createBatches<'call', void>(MAX_CALLS, async (calls) => {
    await sortListings(db);
    return calls.map(() => ({ status: 'fulfilled', value: undefined }));
  });
  return {
    async list({ after, size, ...query }: Query): Promise<{ data: StockRow[]; next: string | null }> {
      const cursor = after === undefined ? undefined : readStockCursor(after, query.sort === 'sku' || query.sort === 'item' ? 'string' : 'number');
      if (after !== undefined && cursor === undefined) throw new AppError('invalid_input', 'after: is not the cursor of a page in this order');
      if (readsSortedCopy(query)) await sort('call');
      const { rows, next } = await listStock(db, await filterOf(db, query), orderOf(query), { after: cursor, limit: size });
      return { data: rows, next: next === undefined ? null : writeCursor(next.key, next.id) };
    },
    total: async (query: Filters) => {
      await sort('call');
      return sumStock(db, await filterOf(db, query));
    },
    export: async ({ ids, except, ...query }: Filters & Order & { ids?: number[] | undefined; except?: number[] | undefined }) => {
      await sort('call');
      return stockCsv(db, { ...(await filterOf(db, query)), listingIds: ids, exceptIds: except }, exportOrderOf(query));
    },
  };
}

/** Whether the list uses the copy of the units on hand, which must be up to date. */
function readsSortedCopy({ sort, in_stock, count_due, location }: Filters & Order): boolean {
  return sort === 'on_hand' || in_stock || count_due || location !== '';
}

async function filterOf(db: Database, query: Filters): Promise<StockFilter> {
  const { search, vendor, condition, location } = query;
  const place = location === '' ? undefined : await findActiveLocation(db, locationReference(location));
  if (location !== '' && place === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
  return {
    search: search === '' ? undefined : await searchOf(db, search),
    vendor: vendor || undefined,
    condition,
    locationId: place?.id,
    isInStock: query.in_stock,
    isWithoutSku: query.no_sku,
    isCountDue: query.count_due,
    dueListings: query.count_due ? await findFewDue(db) : undefined,
    outOfSync: query.out_of_sync ? ((await countListedOutOfSync(db)) ?? 'COMPARED') : undefined,
    isBelowMap: query.below_map,
    hasNegativeMargin: query.negative_margin,
  };
}

async function searchOf(db: Database, search: string): Promise<StockFilter['search']> {
  const result = await resolveSearch(db, search);
  return 'words' in result ? result : { listingIds: result.listings.map(({ id }) => id) };
}

function orderOf({ sort, descending }: Order): StockOrder {
  return { sort, isDescending: descending };
}

/** An export reads many pages, so it follows an index. */
function exportOrderOf(query: Order): StockOrder {
  const isIndexed = query.sort === 'on_hand' || query.sort === 'sku' || query.sort === 'item';
  return isIndexed ? orderOf(query) : { sort: 'on_hand', isDescending: true };
}

/** The ids of all listings that match the list's filters. */
export async function listMatchingListings(db: Database, query: Filters): Promise<number[]> {
  const [filter, ids] = [await filterOf(db, query), [] as number[]];
  let after: StockCursor | undefined;
  do {
    const page = await findListings(db, filter, { sort: 'sku', isDescending: false }, { after, limit: MATCHES_AT_ONCE });
    ids.push(...page.map(({ id }) => id));
    after = page.length < MATCHES_AT_ONCE ? undefined : page.at(-1);
  } while (after !== undefined);
  return ids;
}

import { MONEY_PAGE_SIZE, MONEY_WINDOW } from '@stowage/contract/invoicing/purchase-money';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { splitByMonth } from './day-range.rules.ts';
import { conditions, FIRST_DAY, LAST_DAY, type MoneyFilter, type MoneyList, type MoneyOrder, readAsVendor } from './money-list.read-model.ts';

export interface Totals<Amount extends string> {
  readonly totals: Record<Amount, string>;
  readonly totalCount: number;
  readonly isPartial: boolean;
}

interface MoneyPage<Amount extends string> extends Totals<Amount> {
  /** In the requested order. */
  readonly ids: readonly number[];
  readonly isSortPartial: boolean;
}

interface Asked<Sort extends string> extends MoneyOrder<Sort> {
  /** Zero-based. */
  readonly page: number;
  /** Filters besides the list's own, with few matches. */
  readonly also?: RawBuilder<SqlBool> | undefined;
}

/**
 * A page of a list with the totals of all filtered rows. No request reads more rows than the window: the answer reports when a
 * late page, or the order of more matches than that, is incomplete.
 */
export async function readPage<A extends string, S extends string>(
  db: Database,
  list: MoneyList<A, S>,
  wanted: MoneyFilter,
  asked: Asked<S>,
): Promise<MoneyPage<A>> {
  const { search, ...filter } = await readAsVendor(db, list, wanted);
  const { status } = filter;
  if (search !== '') return findPage(db, list, conditions(list, filter, await findNamed(db, list, search, filter), asked.also), { ...asked, status });
  if (asked.also !== undefined) return findPage(db, list, conditions(list, filter, asked.also), { ...asked, status });
  const [ids, totals] = await Promise.all([listIds(db, list, filter, asked), sumByMonth(db, list, filter)]);
  const isSortPartial = wayTo(list, filter, asked.sort) === 'window' && totals.totalCount > MONEY_WINDOW;
  return { ids, ...totals, isSortPartial };
}

type Way = 'index' | 'merge' | 'window';

/** How the page is found: along one index, along one index per state, or among the newest matches. */
function wayTo<S extends string>(list: MoneyList<string, S>, { vendor, from, to }: Omit<MoneyFilter, 'search'>, sort: S): Way {
  const key = list.sorts[sort];
  if (key === 'day' || key === 'age') return 'index';
  if (vendor !== undefined || from !== undefined || to !== undefined) return 'window';
  return key === 'state' ? 'index' : 'merge';
}

/** Plan: from the end of an index on the day, the vendor or the state; in other orders, from the ends of one on state and key. */
async function listIds<A extends string, S extends string>(
  db: Database,
  list: MoneyList<A, S>,
  filter: Omit<MoneyFilter, 'search'>,
  { page, ...order }: Asked<S>,
): Promise<number[]> {
  const offset = page * MONEY_PAGE_SIZE;
  if (offset >= MONEY_WINDOW) return [];
  const way = wayTo(list, filter, order.sort);
  const from = sql`from ${list.table} where ${conditions(list, filter)}`;
  const sorted = orderBy(list, order);
  const rows = {
    index: sql`select ${list.id} as id ${from} order by ${sorted.within}`,
    merge: sql`
      select page.id from unnest(${filter.status === undefined ? [...list.states] : [filter.status]}::text[]) as of_state (state), lateral (
        select ${list.id} as id, ${sorted.key} as key from ${list.table} where ${list.status} = of_state.state
        order by ${sorted.within} limit ${offset + MONEY_PAGE_SIZE}
      ) page order by ${sorted.outside}`,
    window: sql`
      select page.id from (
        select ${list.id} as id, ${sorted.key} as key ${from} order by ${list.day} desc, ${list.id} desc limit ${MONEY_WINDOW}
      ) page order by ${sorted.outside}`,
  }[way];
  const found = await sql<{ id: number }>`${rows} limit ${MONEY_PAGE_SIZE} offset ${offset}`.execute(db);
  return found.rows.map(({ id }) => id);
}

/** The order of the rows, and of IDs with their keys. */
function orderBy<S extends string>(list: MoneyList<string, S>, { sort, descending }: MoneyOrder<S>) {
  const key = list.sorts[sort];
  // An older day is a larger age.
  const direction = descending === (key !== 'age') ? sql`desc` : sql`asc`;
  const expression = key === 'day' || key === 'age' ? list.day : key === 'state' ? list.status : key;
  // States have few values, so the day sorts within them.
  const then = key === 'state' ? sql`${list.day} ${direction}, ` : sql``;
  return {
    key: expression,
    within: sql`${expression} ${direction}, ${then}${list.id} ${direction}`,
    outside: sql`page.key ${direction}, page.id ${direction}`,
  };
}

/**
 * The condition of a text search: by ID when there are few matches, else by the beginning of the number plus the newest
 * matches within the window. Plan: a trigram index, read up to the window.
 */
async function findNamed<A extends string, S extends string>(
  db: Database,
  list: MoneyList<A, S>,
  search: string,
  filter: Omit<MoneyFilter, 'search'>,
): Promise<RawBuilder<SqlBool>> {
  const idsOf = async (found: RawBuilder<unknown>, limit: number) =>
    (await sql<{ id: number }>`select id from (${found}) as found (id) limit ${limit}`.execute(db)).rows.map(({ id }) => id);
  const amongIds = (ids: readonly number[]) => sql<SqlBool>`${list.id} = any(${[...ids]}::bigint[])`;
  const ids = await idsOf(list.found(search), MONEY_WINDOW + 1);
  if (ids.length <= MONEY_WINDOW) return amongIds(ids);
  const numbered = await idsOf(list.numbered(search), MONEY_WINDOW);
  if (numbered.length === 0 || numbered.length === MONEY_WINDOW) return list.holds(search);
  const others = sql`
    select ${list.id} from ${list.table} where ${conditions(list, filter, list.holds(search))} and not ${amongIds(numbered)}
    order by ${list.day} desc, ${list.id} desc limit ${MONEY_WINDOW - numbered.length}`;
  return sql<SqlBool>`(${amongIds(numbered)} or ${list.id} in (${others}))`;
}

type SumRow<A extends string> = Record<A, string> & { count: number };

/** Sorts and sums the newest matches of a search. */
async function findPage<A extends string, S extends string>(
  db: Database,
  list: MoneyList<A, S>,
  where: RawBuilder<SqlBool>,
  { page, status, ...order }: Asked<S> & Pick<MoneyFilter, 'status'>,
): Promise<MoneyPage<A>> {
  const sorted = orderBy(list, order);
  const columns = sql.join(list.amounts.map((name) => sql.ref(`r.${name}`)));
  const { rows } = await sql<SumRow<A> & { ids: number[] }>`
    with page as materialized (
      select ${list.id} as id, ${sorted.key} as key, ${list.status} as status, ${columns} from ${list.table} where ${where}
      order by ${list.day} desc, ${list.id} desc limit ${MONEY_WINDOW}
    )
    select count(*)::int as count, ${sums(list, status)},
      array(select page.id::int from page order by ${sorted.outside} limit ${MONEY_PAGE_SIZE} offset ${page * MONEY_PAGE_SIZE}) as ids from page`.execute(db);
  const isPartial = rows[0]?.count === MONEY_WINDOW;
  return { ids: rows[0]?.ids ?? [], ...toTotals(list, rows[0], isPartial), isSortPartial: false };
}

/** The count and sums of all rows, from the monthly sums. */
async function sumByMonth<A extends string>(db: Database, list: MoneyList<A>, { vendor, from, to, status }: Omit<MoneyFilter, 'search'>): Promise<Totals<A>> {
  const { months, days } = splitByMonth(from, to);
  const columns = sql.join(list.amounts.map((name) => sql.ref(name)));
  const parts = [
    ...(months === undefined
      ? []
      : [
          sql`select rows, ${list.statusOfSums}, ${columns} from ${list.sums} where month between ${months.from ?? FIRST_DAY} and ${months.to ?? LAST_DAY}
            and ${vendor === undefined ? sql`true` : sql`vendor_key = upper(${vendor})`} and ${status === undefined ? sql`true` : sql`${list.statusOfSums} = ${status}`}`,
        ]),
    ...days.map((part) => sql`select 1, ${list.status}, ${columns} from ${list.table} where ${conditions(list, { vendor, status, ...part })}`),
    // The columns exist also for an empty sum.
    sql`select 0, '', ${sql.join(list.amounts.map(() => sql`0`))}`,
  ];
  const { rows } = await sql<SumRow<A>>`
    select sum(rows)::int as count, ${sums(list, status)} from (${sql.join(parts, sql` union all `)}) as parts (rows, status, ${columns})`.execute(db);
  return toTotals(list, rows[0], false);
}

/** The filter on rows with their `status`, without the states that totals exclude unless they are filtered for. */
function sums<A extends string>({ amounts, uncounted }: MoneyList<A>, asked: string | undefined): RawBuilder<unknown> {
  const left = asked === undefined ? uncounted : [];
  const counted = sql`filter (where status <> all(${[...left]}::text[]))`;
  return sql.join(amounts.map((name) => sql`coalesce(sum(${sql.ref(name)}) ${counted}, 0)::numeric(20, 2) as ${sql.ref(name)}`));
}

function toTotals<A extends string>({ amounts }: MoneyList<A>, row: SumRow<A> | undefined, isPartial: boolean): Totals<A> {
  const totals = Object.fromEntries(amounts.map((name) => [name, row?.[name] ?? '0.00'])) as Record<A, string>;
  return { totals, totalCount: row?.count ?? 0, isPartial };
}

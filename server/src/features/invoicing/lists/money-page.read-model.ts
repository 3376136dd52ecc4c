import { MONEY_PAGE_SIZE, MONEY_WINDOW } from '@stowage/contract/invoicing/purchase-money';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import { splitByMonth } from './day-range.rules.ts';
import { conditions, FIRST_DAY, LAST_DAY, type MoneyFilter, type MoneyList, type MoneyOrder, readAsVendor } from './money-list.read-model.ts';

export interface Totals<Amount extends string> {
  readonly totals: Record<Amount, string>;
  readonly totalCount: number;
  readonly isPartial: boolean;
}

export interface MoneyPage<Amount extends string> extends Totals<Amount> {
  /** In the order that was asked for. */
  readonly ids: readonly number[];
  readonly isSortPartial: boolean;
}

interface Asked<Sort extends string> extends MoneyOrder<Sort> {
  /** Zero-based. */
  readonly page: number;
  /** What narrows the list beyond its filter, to few rows. */
  readonly also?: RawBuilder<SqlBool> | undefined;
}

/**
 * A page of a list, with totals of all that its filter lets through. No way of asking reads more rows than a window holds:
 * a page far behind, or one sorted among more matches than that, says so.
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
  const [ids, totals] = await Promise.all([listIds(db, list, filter, asked), sumKept(db, list, filter)]);
  const isSortPartial = wayTo(list, filter, asked.sort) === 'window' && totals.totalCount > MONEY_WINDOW;
  return { ids, ...totals, isSortPartial };
}

type Way = 'index' | 'merge' | 'window';

/** How a page is found: along an index as it stands, along one index per state, or among the newest matches. */
function wayTo<S extends string>(list: MoneyList<string, S>, { vendor, from, to }: Omit<MoneyFilter, 'search'>, sort: S): Way {
  const key = list.sorts[sort];
  if (key === 'day' || key === 'age') return 'index';
  if (vendor !== undefined || from !== undefined || to !== undefined) return 'window';
  return key === 'state' ? 'index' : 'merge';
}

/** Plan: from the end of an index on the day, the vendor or the state; sorted otherwise, from the ends of one on state and key. */
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

/** How the rows themselves are sorted, and ids with their keys. */
function orderBy<S extends string>(list: MoneyList<string, S>, { sort, descending }: MoneyOrder<S>) {
  const key = list.sorts[sort];
  // The older the day, the larger the age.
  const direction = descending === (key !== 'age') ? sql`desc` : sql`asc`;
  const expression = key === 'day' || key === 'age' ? list.day : key === 'state' ? list.status : key;
  // States are few: within one, the day sorts.
  const then = key === 'state' ? sql`${list.day} ${direction}, ` : sql``;
  return {
    key: expression,
    within: sql`${expression} ${direction}, ${then}${list.id} ${direction}`,
    outside: sql`page.key ${direction}, page.id ${direction}`,
  };
}

/**
 * What a search by text lets through: by name where they are few, else whose number begins so, and the newest that hold the
 * text, as many as a window holds. Plan: a trigram index, read as far as the window.
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

/** Of what a search finds, the newest are looked at: sorted, and summed up. */
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

/** How many there are, and their sums: of all of them, from what is kept by month. */
async function sumKept<A extends string>(db: Database, list: MoneyList<A>, { vendor, from, to, status }: Omit<MoneyFilter, 'search'>): Promise<Totals<A>> {
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
    // A sum of nothing has its columns still.
    sql`select 0, '', ${sql.join(list.amounts.map(() => sql`0`))}`,
  ];
  const { rows } = await sql<SumRow<A>>`
    select sum(rows)::int as count, ${sums(list, status)} from (${sql.join(parts, sql` union all `)}) as parts (rows, status, ${columns})`.execute(db);
  return toTotals(list, rows[0], false);
}

/** Of rows with their `status`; without what counts in no total, unless that is what was asked for. */
function sums<A extends string>({ amounts, uncounted }: MoneyList<A>, asked: string | undefined): RawBuilder<unknown> {
  const left = asked === undefined ? uncounted : [];
  const counted = sql`filter (where status <> all(${[...left]}::text[]))`;
  return sql.join(amounts.map((name) => sql`coalesce(sum(${sql.ref(name)}) ${counted}, 0)::numeric(20, 2) as ${sql.ref(name)}`));
}

function toTotals<A extends string>({ amounts }: MoneyList<A>, row: SumRow<A> | undefined, isPartial: boolean): Totals<A> {
  const totals = Object.fromEntries(amounts.map((name) => [name, row?.[name] ?? '0.00'])) as Record<A, string>;
  return { totals, totalCount: row?.count ?? 0, isPartial };
}

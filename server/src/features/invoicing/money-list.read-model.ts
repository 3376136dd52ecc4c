import { MONEY_PAGE_SIZE, MONEY_WINDOW } from '@stowage/contract/purchase-money';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { splitByMonth } from './day-range.rules.ts';

export interface MoneyFilter {
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search: string;
  readonly status?: string | undefined;
}

/** A list of records with money, and where its sums are kept. The rows are called `r`. */
export interface MoneyList<Amount extends string> {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** What it is sorted by, newest first; an index has it before the id. */
  readonly order: RawBuilder<unknown>;
  readonly between: (from: string, to: string) => RawBuilder<SqlBool>;
  readonly status: RawBuilder<unknown>;
  readonly sums: RawBuilder<unknown>;
  readonly statusOfSums: RawBuilder<unknown>;
  readonly amounts: readonly Amount[];
  /** Whose number or vendor holds this text. */
  readonly matches: (search: string) => RawBuilder<SqlBool>;
}

export interface Totals<Amount extends string> {
  readonly totals: Record<Amount, string>;
  readonly totalCount: number;
  readonly isPartial: boolean;
}

const FIRST_DAY = '0001-01-01';
const LAST_DAY = '9999-12-31';

/**
 * The ids of a page, newest first.
 * Plan: from the end of an index on the day, the vendor or the state; a search by its trigrams.
 */
export async function listIds<A extends string>(
  db: Database,
  list: MoneyList<A>,
  filter: MoneyFilter,
  { page, limit = MONEY_PAGE_SIZE, also = sql<SqlBool>`true` }: { page: number; limit?: number; also?: RawBuilder<SqlBool> },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select ${list.id} as id from ${list.table} where ${conditions(list, filter)} and ${also}
    order by ${list.order} desc, ${list.id} desc limit ${limit} offset ${page * limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** How many there are, and their sums: of all of them, from what is kept by month; of a search, of the newest ones. */
export async function sumUp<A extends string>(db: Database, list: MoneyList<A>, filter: MoneyFilter, also?: RawBuilder<SqlBool>): Promise<Totals<A>> {
  return filter.search === '' && also === undefined ? sumKept(db, list, filter) : sumFound(db, list, filter, also ?? sql<SqlBool>`true`);
}

type SumRow<A extends string> = Record<A, string> & { count: number };

async function sumKept<A extends string>(db: Database, list: MoneyList<A>, { vendor, from, to, status }: MoneyFilter): Promise<Totals<A>> {
  const { months, days } = splitByMonth(from, to);
  const columns = sql.join(list.amounts.map((name) => sql.ref(name)));
  const parts = [
    ...(months === undefined
      ? []
      : [
          sql`select rows, ${columns} from ${list.sums} where month between ${months.from ?? FIRST_DAY} and ${months.to ?? LAST_DAY}
            and ${vendor === undefined ? sql`true` : sql`vendor_key = upper(${vendor})`} and ${status === undefined ? sql`true` : sql`${list.statusOfSums} = ${status}`}`,
        ]),
    ...days.map((part) => sql`select 1, ${columns} from ${list.table} where ${conditions(list, { search: '', vendor, status, ...part })}`),
    // A sum of nothing has its columns still.
    sql`select 0, ${sql.join(list.amounts.map(() => sql`0`))}`,
  ];
  const { rows } = await sql<SumRow<A>>`
    select sum(rows)::int as count, ${sums(list)} from (${sql.join(parts, sql` union all `)}) as parts (rows, ${columns})`.execute(db);
  return toTotals(list, rows[0], false);
}

async function sumFound<A extends string>(db: Database, list: MoneyList<A>, filter: MoneyFilter, also: RawBuilder<SqlBool>): Promise<Totals<A>> {
  const { rows } = await sql<SumRow<A>>`
    select count(*)::int as count, ${sums(list)} from (
      select ${sql.join(list.amounts.map((name) => sql.ref(`r.${name}`)))} from ${list.table} where ${conditions(list, filter)} and ${also}
      order by ${list.order} desc, ${list.id} desc limit ${MONEY_WINDOW}
    ) found`.execute(db);
  return toTotals(list, rows[0], rows[0]?.count === MONEY_WINDOW);
}

function sums<A extends string>({ amounts }: MoneyList<A>): RawBuilder<unknown> {
  return sql.join(amounts.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::numeric(20, 2) as ${sql.ref(name)}`));
}

function toTotals<A extends string>({ amounts }: MoneyList<A>, row: SumRow<A> | undefined, isPartial: boolean): Totals<A> {
  const totals = Object.fromEntries(amounts.map((name) => [name, row?.[name] ?? '0.00'])) as Record<A, string>;
  return { totals, totalCount: row?.count ?? 0, isPartial };
}

function conditions<A extends string>(list: MoneyList<A>, { vendor, from, to, search, status }: MoneyFilter): RawBuilder<SqlBool> {
  const wanted = [
    ...(vendor === undefined ? [] : [sql<SqlBool>`r.vendor_key = upper(${vendor})`]),
    ...(from === undefined && to === undefined ? [] : [list.between(from ?? FIRST_DAY, to ?? LAST_DAY)]),
    ...(status === undefined ? [] : [sql<SqlBool>`${list.status} = ${status}`]),
    ...(search === '' ? [] : [list.matches(search)]),
  ];
  return wanted.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(wanted, sql` and `)}`;
}

/** For LIKE: part of a text in capital letters. */
export function partOf(search: string): string {
  return `%${search.toUpperCase().replace(/[\\%_]/g, '\\$&')}%`;
}

/** Ids page by page until there are no more: what an export reads. */
export async function* allIds<A extends string>(
  db: Database,
  list: MoneyList<A>,
  filter: MoneyFilter,
  { limit, also }: { limit: number; also?: RawBuilder<SqlBool> },
): AsyncIterable<number[]> {
  // One statement for all ids: rows that come meanwhile would shift the pages.
  const { rows } = await sql<{ id: number }>`
    select ${list.id} as id from ${list.table} where ${conditions(list, filter)} and ${also ?? sql<SqlBool>`true`} order by ${list.order} desc, ${list.id} desc`.execute(
    db,
  );
  for (let at = 0; at < rows.length; at += limit) yield rows.slice(at, at + limit).map(({ id }) => id);
}

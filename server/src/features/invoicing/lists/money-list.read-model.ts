import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { likeText } from '../../../platform/formats/like-text.ts';

export interface MoneyFilter {
  readonly vendor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly search: string;
  readonly status?: string | undefined;
}

export interface MoneyOrder<Sort extends string> {
  readonly sort: Sort;
  readonly descending: boolean;
}

/** A list of records with amounts, and the table of its sums. The rows are named `r`. */
export interface MoneyList<Amount extends string, Sort extends string = string> {
  readonly table: RawBuilder<unknown>;
  readonly id: RawBuilder<unknown>;
  /** The day of the default order, newest first. Indexes have it before the ID, after vendor, state, and both. */
  readonly day: RawBuilder<unknown>;
  readonly between: (from: string, to: string) => RawBuilder<SqlBool>;
  readonly status: RawBuilder<unknown>;
  readonly states: readonly string[];
  readonly sums: RawBuilder<unknown>;
  readonly statusOfSums: RawBuilder<unknown>;
  readonly amounts: readonly Amount[];
  /** States that totals exclude unless they are filtered for. */
  readonly uncounted: readonly string[];
  /** Each except the day and the state has an index of its own, after the state. */
  readonly sorts: Readonly<Record<Sort, SortKey>>;
  /** The IDs of rows whose number starts with this text, by an index, in any order. */
  readonly numbered: (search: string) => RawBuilder<unknown>;
  /** The IDs of rows whose number or vendor contains this text, by an index, in any order. */
  readonly found: (search: string) => RawBuilder<unknown>;
  /** Whether a row matches, for texts with too many matches. */
  readonly holds: (search: string) => RawBuilder<SqlBool>;
}

/** `day` and `state` have their own indexes. A larger age is an older day. */
export type SortKey = 'day' | 'age' | 'state' | RawBuilder<unknown>;

export const FIRST_DAY = '0001-01-01';
export const LAST_DAY = '9999-12-31';

/** @param named the matches of a text search */
export function conditions(
  list: Pick<MoneyList<string>, 'between' | 'status'>,
  { vendor, from, to, status }: Omit<MoneyFilter, 'search'>,
  ...named: readonly (RawBuilder<SqlBool> | undefined)[]
): RawBuilder<SqlBool> {
  const wanted = [
    ...(vendor === undefined ? [] : [sql<SqlBool>`r.vendor_key = upper(${vendor})`]),
    ...(from === undefined && to === undefined ? [] : [list.between(from ?? FIRST_DAY, to ?? LAST_DAY)]),
    ...(status === undefined ? [] : [sql<SqlBool>`${list.status} = ${status}`]),
    ...named.filter((one) => one !== undefined),
  ];
  return wanted.length === 0 ? sql<SqlBool>`true` : sql<SqlBool>`${sql.join(wanted, sql` and `)}`;
}

/** A trigram index finds parts with at least this many characters; shorter texts match the beginnings of words. */
const MIN_PART = 3;

/** Whether an uppercase text contains another one, or has a word that starts with it if it is short. */
export function holdsText(expression: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  const part = likeText(search.toUpperCase());
  if (search.length >= MIN_PART) return sql<SqlBool>`${expression} like ${`%${part}%`}`;
  return sql<SqlBool>`(${expression} like ${`${part}%`} or ${expression} like ${`% ${part}%`})`;
}

/** Whether an uppercase text starts with another one. Plan: a range of its own index (`text_pattern_ops`); trigrams find too many. */
export function beginsWith(expression: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${expression} like ${`${likeText(search.toUpperCase())}%`}`;
}

/** A complete vendor name selects that vendor, unless a number starts with it. Plan: one lookup in the index of vendors. */
export async function readAsVendor<Filter extends MoneyFilter>(db: Database, list: Pick<MoneyList<string>, 'numbered'>, filter: Filter): Promise<Filter> {
  if (filter.search === '' || filter.vendor !== undefined) return filter;
  const { rows } = await sql`select 1 from purchase_orders where upper(vendor) = upper(${filter.search}) limit 1`.execute(db);
  if (rows.length === 0) return filter;
  const numbered = await sql`select 1 from (${list.numbered(filter.search)}) as numbered limit 1`.execute(db);
  return numbered.rows.length > 0 ? filter : { ...filter, vendor: filter.search, search: '' };
}

/** All IDs, page by page, for an export. */
export async function* allIds<A extends string>(
  db: Database,
  list: MoneyList<A>,
  wanted: MoneyFilter,
  { limit, also }: { limit: number; also?: RawBuilder<SqlBool> | undefined },
): AsyncIterable<number[]> {
  const { search, ...filter } = await readAsVendor(db, list, wanted);
  const named = search === '' ? undefined : sql<SqlBool>`${list.id} in (${list.found(search)})`;
  // One statement for all IDs, because concurrently inserted rows would shift the pages.
  const { rows } = await sql<{ id: number }>`
    select ${list.id} as id from ${list.table} where ${conditions(list, filter, named, also)} order by ${list.day} desc, ${list.id} desc`.execute(db);
  for (let at = 0; at < rows.length; at += limit) yield rows.slice(at, at + limit).map(({ id }) => id);
}

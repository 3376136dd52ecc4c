import type { OrderColumn, TableUse, Term } from '../statements/statement-shape.rules.ts';

/** A table as the candidates need to know it. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, KnownColumn>;
  readonly indexes: readonly ExistingIndex[];
}

export interface KnownColumn {
  /** Its name as a statement writes it. */
  readonly quoted: string;
  /** How many different values it has, as far as the server knows; 0 where it has not looked. */
  readonly distinct: number;
  /** Bytes that a value takes on average. */
  readonly width: number;
  /** A btree can hold it. */
  readonly isOrdered: boolean;
  readonly isText: boolean;
  /** Its order of letters, as a statement writes it: `"C"`; nothing where it has none. */
  readonly collation?: string | null;
}

export interface ExistingIndex {
  readonly method: string;
  /** Its keys as an index names them, order included: `created_at DESC`. */
  readonly keys: readonly string[];
  readonly isPartial: boolean;
}

/** An index that could be made. */
export interface Candidate {
  readonly schema: string;
  readonly table: string;
  readonly method: 'btree' | 'gin';
  readonly keys: readonly string[];
}

const MAX_EQUALS = 3;
const MAX_PER_USE = 14;

/** The indexes that one occurrence of a table in a statement could use, existing ones and those that they cover left out. */
export function candidatesFor(use: TableUse, table: KnownTable, { hasTrigrams }: { hasTrigrams: boolean }): Candidate[] {
  const terms = use.terms.filter(({ column }) => table.columns.get(column)?.isOrdered);
  const values = distinctKeys(
    terms.filter(({ kind, joins }) => kind === 'equal' && joins === undefined),
    table,
  ).slice(0, MAX_EQUALS);
  const ranges = distinctKeys(
    terms.filter(({ kind, joins }) => kind === 'range' && joins === undefined),
    table,
  );
  const joins = distinctKeys(
    terms.filter(({ kind, joins }) => kind === 'equal' && joins !== undefined),
    table,
  );
  const order = orderKeys(use.order, table);
  const keyLists: (readonly string[])[] = [
    ...[...values, ...ranges, ...joins].map((key) => [key]),
    values,
    ...joinSets(terms, table),
    ...ranges.map((range) => [...values, range]),
    ...(order.length > 0 ? [order, [...values, ...order]] : []),
    ...joins.flatMap((join) => [
      [...values.slice(0, MAX_EQUALS - 1), join],
      [join, ...values.slice(0, MAX_EQUALS - 1)],
    ]),
  ];
  const btrees = keyLists.filter((keys) => keys.length > 0).map((keys) => candidate(table, 'btree', [...new Set(keys)]));
  const searched = use.terms.filter(({ kind, column, fold }) => kind === 'like' && fold === undefined && table.columns.get(column)?.isText);
  const trigrams = hasTrigrams
    ? [...new Set(searched.map(({ column }) => column))].map((column) => candidate(table, 'gin', [`${quoted(column, table)} gin_trgm_ops`]))
    : [];
  return unique([...btrees, ...trigrams])
    .filter((one) => !isCovered(one, table.indexes))
    .slice(0, MAX_PER_USE);
}

/** Whether an index serves every search that the candidate would: the candidate's keys are its first ones. */
export function isCovered({ method, keys }: Pick<Candidate, 'method' | 'keys'>, indexes: readonly ExistingIndex[]): boolean {
  return indexes.some((index) => !index.isPartial && index.method === method && begins(index.keys, keys));
}

/** An index is read in its direction, or all of it the other way round. */
function begins(wider: readonly string[], keys: readonly string[]): boolean {
  return [keys, keys.map(reversed)].some((way) => way.every((key, nth) => wider[nth] === key));
}

function reversed(key: string): string {
  const flipped = key.replace(/ NULLS (FIRST|LAST)/, (_, end: string) => ` NULLS ${end === 'FIRST' ? 'LAST' : 'FIRST'}`);
  return flipped.includes(' DESC') ? flipped.replace(' DESC', '') : flipped.replace(/( NULLS|$)/, ' DESC$1');
}

/** Leaves out whatever another one of the same table covers. */
export function withoutPrefixes<C extends Candidate>(candidates: readonly C[]): C[] {
  return candidates.filter(
    (one) =>
      !candidates.some(
        (other) =>
          other !== one &&
          sameTable(other, one) &&
          (other.keys.length > one.keys.length || candidates.indexOf(other) < candidates.indexOf(one)) &&
          covers(other, one),
      ),
  );
}

/** Whether two are the same index, be it read the other way round. */
export function isSameIndex(one: Candidate, other: Candidate): boolean {
  return sameTable(one, other) && one.keys.length === other.keys.length && covers(one, other);
}

/** What stays the same about a candidate however often it is found. */
export function candidateId({ schema, table, method, keys }: Candidate): string {
  return JSON.stringify([schema, table, method, ...keys]);
}

/** The shorter indexes whose keys this one begins with, shortest first. */
export function prefixesOf(one: Candidate): Candidate[] {
  return one.keys.slice(1).map((_, count) => ({ ...one, keys: plain(one.keys.slice(0, count + 1)) }));
}

/** One key alone is read in either direction, so it has no direction of its own. */
function plain(keys: readonly string[]): readonly string[] {
  const [only = ''] = keys;
  return keys.length === 1 && !only.includes(' NULLS ') ? [only.replace(/ DESC$/, '')] : keys;
}

function covers(wider: Candidate, narrower: Candidate): boolean {
  return isCovered(narrower, [{ method: wider.method, keys: wider.keys, isPartial: false }]);
}

const sameTable = (one: Candidate, other: Candidate) => one.schema === other.schema && one.table === other.table;

const candidate = (table: KnownTable, method: Candidate['method'], keys: readonly string[]): Candidate => ({
  schema: table.schema,
  table: table.name,
  method,
  keys: plain(keys),
});

/** Columns that are compared with the same other table belong together, such as those of a key of several columns. */
function joinSets(terms: readonly Term[], table: KnownTable): string[][] {
  const partners = new Set(terms.flatMap(({ joins }) => joins ?? []));
  const sets = [...partners].map((partner) =>
    distinctKeys(
      terms.filter(({ kind, joins }) => kind === 'equal' && joins === partner),
      table,
    ),
  );
  return sets.filter((keys) => keys.length > 1).map((keys) => keys.slice(0, MAX_EQUALS));
}

/** The keys of terms, those with the most different values first. */
function distinctKeys(terms: readonly Term[], table: KnownTable): string[] {
  const distinct = (term: Term) => table.columns.get(term.column)?.distinct ?? 0;
  return [...new Set(terms.toSorted((one, other) => distinct(other) - distinct(one)).map((term) => termKey(term, table)))];
}

/** What an index holds to serve a term. */
export function termKey({ column, fold, collation }: Term, table: KnownTable): string {
  return [fold === undefined ? quoted(column, table) : `${fold}(${quoted(column, table)})`, ...collate(column, collation, table)].join(' ');
}

/** An index has its column's order of letters, unless it says another one. */
function collate(column: string, collation: string | undefined, table: KnownTable): string[] {
  return collation === undefined || collation === table.columns.get(column)?.collation ? [] : [`COLLATE ${collation}`];
}

const quoted = (column: string, table: KnownTable) => table.columns.get(column)?.quoted ?? column;

/** An order that is descending throughout is an index's own, read backwards. */
function orderKeys(order: readonly OrderColumn[], table: KnownTable): string[] {
  if (order.some(({ column }) => !table.columns.get(column)?.isOrdered)) return [];
  const isUsual = ({ isDescending, nulls }: OrderColumn) => nulls === undefined || nulls === (isDescending ? 'first' : 'last');
  const isBackwards = order.every((one) => one.isDescending && isUsual(one));
  return order.map((one) => {
    const words = isBackwards ? [] : [one.isDescending && 'DESC', !isUsual(one) && `NULLS ${one.nulls?.toUpperCase()}`];
    return [quoted(one.column, table), ...collate(one.column, one.collation, table), ...words].filter(Boolean).join(' ');
  });
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [candidateId(one), one])).values()];
}

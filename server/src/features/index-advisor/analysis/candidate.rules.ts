import type { OrderColumn, TableUse, Term } from '../statements/statement-terms.rules.ts';

/** The properties of a table that candidates depend on. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly rows: number;
  readonly columns: ReadonlyMap<string, KnownColumn>;
  readonly indexes: readonly ExistingIndex[];
}

export interface KnownColumn {
  /** The name as an SQL identifier. */
  readonly quoted: string;
  /** The estimated number of distinct values; 0 when the table was never analyzed. */
  readonly distinct: number;
  /** The average size of a value in bytes. */
  readonly width: number;
  /** Whether a btree supports the type. */
  readonly isOrdered: boolean;
  readonly isText: boolean;
  /** The collation as SQL, such as `"C"`; null when the type has none. */
  readonly collation?: string | null;
}

export interface ExistingIndex {
  readonly method: string;
  /** The keys with their order: `created_at DESC`. */
  readonly keys: readonly string[];
  readonly isPartial: boolean;
}

/** An index that could be created. */
export interface Candidate {
  readonly schema: string;
  readonly table: string;
  readonly method: 'btree' | 'gin';
  readonly keys: readonly string[];
}

const MAX_EQUALS = 3;
const MAX_PER_USE = 14;

/** The indexes that one use of a table in a statement could benefit from, without those that existing indexes cover. */
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

/** Whether an existing index starts with the candidate's keys, and so serves all its queries. */
export function isCovered({ method, keys }: Pick<Candidate, 'method' | 'keys'>, indexes: readonly ExistingIndex[]): boolean {
  return indexes.some((index) => !index.isPartial && index.method === method && begins(index.keys, keys));
}

/** An index can be read forwards or backwards, so that reversed keys match too. */
function begins(wider: readonly string[], keys: readonly string[]): boolean {
  return [keys, keys.map(reversed)].some((direction) => direction.every((key, index) => wider[index] === key));
}

function reversed(key: string): string {
  const flipped = key.replace(/ NULLS (FIRST|LAST)/, (_, end: string) => ` NULLS ${end === 'FIRST' ? 'LAST' : 'FIRST'}`);
  return flipped.includes(' DESC') ? flipped.replace(' DESC', '') : flipped.replace(/( NULLS|$)/, ' DESC$1');
}

/** Removes the candidates that another candidate of the same table covers. */
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

/** Whether two candidates are the same index, possibly reversed. */
export function isSameIndex(one: Candidate, other: Candidate): boolean {
  return sameTable(one, other) && one.keys.length === other.keys.length && covers(one, other);
}

/** Identifies a candidate across analyses. */
export function candidateId({ schema, table, method, keys }: Candidate): string {
  return JSON.stringify([schema, table, method, ...keys]);
}

/** The shorter indexes on the first keys, shortest first. */
export function prefixesOf(one: Candidate): Candidate[] {
  return one.keys.slice(1).map((_, count) => ({ ...one, keys: plain(one.keys.slice(0, count + 1)) }));
}

/** Removes the direction of a single key, because a one-column index can be read in both directions. */
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

/** Groups columns that are joined with the same table, such as a key of several columns. */
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

/** The keys of terms, the most selective first. */
function distinctKeys(terms: readonly Term[], table: KnownTable): string[] {
  const distinct = (term: Term) => table.columns.get(term.column)?.distinct ?? 0;
  return [...new Set(terms.toSorted((one, other) => distinct(other) - distinct(one)).map((term) => termKey(term, table)))];
}

/** The index key that serves a term. */
export function termKey({ column, fold, collation }: Term, table: KnownTable): string {
  return [fold === undefined ? quoted(column, table) : `${fold}(${quoted(column, table)})`, ...collate(column, collation, table)].join(' ');
}

/** An index has its column's collation unless another one is specified. */
function collate(column: string, collation: string | undefined, table: KnownTable): string[] {
  return collation === undefined || collation === table.columns.get(column)?.collation ? [] : [`COLLATE ${collation}`];
}

const quoted = (column: string, table: KnownTable) => table.columns.get(column)?.quoted ?? column;

/** A fully descending order needs no DESC keys, because an index can be read backwards. */
function orderKeys(order: readonly OrderColumn[], table: KnownTable): string[] {
  if (order.some(({ column }) => !table.columns.get(column)?.isOrdered)) return [];
  const isUsual = ({ isDescending, nulls }: OrderColumn) => nulls === undefined || nulls === (isDescending ? 'first' : 'last');
  const isBackwards = order.every((one) => one.isDescending && isUsual(one));
  return order.map((one) => {
    const modifiers = isBackwards ? [] : [one.isDescending && 'DESC', !isUsual(one) && `NULLS ${one.nulls?.toUpperCase()}`];
    return [quoted(one.column, table), ...collate(one.column, one.collation, table), ...modifiers].filter(Boolean).join(' ');
  });
}

function unique(candidates: readonly Candidate[]): Candidate[] {
  return [...new Map(candidates.map((one) => [candidateId(one), one])).values()];
}

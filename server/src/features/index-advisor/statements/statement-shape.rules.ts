import { findAll, list, qualified, type SchemaName, STATEMENTS, type Tree, tableName, tree } from './parse-tree.rules.ts';

/** What a statement asks of one occurrence of a table: what an index could serve. */
export interface TableUse {
  readonly table: SchemaName;
  /** As the statement calls it. */
  readonly alias: string;
  readonly terms: readonly Term[];
  /** Whether the terms are all that is asked of its rows, and must hold together. */
  readonly isUnderstood: boolean;
  /** The statement's order, where it is by columns of this table alone. */
  readonly order: readonly OrderColumn[];
}

export interface Term {
  readonly column: string;
  /** The function that is asked for instead of the bare column. */
  readonly fold: string | undefined;
  /** The order of letters that is asked for instead of the column's own, as a statement writes it: `"C"`. */
  readonly collation: string | undefined;
  readonly kind: 'equal' | 'range' | 'like';
  /** Whether it is compared with another table's column, and with which occurrence; undefined for a value. */
  readonly joins: string | undefined;
}

export interface OrderColumn {
  readonly column: string;
  readonly collation: string | undefined;
  readonly isDescending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

/** Finds the columns of a table; undefined for one that is of no interest. */
export type FindColumns = (table: SchemaName) => ReadonlySet<string> | undefined;

interface Occurrence {
  readonly alias: string;
  readonly table: SchemaName;
  readonly columns: ReadonlySet<string>;
  readonly terms: Term[];
  isUnderstood: boolean;
  order: OrderColumn[];
}
type Scope = readonly Occurrence[];

const RANGE_OPERATORS = new Set(['<', '<=', '>', '>=']);
/** What is compared with is a column of a table that no index is suggested for. */
const UNKNOWN_TABLE = '?';
const FOLDING = new Set(['lower', 'upper']);

/** What a parsed statement asks of each table, subqueries included: the terms that must all hold, and those of alternatives. */
export function readShape(statement: unknown, findColumns: FindColumns): TableUse[] {
  const uses: Occurrence[] = [];
  visit(statement, [], { findColumns, uses });
  return uses.map(({ columns: _, ...use }) => use);
}

interface Reading {
  readonly findColumns: FindColumns;
  readonly uses: Occurrence[];
}

/** Walks to every query; each sees its own tables first, then those around it. */
function visit(node: unknown, outer: Scope, reading: Reading): void {
  if (Array.isArray(node)) {
    for (const part of node) visit(part, outer, reading);
    return;
  }
  for (const [name, value] of Object.entries(tree(node))) {
    const isQuery = (STATEMENTS as readonly string[]).includes(name) || name === 'larg' || name === 'rarg';
    if (isQuery && typeof value === 'object' && ('fromClause' in tree(value) || 'relation' in tree(value))) readQuery(tree(value), outer, reading);
    else if (typeof value === 'object' && value !== null) visit(value, outer, reading);
  }
}

function readQuery(query: Tree, outer: Scope, reading: Reading): void {
  const own: Occurrence[] = [];
  const conditions: Condition[] = [{ tree: query.whereClause, isOuter: false }];
  const from = [query.fromClause, query.usingClause].flatMap((part) => (Array.isArray(part) ? part : []));
  const relation = query.relation === undefined ? [] : [{ RangeVar: query.relation }];
  for (const item of [...relation, ...from]) readFrom(item, { own, conditions, reading });
  reading.uses.push(...own);
  const scope = [...own, ...outer];
  for (const condition of conditions) readConditions(condition, scope);
  readOrder(query.sortClause, own, scope);
  const { relation: _, ...rest } = query;
  for (const part of Object.values(rest)) if (typeof part === 'object') visit(part, scope, reading);
}

function readFrom(item: unknown, into: { own: Occurrence[]; conditions: Condition[]; reading: Reading }): void {
  const { RangeVar: range, JoinExpr: join } = tree(item);
  if (range !== undefined) {
    const table = tableName(tree(range));
    const columns = into.reading.findColumns(table);
    const alias = String(tree(tree(range).alias).aliasname ?? table.name);
    if (columns !== undefined) into.own.push({ alias, table, columns, terms: [], isUnderstood: true, order: [] });
  }
  if (join === undefined) return;
  const { larg, rarg, quals, jointype } = tree(join);
  const from = into.own.length;
  readFrom(larg, into);
  const middle = into.own.length;
  readFrom(rarg, into);
  const sides = [into.own.slice(from, middle), into.own.slice(middle)] as const;
  const isOuter = jointype !== 'JOIN_INNER';
  for (const column of sharedColumns(tree(join), sides)) into.conditions.push({ tree: sharedColumn(column, sides), isOuter });
  into.conditions.push({ tree: quals, isOuter });
}

type Sides = readonly [Scope, Scope];

/** The columns that USING names; NATURAL means all that both sides have. */
function sharedColumns({ usingClause, isNatural }: Tree, [left, right]: Sides): string[] {
  if (isNatural !== true) return list(usingClause).map((part) => String(tree(tree(part).String).sval));
  const others = new Set(right.flatMap(({ columns }) => [...columns]));
  return [...new Set(left.flatMap(({ columns }) => [...columns]))].filter((column) => others.has(column));
}

/** `left.column = right.column`, as if it were written; a side that is of no interest is a table that nobody knows. */
function sharedColumn(column: string, sides: Sides): Tree {
  const name = (text: string) => ({ String: { sval: text } });
  const [lexpr, rexpr] = sides.map((side) => {
    const alias = side.find(({ columns }) => columns.has(column))?.alias ?? UNKNOWN_TABLE;
    return { ColumnRef: { fields: [name(alias), name(column)] } };
  });
  return { A_Expr: { kind: 'AEXPR_OP', name: [name('=')], lexpr, rexpr } };
}

interface Condition {
  readonly tree: unknown;
  /** Of an outer join: it joins rows and leaves out none. */
  readonly isOuter: boolean;
}

/** Reads each part that must hold, and notes whose rows are limited by more than it understood. */
function readConditions({ tree: condition, isOuter }: Condition, scope: Scope): void {
  if (condition === undefined) return;
  const { BoolExpr: bool } = tree(condition);
  if (tree(bool).boolop === 'AND_EXPR') {
    for (const part of list(tree(bool).args)) readConditions({ tree: part, isOuter }, scope);
    return;
  }
  const counts = scope.map(({ terms }) => terms.length);
  readCondition(condition, scope);
  const mentioned = new Set(findAll(condition, 'ColumnRef').flatMap((reference) => resolve(reference, scope)?.occurrence ?? []));
  const isPlain = bool === undefined && findAll(condition, 'SubLink').length === 0 && findAll(condition, 'RowExpr').length === 0;
  for (const [nth, occurrence] of scope.entries()) {
    const added = occurrence.terms.slice(counts[nth]);
    const isRead = isPlain && added.length > 0 && !(isOuter && added.some(({ joins }) => joins === undefined));
    if ((mentioned.has(occurrence) || added.length > 0 || !isPlain) && !isRead) occurrence.isUnderstood = false;
  }
}

function readCondition(condition: unknown, scope: Scope): void {
  const { BoolExpr: bool, A_Expr: comparison, NullTest: test, SubLink: link } = tree(condition);
  if (bool !== undefined) {
    // Alternatives are combined from an index each, so each of their terms counts too.
    if (tree(bool).boolop !== 'NOT_EXPR') for (const part of list(tree(bool).args)) readCondition(part, scope);
  } else if (comparison !== undefined) readComparison(tree(comparison), scope);
  else if (test !== undefined && tree(test).nulltesttype === 'IS_NULL') addTerm(tree(test).arg, [], 'equal', scope);
  else if (link !== undefined && tree(link).subLinkType === 'ANY_SUBLINK' && tree(link).operName === undefined) {
    for (const side of partsOf(tree(link).testexpr) ?? [tree(link).testexpr]) addTerm(side, [], 'equal', scope, 'a subquery');
  }
}

/** The parts of `(a, b)`; undefined for what is no row. */
function partsOf(side: unknown): readonly unknown[] | undefined {
  const { RowExpr: row } = tree(side);
  return row === undefined ? undefined : list(tree(row).args);
}

/** Rows that are equal are so part by part; of two in their order an index finds the first part by its range. */
function readRows({ kind, name, lexpr, rexpr }: Tree, scope: Scope): boolean {
  const left = partsOf(lexpr);
  if (left === undefined) return false;
  const operator = String(tree(tree(list(name).at(-1)).String).sval ?? '');
  const rows = kind === 'AEXPR_IN' ? list(tree(tree(rexpr).List).items) : [rexpr];
  const count = operator === '=' ? left.length : 1;
  for (const [nth, part] of left.slice(0, count).entries()) {
    const others = rows.map((row) => partsOf(row)?.[nth]);
    readComparison({ kind, name, lexpr: part, rexpr: kind === 'AEXPR_IN' ? others : others[0] }, scope);
  }
  return true;
}

function readComparison({ kind, name, lexpr, rexpr }: Tree, scope: Scope): void {
  if (readRows({ kind, name, lexpr, rexpr }, scope)) return;
  const operator = String(tree(tree(list(name).at(-1)).String).sval ?? '');
  const isEqual = operator === '=' && ['AEXPR_OP', 'AEXPR_IN', 'AEXPR_OP_ANY'].includes(String(kind));
  if (isEqual) {
    addTerm(lexpr, rexpr, 'equal', scope);
    if (kind === 'AEXPR_OP') addTerm(rexpr, lexpr, 'equal', scope);
  } else if (kind === 'AEXPR_OP' && RANGE_OPERATORS.has(operator)) {
    addTerm(lexpr, rexpr, 'range', scope);
    addTerm(rexpr, lexpr, 'range', scope);
  } else if (kind === 'AEXPR_BETWEEN') addTerm(lexpr, rexpr, 'range', scope);
  else if ((kind === 'AEXPR_LIKE' || kind === 'AEXPR_ILIKE') && !operator.startsWith('!')) addTerm(lexpr, rexpr, 'like', scope);
}

function addTerm(side: unknown, other: unknown, kind: Term['kind'], scope: Scope, joinsWith?: string): void {
  const found = keyOf(side, scope);
  if (found === undefined) return;
  const references = findAll(other, 'ColumnRef');
  const others = references.flatMap((reference) => resolve(reference, scope) ?? []);
  if (others.some(({ occurrence }) => occurrence === found.occurrence)) return;
  const joins = joinsWith ?? others[0]?.occurrence.alias ?? (references.length > 0 ? UNKNOWN_TABLE : undefined);
  const collation = found.collation ?? collationOf(tree(other).CollateClause);
  found.occurrence.terms.push({ column: found.column, fold: found.fold, collation, kind, joins });
}

interface Key {
  readonly occurrence: Occurrence;
  readonly column: string;
  readonly fold: string | undefined;
  readonly collation: string | undefined;
}

/** A bare column, or one whose letters are folded, in its own order of letters or another; casts of the same value aside. */
function keyOf(side: unknown, scope: Scope): Key | undefined {
  const { CollateClause: collate, ColumnRef: reference, FuncCall: call } = tree(side);
  if (collate !== undefined) {
    const inner = keyOf(tree(collate).arg, scope);
    return inner && { ...inner, collation: collationOf(collate) };
  }
  if (reference !== undefined) {
    const found = resolve(tree(reference), scope);
    return found && { ...found, fold: undefined, collation: undefined };
  }
  const name = String(tree(tree(list(tree(call).funcname).at(-1)).String).sval ?? '');
  const args = list(tree(call).args);
  if (!FOLDING.has(name) || args.length !== 1) return undefined;
  const inner = tree(args[0]).ColumnRef;
  const found = inner === undefined ? undefined : resolve(tree(inner), scope);
  return found && { ...found, fold: name, collation: undefined };
}

/** The name of a COLLATE, quoted where it must be, as the server itself would write it. */
function collationOf(clause: unknown): string | undefined {
  if (clause === undefined) return undefined;
  const { schema, name } = qualified(tree(clause).collname);
  const quoted = [schema, name].flatMap((part) => (part === undefined || part === 'pg_catalog' ? [] : [quotedName(part)]));
  return quoted.join('.');
}

const quotedName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) && name !== 'default' ? name : `"${name.replaceAll('"', '""')}"`);

function resolve(reference: Tree, scope: Scope): { occurrence: Occurrence; column: string } | undefined {
  const path = list(reference.fields).map((field) => tree(tree(field).String).sval);
  const column = path.at(-1);
  const alias = path.at(-2);
  if (typeof column !== 'string') return undefined;
  const occurrence = scope.find((one) => (alias === undefined || one.alias === alias) && one.columns.has(column));
  return occurrence && { occurrence, column };
}

function readOrder(clause: unknown, own: Scope, scope: Scope): void {
  const ordered = list(clause).map((item) => {
    const { node, sortby_dir: direction, sortby_nulls: nulls } = tree(tree(item).SortBy);
    const key = keyOf(node, scope);
    const found = key?.fold === undefined ? key : undefined;
    return found && { ...found, isDescending: direction === 'SORTBY_DESC', nulls: nullsOf(nulls) };
  });
  const [first] = ordered;
  if (first === undefined || !own.includes(first.occurrence) || ordered.some((one) => one?.occurrence !== first.occurrence)) return;
  first.occurrence.order = ordered.flatMap((one) =>
    one === undefined ? [] : [{ column: one.column, collation: one.collation, isDescending: one.isDescending, nulls: one.nulls }],
  );
}

function nullsOf(nulls: unknown): OrderColumn['nulls'] {
  if (nulls === 'SORTBY_NULLS_FIRST') return 'first';
  return nulls === 'SORTBY_NULLS_LAST' ? 'last' : undefined;
}

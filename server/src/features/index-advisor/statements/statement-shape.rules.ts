import { findAll, list, type SchemaName, STATEMENTS, type Tree, tableName, tree } from './parse-tree.rules.ts';
import { keyOf, type Occurrence, type OrderColumn, readCondition, resolve, type Scope, type TableUse, UNKNOWN_TABLE } from './statement-terms.rules.ts';

/** Returns the columns of a table; undefined for tables that no index is suggested for. */
export type FindColumns = (table: SchemaName) => ReadonlySet<string> | undefined;

/** Reads the uses of all tables in a parsed statement, including subqueries. */
export function readShape(statement: unknown, findColumns: FindColumns): TableUse[] {
  const uses: Occurrence[] = [];
  visit(statement, [], { findColumns, uses });
  return uses.map(({ columns: _, ...use }) => use);
}

interface Reading {
  readonly findColumns: FindColumns;
  readonly uses: Occurrence[];
}

/** Visits every query. The scope of a query has its own tables first, then those of the outer queries. */
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

/** The columns of USING; for NATURAL, all common columns. */
function sharedColumns({ usingClause, isNatural }: Tree, [left, right]: Sides): string[] {
  if (isNatural !== true) return list(usingClause).map((part) => String(tree(tree(part).String).sval));
  const others = new Set(right.flatMap(({ columns }) => [...columns]));
  return [...new Set(left.flatMap(({ columns }) => [...columns]))].filter((column) => others.has(column));
}

/** The condition `left.column = right.column`; a side without an advised table becomes an unknown table. */
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
  /** The condition of an outer join, which removes no rows of the outer side. */
  readonly isOuter: boolean;
}

/** Reads each part of an AND, and marks the tables whose conditions are not completely understood. */
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
  for (const [index, occurrence] of scope.entries()) {
    const added = occurrence.terms.slice(counts[index]);
    const isRead = isPlain && added.length > 0 && !(isOuter && added.some(({ joins }) => joins === undefined));
    if ((mentioned.has(occurrence) || added.length > 0 || !isPlain) && !isRead) occurrence.isUnderstood = false;
  }
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

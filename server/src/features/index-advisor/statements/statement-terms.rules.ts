import { findAll, list, qualified, type SchemaName, type Tree, tree } from './parse-tree.rules.ts';

/** One use of a table in a statement: the conditions and the order that an index could serve. */
export interface TableUse {
  readonly table: SchemaName;
  /** The alias, or the name without one. */
  readonly alias: string;
  readonly terms: readonly Term[];
  /** Whether the terms are the complete condition on the rows, combined by AND. */
  readonly isUnderstood: boolean;
  /** The order of the statement, if it only has columns of this table. */
  readonly order: readonly OrderColumn[];
}

export interface Term {
  readonly column: string;
  /** The function around the column, such as `lower`. */
  readonly fold: string | undefined;
  /** The collation as SQL if it differs from the column's: `"C"`. */
  readonly collation: string | undefined;
  readonly kind: 'equal' | 'range' | 'like';
  /** The alias of the other table in a join condition; undefined for a comparison with a value. */
  readonly joins: string | undefined;
}

export interface OrderColumn {
  readonly column: string;
  readonly collation: string | undefined;
  readonly isDescending: boolean;
  readonly nulls: 'first' | 'last' | undefined;
}

export interface Occurrence {
  readonly alias: string;
  readonly table: SchemaName;
  readonly columns: ReadonlySet<string>;
  readonly terms: Term[];
  isUnderstood: boolean;
  order: OrderColumn[];
}
export type Scope = readonly Occurrence[];

const RANGE_OPERATORS = new Set(['<', '<=', '>', '>=']);
/** Stands for a table that no index is suggested for. */
export const UNKNOWN_TABLE = '?';
const FOLDING = new Set(['lower', 'upper']);

export function readCondition(condition: unknown, scope: Scope): void {
  const { BoolExpr: bool, A_Expr: comparison, NullTest: test, SubLink: link } = tree(condition);
  if (bool !== undefined) {
    // The planner can combine one index per alternative, so each term of an OR counts too.
    if (tree(bool).boolop !== 'NOT_EXPR') for (const part of list(tree(bool).args)) readCondition(part, scope);
  } else if (comparison !== undefined) readComparison(tree(comparison), scope);
  else if (test !== undefined && tree(test).nulltesttype === 'IS_NULL') addTerm(tree(test).arg, [], 'equal', scope);
  else if (link !== undefined && tree(link).subLinkType === 'ANY_SUBLINK' && tree(link).operName === undefined) {
    for (const side of partsOf(tree(link).testexpr) ?? [tree(link).testexpr]) addTerm(side, [], 'equal', scope, 'a subquery');
  }
}

/** The parts of `(a, b)`; undefined when the node is not a row. */
function partsOf(side: unknown): readonly unknown[] | undefined {
  const { RowExpr: row } = tree(side);
  return row === undefined ? undefined : list(tree(row).args);
}

/** Equal rows have equal parts. For an ordered comparison of rows, an index serves a range of the first part. */
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

/** The index key of an expression: a column, optionally with a folding function and a collation. */
export function keyOf(side: unknown, scope: Scope): Key | undefined {
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

/** The name of a COLLATE clause, quoted like the server does. */
function collationOf(clause: unknown): string | undefined {
  if (clause === undefined) return undefined;
  const { schema, name } = qualified(tree(clause).collname);
  const quoted = [schema, name].flatMap((part) => (part === undefined || part === 'pg_catalog' ? [] : [quotedName(part)]));
  return quoted.join('.');
}

const quotedName = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) && name !== 'default' ? name : `"${name.replaceAll('"', '""')}"`);

export function resolve(reference: Tree, scope: Scope): { occurrence: Occurrence; column: string } | undefined {
  const path = list(reference.fields).map((field) => tree(tree(field).String).sval);
  const column = path.at(-1);
  const alias = path.at(-2);
  if (typeof column !== 'string') return undefined;
  const occurrence = scope.find((one) => (alias === undefined || one.alias === alias) && one.columns.has(column));
  return occurrence && { occurrence, column };
}

import { findAll, list, qualified, type SchemaName, STATEMENTS, type Tree, tableName, tree } from './parse-tree.rules.ts';

/** Whether a parsed statement reads or changes rows. */
export function isRowStatement(statement: unknown): boolean {
  return STATEMENTS.some((name) => name in tree(statement));
}

/** All tables of a parsed statement, without its WITH queries. */
export function tablesOf(statement: unknown): SchemaName[] {
  const parts = new Set(findAll(statement, 'CommonTableExpr').map((part) => String(part.ctename)));
  return [...findAll(statement, 'RangeVar'), ...bareRelations(statement)].map(tableName).filter(({ schema, name }) => schema !== undefined || !parts.has(name));
}

export function functionsOf(statement: unknown): SchemaName[] {
  return findAll(statement, 'FuncCall').map(({ funcname }) => qualified(funcname));
}

export function operatorsOf(statement: unknown): SchemaName[] {
  const names = [
    ...findAll(statement, 'A_Expr').map(({ name }) => name),
    ...findAll(statement, 'SubLink').map(({ operName }) => operName),
    ...findAll(statement, 'SortBy').map(({ useOp }) => useOp),
  ];
  return names.filter((name) => list(name).length > 0).map(qualified);
}

export function typesOf(statement: unknown): SchemaName[] {
  return [...findAll(statement, 'TypeCast'), ...findAll(statement, 'ColumnDef')].map(({ typeName }) => qualified(tree(typeName).names));
}

/** The tables whose rows a parsed statement changes. */
export function changedTablesOf(statement: unknown): SchemaName[] {
  return bareRelations(statement).map(tableName);
}

/** The target table of an UPDATE, DELETE, INSERT or MERGE, which the grammar does not wrap in a RangeVar node. */
function bareRelations(node: unknown): Tree[] {
  return STATEMENTS.flatMap((name) => findAll(node, name)).flatMap(({ relation }) => (relation === undefined ? [] : [tree(relation)]));
}

import type { SchemaName } from './parse-tree.rules.ts';
import { functionsOf, operatorsOf, tablesOf, typesOf } from './statement-names.rules.ts';

/** Functions, operators, types and tables that belong neither to PostgreSQL nor to Stowage. */
export interface ForeignNames {
  /** The schemas whose functions, operators and types are trusted. */
  readonly trustedSchemas: ReadonlySet<string>;
  /** Unqualified names that resolve to another schema. */
  readonly functions: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Table names that exist in several schemas. */
  readonly ambiguousTables: ReadonlySet<string>;
}

/**
 * Why a statement must not be planned; undefined when it may. Planning evaluates functions of constants with the planner's
 * rights, so that foreign functions are dangerous. A table name in several schemas is ambiguous, because the statistics do not
 * contain the search path.
 */
export function reasonToLeaveOut(statement: unknown, foreign: ForeignNames): string | undefined {
  const { trustedSchemas, functions, operators, types, ambiguousTables } = foreign;
  const isForeign = (names: ReadonlySet<string>) => (one: SchemaName) => (one.schema === undefined ? names.has(one.name) : !trustedSchemas.has(one.schema));
  const called =
    functionsOf(statement).find(isForeign(functions)) ?? operatorsOf(statement).find(isForeign(operators)) ?? typesOf(statement).find(isForeign(types));
  if (called !== undefined) return `It calls ${called.name}, which belongs neither to PostgreSQL nor to Stowage`;
  const table = tablesOf(statement).find(({ schema, name }) => schema === undefined && ambiguousTables.has(name));
  return table && `More than one schema has a table ${table.name}`;
}

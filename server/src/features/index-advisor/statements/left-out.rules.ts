import type { SchemaName } from './parse-tree.rules.ts';
import { functionsOf, operatorsOf, tablesOf, typesOf } from './statement-names.rules.ts';

/** What a statement may mean that is neither PostgreSQL's own nor Stowage's. */
export interface Strangers {
  /** The schemas whose functions, operators and types are trusted. */
  readonly trustedSchemas: ReadonlySet<string>;
  /** Names without a schema that mean something of another one. */
  readonly functions: ReadonlySet<string>;
  readonly operators: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  /** Names of tables that more than one schema has. */
  readonly ambiguousTables: ReadonlySet<string>;
}

/**
 * A name that is a table in several schemas meant one or the other, by a search path that the server does not keep. And
 * planning runs functions on constants, with the rights of whoever plans. So nothing is planned that calls somebody else's.
 * @returns why a statement is not planned; undefined for one that may be
 */
export function reasonToLeaveOut(statement: unknown, strangers: Strangers): string | undefined {
  const { trustedSchemas, functions, operators, types, ambiguousTables } = strangers;
  const isStrange = (names: ReadonlySet<string>) => (one: SchemaName) => (one.schema === undefined ? names.has(one.name) : !trustedSchemas.has(one.schema));
  const called =
    functionsOf(statement).find(isStrange(functions)) ?? operatorsOf(statement).find(isStrange(operators)) ?? typesOf(statement).find(isStrange(types));
  if (called !== undefined) return `It calls ${called.name}, which is not PostgreSQL’s own or Stowage’s`;
  const table = tablesOf(statement).find(({ schema, name }) => schema === undefined && ambiguousTables.has(name));
  return table && `More than one schema has a table ${table.name}`;
}

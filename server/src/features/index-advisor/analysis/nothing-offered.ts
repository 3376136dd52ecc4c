import type { SlowStatement } from '../statements/slow-statements.ts';
import { tablesOf } from '../statements/statement-names.rules.ts';
import type { OtherRelation } from '../statements/table.read-model.ts';
import { candidatesFor } from './candidate.rules.ts';
import { findTable, type Judging, usesIn } from './selection.ts';

/** Why no index is made for what is no ordinary table of some size. */
const KINDS: Readonly<Record<OtherRelation['kind'], string>> = {
  VIEW: 'is a view, into which the advisor does not look',
  MATERIALIZED_VIEW: 'is a materialized view, on which it suggests none',
  PARTITIONED: 'is in partitions: an index on it can’t be made beside those who write',
  FOREIGN: 'is a table of another server',
  SMALL: 'is read as quickly without one, small as it is',
};

/** Why there is nothing in a statement that an index could be thought of for, in words. */
export function reasonForNothing(statement: SlowStatement, { tables, hasTrigrams }: Judging, others: readonly OtherRelation[]): string {
  const named = tablesOf(statement.parsed);
  const other = named.filter((name) => findTable(tables, name) === undefined).flatMap((name) => findTable(others, name) ?? [])[0];
  const uses = usesIn(statement, tables);
  const isServed = uses.some((use) => {
    const table = findTable(tables, use.table);
    return table !== undefined && candidatesFor(use, { ...table, indexes: [] }, { hasTrigrams }).length > 0;
  });
  if (isServed) return 'what could serve it is there already, or was ignored';
  if (other !== undefined) return `${other.name} ${KINDS[other.kind]}`;
  return uses.length === 0 ? 'it reads no table of this database' : 'it asks for all rows, or compares what no column holds as it is';
}

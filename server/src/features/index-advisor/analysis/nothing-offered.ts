import type { SlowStatement } from '../statements/slow-statements.ts';
import { tablesOf } from '../statements/statement-names.rules.ts';
import type { OtherRelation } from '../statements/table.read-model.ts';
import { candidatesFor } from './candidate.rules.ts';
import { findTable, type Judging, usesIn } from './judge-statement.ts';

/** Why the advisor suggests no index for a relation. */
const KINDS: Readonly<Record<OtherRelation['kind'], string>> = {
  VIEW: 'is a view, which the advisor does not analyze',
  MATERIALIZED_VIEW: 'is a materialized view, which the advisor does not support',
  PARTITIONED: 'is partitioned: an index on it can’t be created concurrently',
  FOREIGN: 'is a table of another server',
  SMALL: 'is too small to need an index',
};

/** Why no index could help a statement. */
export function reasonForNothing(statement: SlowStatement, { tables, hasTrigrams }: Judging, others: readonly OtherRelation[]): string {
  const named = tablesOf(statement.parsed);
  const other = named.filter((name) => findTable(tables, name) === undefined).flatMap((name) => findTable(others, name) ?? [])[0];
  const uses = usesIn(statement, tables);
  const isServed = uses.some((use) => {
    const table = findTable(tables, use.table);
    return table !== undefined && candidatesFor(use, { ...table, indexes: [] }, { hasTrigrams }).length > 0;
  });
  if (isServed) return 'a suitable index exists already or was ignored';
  if (other !== undefined) return `${other.name} ${KINDS[other.kind]}`;
  return uses.length === 0 ? 'it reads no table of this database' : 'it reads all rows, or has no condition on a plain column';
}

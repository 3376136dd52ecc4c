import { type RawBuilder, sql } from 'kysely';

type ColumnType = 'text' | 'int' | 'numeric' | 'boolean';

/**
 * The assignments of an update from `change`, a table of the statement with the column `values` (jsonb). A column whose value is absent
 * there keeps its own.
 */
export function setGiven(columns: Readonly<Record<string, ColumnType>>): RawBuilder<unknown> {
  const assignments = Object.entries(columns).map(([name, type]) => {
    const [column, key] = [sql.ref(name), sql.lit(name)];
    return sql`${column} = case when change.values ? ${key} then (change.values ->> ${key})::${sql.raw(type)} else ${column} end`;
  });
  return sql.join(assignments);
}

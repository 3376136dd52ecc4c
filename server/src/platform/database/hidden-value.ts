import { type RawBuilder, sql } from 'kysely';

type ArrayType = 'bigint[]' | 'int[]' | 'text[]' | 'bytea[]';

/**
 * A value that the planner does not look at. PostgreSQL makes a new plan for each execution of a prepared statement as long as plans for
 * the values look cheaper than the one without; for a short statement this takes longer than to execute it. Only for statements for which
 * one plan is right for all values.
 */
export function hidden(value: unknown, type: 'bigint' | 'text' | ArrayType): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

/** Rows as a table of a statement, hidden like a value. @param columns in their order, the properties of the rows with their types */
export function hiddenRows<Row>(rows: readonly Row[], columns: { readonly [Name in keyof Row]?: ArrayType }): RawBuilder<unknown> {
  const arrays = (Object.entries(columns) as [keyof Row, ArrayType][]).map(([name, type]) =>
    hidden(
      rows.map((row) => row[name]),
      type,
    ),
  );
  return sql`unnest(${sql.join(arrays)})`;
}

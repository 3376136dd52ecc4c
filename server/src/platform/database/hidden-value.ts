import { type RawBuilder, sql } from 'kysely';

type ArrayType = 'bigint[]' | 'int[]' | 'smallint[]' | 'text[]' | 'boolean[]' | 'bytea[]' | 'numeric[]' | 'date[]' | 'timestamptz[]';

/** In their order, the properties of the rows with the types of their arrays. */
type ArrayColumns<Row> = { readonly [Name in keyof Row]?: ArrayType };

/**
 * A value that the planner does not look at. PostgreSQL makes a new plan for each execution of a prepared statement as long as plans for
 * the values look cheaper than the one without; for a short statement this takes longer than to execute it. Only for statements for which
 * one plan is right for all values.
 */
export function hidden(value: unknown, type: 'bigint' | 'text' | ArrayType): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

/** Rows as a table of a statement, hidden like a value. */
export function hiddenRows<Row>(rows: readonly Row[], columns: ArrayColumns<Row>): RawBuilder<unknown> {
  return sql`unnest(${sql.join(arraysOf(rows, columns).map(([values, type]) => hidden(values, type)))})`;
}

/** Rows as the arguments of `unnest`, one array for each column. */
export function rowArrays<Row>(rows: readonly Row[], columns: ArrayColumns<Row>): RawBuilder<unknown> {
  return sql.join(arraysOf(rows, columns).map(([values, type]) => sql`${values}::${sql.raw(type)}`));
}

function arraysOf<Row>(rows: readonly Row[], columns: ArrayColumns<Row>): (readonly [values: unknown[], type: ArrayType])[] {
  const named = Object.entries(columns) as [keyof Row, ArrayType][];
  return named.map(([name, type]) => [rows.map((row) => row[name]), type]);
}

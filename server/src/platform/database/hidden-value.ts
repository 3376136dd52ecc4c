import { type RawBuilder, sql } from 'kysely';

/**
 * A value that the planner does not look at. PostgreSQL makes a new plan for each execution of a prepared statement as long as plans for
 * the values look cheaper than the one without; for a short statement this takes longer than to execute it. Only for statements for which
 * one plan is right for all values.
 */
export function hidden(value: unknown, type: 'bigint' | 'bigint[]' | 'int[]' | 'text[]' | 'bytea[]'): RawBuilder<unknown> {
  return sql`(select ${value}::${sql.raw(type)})`;
}

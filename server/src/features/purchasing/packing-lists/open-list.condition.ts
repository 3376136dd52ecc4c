import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** Whether a packing list, by its alias, can still receive units. */
export function isListOpen(list: string): RawBuilder<SqlBool> {
  return sql`${sql.ref(list)}.state not in ('CLOSED', 'CANCELED')`;
}

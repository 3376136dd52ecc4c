import { type RawBuilder, sql } from 'kysely';

/** Whether rows of a table are in files. */
export const isArchived = (table: string): RawBuilder<boolean> => sql<boolean>`exists (
  select from archived_partitions where table_name = ${table} and state <> 'ATTACHED')`;

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { IdRange } from './archived-table.ts';

export interface Partition extends IdRange {
  readonly table: string;
  readonly name: string;
  /** Whether the next rows have higher ids. */
  readonly isFull: boolean;
  /** Its detachment was interrupted: its rows are not in the table any more. */
  readonly isDetaching: boolean;
}

type NewPartition = Pick<Partition, 'table' | 'name' | 'from' | 'to'>;

export interface PartitionContent {
  readonly rows: number;
  readonly firstId: number;
  readonly lastId: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

const SCHEMA = 'partitions';
const place = (partition: string) => sql.id(SCHEMA, partition);

/** The attached partitions, oldest ids first. */
export async function listPartitions(db: Database, table: string): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    select table_name as "table", partition_name as name, from_id as "from", to_id as "to", is_detaching as "isDetaching",
      to_id <= coalesce(pg_sequence_last_value(pg_get_serial_sequence(table_name, 'id')::regclass), 0) as "isFull"
    from partition_ranges() where table_name = ${table} order by to_id`.execute(db);
  return rows;
}

/** Creates the partitions that the next ids need. @returns how many */
export async function addPartitions(db: Database): Promise<number> {
  const { rows } = await sql<{ added: number }>`select add_partitions() as added`.execute(db);
  return rows[0]?.added ?? 0;
}

/** Whether a table with the partition's name exists, attached or not. */
export async function hasTable(db: Database, partition: string): Promise<boolean> {
  const { rows } = await sql<{ is_there: boolean }>`select to_regclass(format('partitions.%I', ${partition}::text)) is not null as is_there`.execute(db);
  return rows[0]?.is_there ?? false;
}

/** The time of the newest row; undefined without a row. Plan: the end of an index that starts with the time. */
export async function findNewestTime(owner: Database, partition: string, timeColumn: string): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`select max(${sql.ref(timeColumn)}) as at from ${place(partition)}`.execute(owner);
  return rows[0]?.at ?? undefined;
}

/** Reads the whole partition. */
export async function readContent(owner: Database, partition: string, timeColumn: string): Promise<PartitionContent> {
  const at = sql.ref(timeColumn);
  const { rows } = await sql<PartitionContent>`
    select count(*)::bigint as rows, min(id) as "firstId", max(id) as "lastId", min(${at}) as "firstAt", max(${at}) as "lastAt" from ${place(partition)}`.execute(
    owner,
  );
  const [content] = rows;
  if (content === undefined || content.rows === 0) throw new Error(`The partition ${partition} has no rows`);
  return content;
}

export async function listColumns(owner: Database, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = format('public.%I', ${table}::text)::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(owner);
  return rows.map(({ name }) => name);
}

/** Deletes the table of a partition that is not attached. */
export async function dropPartition(owner: Database, partition: string): Promise<void> {
  await sql`drop table if exists ${place(partition)}`.execute(owner);
}

/** Creates the table of a partition, with the range as a check, so that attaching it reads no row. */
export async function createPartition(owner: Database, { table, name, from, to }: NewPartition): Promise<void> {
  await sql`select create_detached_partition(${table}, ${name})`.execute(owner);
  const range = from === null ? sql`id < ${sql.lit(to)}` : sql`id >= ${sql.lit(from)} and id < ${sql.lit(to)}`;
  await sql`alter table ${place(name)} add constraint ${sql.id(rangeCheck(name))} check (${range})`.execute(owner);
}

const rangeCheck = (partition: string) => `${partition}_range`;

/** The foreign keys of the table, for a partition that gets its rows before it is attached. */
export async function listForeignKeys(owner: Database, table: string): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select conname::text as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = format('public.%I', ${table}::text)::regclass and contype = 'f' order by conname`.execute(owner);
  return rows;
}

/** Does not check the rows: `validateForeignKey` does, without a lock of the other table. */
export async function addForeignKey(owner: Database, partition: string, { name, definition }: { name: string; definition: string }): Promise<void> {
  await sql`alter table ${place(partition)} add constraint ${sql.id(name)} ${sql.raw(definition)} not valid`.execute(owner);
}

export async function validateForeignKey(owner: Database, partition: string, name: string): Promise<void> {
  await sql`alter table ${place(partition)} validate constraint ${sql.id(name)}`.execute(owner);
}

/** Blocks nothing that reads or writes the table. */
export async function attachPartition(owner: Database, { table, name, from, to }: NewPartition): Promise<void> {
  await sql`alter table ${sql.id('public', table)} attach partition ${place(name)}
    for values from (${from === null ? sql`minvalue` : sql.lit(from)}) to (${sql.lit(to)})`.execute(owner);
  await sql`alter table ${place(name)} drop constraint ${sql.id(rangeCheck(name))}`.execute(owner);
}

/** For this transaction. */
export async function setLockTimeout(tx: Database, ms: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${ms}ms`}, true)`.execute(tx);
}

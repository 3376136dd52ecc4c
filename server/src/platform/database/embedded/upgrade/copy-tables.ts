import { pipeline } from 'node:stream/promises';
import { messageOf } from '@stowage/contract/errors';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';

/** A table of the old cluster. */
interface Table {
  /** Quoted, with its schema. */
  readonly name: string;
  /** Quoted; generated columns are computed again. */
  readonly columns: string;
  /** A crash of the server empties it. */
  readonly isUnlogged: boolean;
}

interface Partition {
  readonly table: string;
  readonly name: string;
  readonly from: string | null;
  readonly to: string;
  readonly storage: string | null;
}

interface Sessions {
  readonly old: pg.Client;
  readonly made: pg.Client;
}

/** Objects of the system, and what this upgrade notes in the new cluster. */
const OWN_SCHEMAS = `n.nspname not in ('pg_catalog', 'information_schema', 'upgrade') and n.nspname not like 'pg\\_%'`;

export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select format('%I.%I', n.nspname, c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attname) as columns,
      bool_or(c.relpersistence = 'u') as "isUnlogged"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and ${OWN_SCHEMAS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    group by 1 order by 1`);
  return rows;
}

/** Gives the new cluster the partitions of the old one, because rows are copied by their tables. */
export async function copyPartitions({ old, made }: Sessions): Promise<void> {
  const ranges = `select r.table_name as "table", r.partition_name as name, r.from_id as "from", r.to_id as "to", array_to_string(c.reloptions, ', ') as storage
    from partition_ranges() r join pg_class c on c.oid = format('partitions.%I', r.partition_name)::regclass order by r.to_id`;
  const place = (name: string) => `partitions.${pg.escapeIdentifier(name)}`;
  for (const { name } of (await made.query<Partition>(ranges)).rows) await made.query(`drop table ${place(name)}`);
  for (const { table, name, from, to, storage } of (await old.query<Partition>(ranges)).rows) {
    await made.query('select create_detached_partition($1, $2)', [table, name]);
    if (storage !== null) await made.query(`alter table ${place(name)} set (${storage})`);
    await made.query(`alter table ${pg.escapeIdentifier(table)} attach partition ${place(name)} for values from (${from ?? 'minvalue'}) to (${to})`);
  }
}

/** @throws Error when the old cluster has tables or columns that this version of Stowage does not */
export async function requireSameTables({ old, made }: Sessions): Promise<readonly Table[]> {
  const [tables, known] = [await listTables(old), new Map((await listTables(made)).map(({ name, columns }) => [name, columns]))];
  const foreign = tables.filter(({ name, columns }) => known.get(name) !== columns);
  if (foreign.length === 0) return tables;
  throw new Error(`These tables are not as this version of Stowage makes them: ${foreign.map(({ name }) => name).join(', ')}. Move them elsewhere first`);
}

/** Streams a table through this process, and notes it as copied in the same transaction. */
export async function copyTable({ old, made }: Sessions, { name, columns }: Table): Promise<number> {
  // What an interrupted copy left behind takes space until then.
  await made.query(`vacuum ${name}`);
  await made.query('begin');
  try {
    const target = made.query(copyFrom(`copy ${name} (${columns}) from stdin`));
    // A query, because COPY reads no partitioned table.
    await pipeline(old.query(copyTo(`copy (select ${columns} from ${name}) to stdout`)), target);
    await made.query('insert into upgrade.copied (name) values ($1)', [name]);
    await made.query('commit');
    return target.rowCount;
  } catch (error) {
    await made.query('rollback').catch(() => {});
    throw new Error(`Copying ${name} failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Has the unlogged tables copied again: what an interrupted copy left of them may be lost. */
export async function forgetUnlogged(made: pg.Client, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter(({ isUnlogged }) => isUnlogged)) {
    await made.query(`delete from ${name}`);
    await made.query('delete from upgrade.copied where name = $1', [name]);
  }
}

/** Compares the number of rows and the sum of their hashes, in any order. @throws Error */
export async function compareTable({ old, made }: Sessions, { name, columns }: Table): Promise<void> {
  const text = `select count(*)::text as rows, coalesce(sum(('x' || left(md5(row(${columns})::text), 15))::bit(60)::bigint), 0)::text as hash from ${name}`;
  const [before, after] = await Promise.all([old, made].map(async (client) => (await client.query<{ rows: string; hash: string }>(text)).rows[0]));
  if (before?.rows === after?.rows && before?.hash === after?.hash) return;
  throw new Error(`The copy of ${name} differs: ${before?.rows} rows with the hash ${before?.hash}, and ${after?.rows} with ${after?.hash}`);
}

export async function copySequences({ old, made }: Sessions): Promise<void> {
  const { rows } = await old.query<{ name: string; last_value: string | null }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text from pg_sequences n where ${OWN_SCHEMAS.replaceAll('n.nspname', 'n.schemaname')}`,
  );
  for (const { name, last_value } of rows) if (last_value !== null) await made.query('select setval($1::regclass, $2)', [name, last_value]);
}

const INDEXES = `select format('%I.%I', n.nspname, i.relname) as name, pg_get_indexdef(x.indexrelid) as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_namespace n on n.oid = i.relnamespace
  where ${OWN_SCHEMAS} and x.indisvalid and i.relkind = 'i' and not i.relispartition and not exists (select from pg_constraint where conindid = x.indexrelid)`;

/** Rows are copied faster without indexes. */
export async function dropIndexes(made: pg.Client): Promise<void> {
  const { rows } = await made.query<{ name: string }>(INDEXES);
  if (rows.length > 0) await made.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
}

/** Creates the indexes of the old cluster, those that the index advisor made included. */
export async function createIndexes({ old, made }: Sessions): Promise<number> {
  const there = new Set((await made.query<{ name: string }>(INDEXES)).rows.map(({ name }) => name));
  const missing = (await old.query<{ name: string; definition: string }>(INDEXES)).rows.filter(({ name }) => !there.has(name));
  for (const { definition } of missing) await made.query(definition);
  return missing.length;
}

/** Opens a session in which triggers and foreign keys do nothing: they did their work in the old cluster. */
export async function openSession(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'stowage-upgrade-postgres' });
  client.on('error', () => {});
  await client.connect();
  await client.query('set session_replication_role = replica');
  return client;
}

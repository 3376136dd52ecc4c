import type pg from 'pg';
import { type DatabaseFile, FUNCTIONS } from '../database-files.ts';

/** A row of `schema_migrations`. */
export interface RecordedFile {
  readonly checksum: string;
  /** The version of Stowage that applied it; null before versions were recorded. */
  readonly version: string | null;
  /** The oldest version whose processes work with the database after it; null before this was recorded, and for functions. */
  readonly compatibleFrom: string | null;
}

/** A migration that only adds works with the processes of every earlier version. */
const EVERY_VERSION = '0.0.0';
/** `-- contract: 1.4.0`: it removes something that processes use up to, and not including, this version. */
const CONTRACT = /^-- contract: (\d+\.\d+\.\d+)\b/m;

/** Creates the table, and the columns that earlier versions did not have. */
export async function createRecords(client: pg.ClientBase): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), version text, compatible_from text)`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'compatible_from' and not attisdropped`,
  );
  if (rowCount === 0) await client.query('alter table schema_migrations add column version text, add column compatible_from text');
}

/** Reads also the table of an earlier version, and a database without one. */
export async function readRecords(client: pg.ClientBase): Promise<Map<string, RecordedFile>> {
  const found = await client.query<{ exists: boolean }>(`select to_regclass('schema_migrations') is not null as exists`);
  if (!found.rows[0]?.exists) return new Map();
  const { rows } = await client.query<{ row: { name: string; checksum: string; version?: string; compatible_from?: string } }>(
    'select to_jsonb(m) as row from schema_migrations m order by name',
  );
  return new Map(rows.map(({ row }) => [row.name, { checksum: row.checksum, version: row.version ?? null, compatibleFrom: row.compatible_from ?? null }]));
}

export async function recordFile(client: pg.ClientBase, { name, sql, checksum }: DatabaseFile, version: string): Promise<void> {
  const compatibleFrom = name.startsWith(FUNCTIONS) ? null : (CONTRACT.exec(sql)?.[1] ?? EVERY_VERSION);
  await client.query(
    `insert into schema_migrations (name, checksum, version, compatible_from) values ($1, $2, $3, $4)
     on conflict (name) do update set checksum = excluded.checksum, version = excluded.version, compatible_from = excluded.compatible_from, applied_at = now()`,
    [name, checksum, version, compatibleFrom],
  );
}

import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';
import { type Manifest, manifestShape } from './manifest.ts';

export interface ArchivedPartition {
  readonly state: 'WRITTEN' | 'ARCHIVED' | 'ATTACHED';
  readonly file: string;
  readonly manifest: Manifest;
  readonly seal: Buffer;
  readonly changedAt: Date;
}

/** The partitions that were written to files, oldest ids first. @param table of all tables by default */
export async function listArchivedPartitions(db: Database, table?: string): Promise<ArchivedPartition[]> {
  const { rows } = await sql<Omit<ArchivedPartition, 'manifest'> & { manifest: unknown }>`
    select state, file, manifest, seal, changed_at as "changedAt" from archived_partitions
    where ${table ?? null}::text is null or table_name = ${table ?? null} order by table_name, to_id`.execute(db);
  return rows.map((row) => ({ ...row, manifest: manifestShape.parse(row.manifest) }));
}

export async function saveArchivedPartition(db: Database, { state, file, manifest, seal }: Omit<ArchivedPartition, 'changedAt'>): Promise<void> {
  await sql`
    insert into archived_partitions (partition_name, table_name, state, from_id, to_id, row_count, file, manifest, seal)
    values (${manifest.partition}, ${manifest.table}, ${state}, ${manifest.fromId}, ${manifest.toId}, ${manifest.rows}, ${file}, ${JSON.stringify(manifest)}, ${seal})
    on conflict (partition_name) do update set state = excluded.state, from_id = excluded.from_id, to_id = excluded.to_id, row_count = excluded.row_count,
      file = excluded.file, manifest = excluded.manifest, seal = excluded.seal, changed_at = clock_timestamp()`.execute(db);
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { WriteCount } from './write-rate.rules.ts';

const RETENTION_DAYS = 15;

/** Stores the number of rows written to each table, at most once an hour, and deletes old counts. */
export async function recordWrites(db: Database, now: Date): Promise<void> {
  await sql`delete from table_write_counts where at < ${now}::timestamptz - make_interval(days => ${RETENTION_DAYS})`.execute(db);
  await sql`
    insert into table_write_counts (table_oid, at, writes)
    select s.relid::oid::bigint, ${now}, s.n_tup_ins + s.n_tup_upd + s.n_tup_del from pg_stat_user_tables s
    where not exists (select from table_write_counts c where c.table_oid = s.relid::oid::bigint and c.at > ${now}::timestamptz - interval '1 hour')`.execute(
    db,
  );
}

/** The stored write counts of each table since the start of the server's statistics, oldest first. */
export async function listWrites(db: Database): Promise<ReadonlyMap<number, readonly WriteCount[]>> {
  const { rows } = await sql<{ tableOid: number } & WriteCount>`
    select table_oid as "tableOid", at, writes from table_write_counts
    where at >= coalesce(greatest((select stats_reset from pg_stat_database where datname = current_database()), (select stats_reset from pg_stat_bgwriter)), '-infinity')
    order by at`.execute(db);
  const counts = new Map<number, WriteCount[]>();
  for (const { tableOid, at, writes } of rows) counts.set(tableOid, [...(counts.get(tableOid) ?? []), { at, writes }]);
  return counts;
}

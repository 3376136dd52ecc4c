import { DAY_MS } from '@stowage/contract/formats/durations';
import { type ExistingIndexRow, type IndexOverview, UNUSED_AFTER_DAYS } from '@stowage/contract/index-advisor/index-advisor';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

interface IndexRow {
  readonly tableSchema: string;
  readonly tableName: string;
  readonly indexName: string;
  readonly definition: string;
  readonly bytes: number;
}

/** Records when each index was first seen. */
export async function recordSightings(db: Database, now: Date): Promise<void> {
  await sql`insert into index_sightings (index_oid, seen_at) select indexrelid::oid::bigint, ${now} from pg_index on conflict do nothing`.execute(db);
}

/**
 * The start of the index usage statistics. A crash resets them without updating the database's row, so that the background
 * writer's row is read too.
 */
export async function findStatisticsSince(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`
    select greatest((select stats_reset from pg_stat_database where datname = current_database()), (select stats_reset from pg_stat_bgwriter)) as since`.execute(
    db,
  );
  return rows[0]?.since ?? null;
}

const IS_USER_SCHEMA = sql`n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and not starts_with(n.nspname, 'pg_')`;

/** Whether an index enforces a constraint. */
const ENFORCES_CONSTRAINT = sql`(i.indisunique or i.indisprimary or i.indisexclusion or exists (select from pg_constraint k where k.conindid = i.indexrelid))`;

/** An index `c` with its partitions. */
const PARTS = sql`(select c.oid as relid where c.relkind <> 'I' union all select relid from pg_partition_tree(case when c.relkind = 'I' then c.oid end))`;
const BYTES = sql`(select coalesce(sum(pg_relation_size(p.relid)), 0)::bigint from ${PARTS} p)`;
const SEARCHES = sql`(select coalesce(sum(u.idx_scan), 0) from ${PARTS} p join pg_stat_all_indexes u on u.indexrelid = p.relid)`;

/**
 * Indexes that no query has used since the start of the statistics or since they were first seen. Indexes of constraints and
 * partial indexes are never listed.
 */
export async function listUnused(db: Database, before: Date): Promise<ExistingIndexRow[]> {
  const { rows } = await sql<IndexRow & { supportsKey: boolean }>`
    select n.nspname as "tableSchema", t.relname as "tableName", c.relname as "indexName", pg_get_indexdef(i.indexrelid) as definition, ${BYTES} as bytes,
      exists (select from pg_constraint k where k.contype = 'f' and k.conrelid = i.indrelid and i.indkey[0] = any(k.conkey)) as "supportsKey"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
      join index_sightings s on s.index_oid = i.indexrelid::oid::bigint
    where ${IS_USER_SCHEMA} and i.indisvalid and i.indpred is null and not c.relispartition and not ${ENFORCES_CONSTRAINT} and ${SEARCHES} = 0 and s.seen_at <= ${before}
    order by bytes desc, 3 limit 200`.execute(db);
  return rows.map(({ supportsKey, ...row }) => ({
    ...row,
    reason: supportsKey
      ? 'No query used it. It also supports a foreign key: without it, deleting a row of the other table scans this whole table.'
      : 'No query used it, and every write updates it.',
  }));
}

/** Indexes whose keys are the first keys of another index of the same table, which can replace them. */
export async function listDuplicates(db: Database): Promise<ExistingIndexRow[]> {
  const { rows } = await sql<IndexRow & { other: string; isSame: boolean }>`
    select n.nspname as "tableSchema", t.relname as "tableName", c.relname as "indexName", pg_get_indexdef(i.indexrelid) as definition, ${BYTES} as bytes,
      o.name as other, o.is_same as "isSame"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace
    join lateral (
      select x.relname as name, w.indnatts = i.indnatts as is_same
      from pg_index w join pg_class x on x.oid = w.indexrelid
      where w.indrelid = i.indrelid and w.indexrelid <> i.indexrelid and w.indisvalid and x.relam = c.relam and w.indpred is null
        and (w.indexprs is null) = (i.indexprs is null) and coalesce(pg_get_expr(w.indexprs, w.indrelid), '') = coalesce(pg_get_expr(i.indexprs, i.indrelid), '')
        and w.indnkeyatts >= i.indnkeyatts and w.indnkeyatts = w.indnatts
        and (w.indkey::int2[])[0:i.indnkeyatts - 1] = (i.indkey::int2[])[0:i.indnkeyatts - 1]
        and (w.indclass::oid[])[0:i.indnkeyatts - 1] = (i.indclass::oid[])[0:i.indnkeyatts - 1]
        and (w.indcollation::oid[])[0:i.indnkeyatts - 1] = (i.indcollation::oid[])[0:i.indnkeyatts - 1]
        -- all keys in the same direction, or all reversed: 3 flips both the order and the position of nulls
        and ((w.indoption::int2[])[0:i.indnkeyatts - 1] = (i.indoption::int2[])[0:i.indnkeyatts - 1]
          or (w.indoption::int2[])[0:i.indnkeyatts - 1] = array(select (o # 3)::int2 from unnest(i.indoption::int2[]) with ordinality u (o, nth) order by nth))
        -- of two equal indexes, the one with a constraint stays, otherwise the older one
        and (w.indnkeyatts > i.indnkeyatts or w.indisunique or w.indexrelid < i.indexrelid)
      order by w.indnkeyatts, w.indexrelid limit 1) o on true
    where ${IS_USER_SCHEMA} and i.indisvalid and not c.relispartition and i.indpred is null and i.indnkeyatts = i.indnatts and not ${ENFORCES_CONSTRAINT}
      and c.relam = (select oid from pg_am where amname = 'btree')
    order by bytes desc, 3 limit 200`.execute(db);
  return rows.map(({ other, isSame, ...row }) => ({
    ...row,
    reason: isSame ? `${other} has the same columns.` : `${other} starts with the same columns, so it serves the same queries.`,
  }));
}

/** The result of the last completed analysis. */
export async function findLastAnalysis(db: Database): Promise<IndexOverview['lastAnalysis']> {
  const { rows } = await sql<{ id: number; at: Date; state: string; message: string | null; error: string | null }>`
    select id, finished_at as at, state, message, error from job_runs where kind = 'analyze-queries' and finished_at is not null order by id desc limit 1`.execute(
    db,
  );
  const [last] = rows;
  return last === undefined ? null : { ...last, at: last.at.toISOString() };
}

/** Statistics must start before this moment to call an index unused. */
export function unusedBefore(now: Date): Date {
  return new Date(now.getTime() - UNUSED_AFTER_DAYS * DAY_MS);
}

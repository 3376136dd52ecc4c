import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { IdRange } from '../../archives/index.ts';

interface NamedRange extends IdRange {
  /** The partition's. */
  readonly name: string;
}

/** Whether seals cover all movements of a partition and no others, so that no open transaction can add one. */
export async function areSealsWhole(owner: Database, { name, from, to }: NamedRange): Promise<boolean> {
  const { rows } = await sql<{ is_whole: boolean }>`
    select exists (select from ledger_seals where last_id = (select max(id) from ${sql.id('partitions', name)}))
      and exists (select from ledger_seals where last_id >= ${to})
      and coalesce((select sum(movements) from ledger_seals where last_id < ${to} and (${from}::bigint is null or last_id >= ${from})), 0)
        = (select count(*) from ${sql.id('partitions', name)}) as is_whole`.execute(owner);
  return rows[0]?.is_whole ?? false;
}

/** Stores the stock that the movements of a partition had made, for a replay without them. Repeating it changes nothing. */
export async function saveBalances(owner: Database, partition: string): Promise<void> {
  const movements = sql.id('partitions', partition);
  await sql`delete from archived_balances where partition_name = ${partition}`.execute(owner);
  await sql`delete from archived_counts where partition_name = ${partition}`.execute(owner);
  await sql`
    insert into archived_balances (partition_name, location_id, listing_id, on_hand)
    select ${partition}::text, location_id, listing_id, sum(change)::int
    from (
      select to_location_id as location_id, listing_id, 1 as change from ${movements} where to_location_id is not null
      union all
      select from_location_id, coalesce(from_listing_id, listing_id), -1 from ${movements} where from_location_id is not null
    ) changes
    group by location_id, listing_id having sum(change) <> 0`.execute(owner);
  await sql`
    insert into archived_counts (partition_name, listing_id, last_counted_at)
    select ${partition}::text, listing_id, max(created_at) from ${movements} where type = 'AUDIT_COUNT' and listing_id is not null group by listing_id`.execute(
    owner,
  );
}

/** As texts, in the order of location and listing. */
export async function listBalances(db: Database, partition: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', location_id, coalesce(listing_id, 0), on_hand) as line from archived_balances where partition_name = ${partition}
    order by location_id, listing_id nulls first`.execute(db);
  return rows.map(({ line }) => line);
}

/** As texts, in the order of the listing. */
export async function listLastCounts(db: Database, partition: string): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', listing_id, to_char(last_counted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US')) as line
    from archived_counts where partition_name = ${partition} order by listing_id`.execute(db);
  return rows.map(({ line }) => line);
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { learn } from '../listing-state/listing-state.repository.ts';
import type { DriftCheck, SentChange } from './drift.rules.ts';

/** All changes of a job are checked up to this number. */
const CHECK_ALL_UP_TO = 1_000;
/** In larger jobs, one in this many accepted changes is checked, and every rejected one up to a limit. */
const SAMPLE_ONE_IN = 20;
const MAX_REJECTED = 10_000;

/** Chooses the changes of a job to check; a repeated call chooses the same ones. @returns how many */
export async function planRereads(tx: Database, jobId: number): Promise<number> {
  await sql`
    with sent as (
      select seller_sku, outcome, count(*) over () as total, row_number() over (partition by outcome = 'REJECTED' order by seller_sku) as nth
      from listing_changes where job_id = ${jobId} and part is not null and outcome in ('ACCEPTED', 'WARNING', 'REJECTED', 'HELD')
    )
    insert into listing_rereads (job_id, seller_sku)
    select ${jobId}, seller_sku from sent
    where total <= ${CHECK_ALL_UP_TO}
      or case when outcome = 'REJECTED' then nth <= ${MAX_REJECTED} else hashtextextended(seller_sku, ${jobId}::bigint) % ${SAMPLE_ONE_IN} = 0 end
    on conflict (job_id, seller_sku) do nothing`.execute(tx);
  return (await countRereads(tx, jobId)).plannedCount;
}

export interface UnreadChange extends SentChange {
  readonly sku: string;
  /** A newer change of this listing was sent or is about to be sent. */
  readonly isSuperseded: boolean;
}

export async function listUnread(db: Database, jobId: number, limit: number): Promise<UnreadChange[]> {
  const { rows } = await sql<{ sku: string; price: number | null; quantity: number | null; is_rejected: boolean; is_superseded: boolean }>`
    select r.seller_sku as sku, case when c.sends_price then round(c.new_price * 100)::bigint end as price, case when c.sends_quantity then c.new_quantity end as quantity,
      c.outcome = 'REJECTED' as is_rejected,
      coalesce(m.accepted_at > j.finished_at, false) or exists (
        select from listing_jobs later join listing_changes o on o.job_id = later.id and o.seller_sku = r.seller_sku
        where later.id > ${jobId} and later.started_at > j.started_at and o.part is not null
      ) as is_superseded
    from listing_rereads r join listing_jobs j on j.id = r.job_id join listing_changes c on c.job_id = r.job_id and c.seller_sku = r.seller_sku
    left join marketplace_listings m on m.seller_sku = r.seller_sku
    where r.job_id = ${jobId} and r.result is null order by r.seller_sku limit ${limit}`.execute(db);
  return rows.map((row) => ({
    sku: row.sku,
    priceCents: row.price ?? undefined,
    quantity: row.quantity ?? undefined,
    isRejected: row.is_rejected,
    isSuperseded: row.is_superseded,
  }));
}

export interface SavedReading {
  readonly sku: string;
  readonly result: DriftCheck['result'] | 'SUPERSEDED';
  readonly note: string | null;
  /** Decimal text; null when the marketplace does not show it. */
  readonly price: string | null;
  readonly quantity: number | null;
  /** Null when the marketplace did not show the listing. Reports and events decide that it is gone. */
  readonly status: string | null;
}

/** Stores the readings, and what they show of the listings. @param at when the listings were requested */
export async function saveReadings(tx: Database, jobId: number, readings: readonly SavedReading[], at: Date): Promise<void> {
  const read = sql`select seller_sku, price, quantity, status from saved where result <> 'SUPERSEDED'`;
  await sql`
    with readings as (
      select * from jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) as r (sku text, result text, note text, price numeric, quantity integer, status text)
    ), saved as (
      update listing_rereads o set result = r.result, note = r.note, price = r.price, quantity = r.quantity, read_at = ${at}
      from readings r where o.job_id = ${jobId} and o.seller_sku = r.sku and o.result is null
      returning o.seller_sku, o.result, o.price, o.quantity, r.status
    ), ${learn(read, { source: 'READ', at })}`.execute(tx);
}

export async function countRereads(db: Database, jobId: number): Promise<{ plannedCount: number; readCount: number; driftCount: number }> {
  const { rows } = await sql<{ plannedCount: number; readCount: number; driftCount: number }>`
    select count(*)::int as "plannedCount", count(result)::int as "readCount", count(*) filter (where result = 'DRIFT')::int as "driftCount"
    from listing_rereads where job_id = ${jobId}`.execute(db);
  return rows[0] ?? { plannedCount: 0, readCount: 0, driftCount: 0 };
}

/** The first listings that are out of sync, as texts for the log. */
export async function listDrifted(db: Database, jobId: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select seller_sku || ': ' || note as text from listing_rereads where job_id = ${jobId} and result = 'DRIFT' order by seller_sku limit ${limit}`.execute(db);
  return rows.map(({ text }) => text);
}

import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface Seal {
  readonly position: number;
  /** It covers the movements up to this one that the seal before does not cover. */
  readonly lastId: number;
  readonly movements: number;
  readonly hash: Buffer;
}

export interface SealedRange {
  /** undefined: from the first movement. */
  readonly after: number | undefined;
  readonly lastId: number;
}

interface RangeDigest {
  readonly movements: number;
  /** SHA-256 over the movements of the range, in the order of their ids. */
  readonly digest: Buffer;
}

/** A movement as the text that is hashed: the same for the same values, on every version of PostgreSQL. */
const TEXT = sql<string>`jsonb_build_array(m.id, m.unit_id, m.listing_id, m.type, m.quantity_change, m.from_location_id, m.to_location_id,
  m.before_status, m.after_status, m.reason_code, m.note, m.actor_id, m.client_scan_id, m.undoes_movement_id,
  to_char(m.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), m.from_listing_id, m.count_id, m.return_grade_id, m.receipt_id,
  m.order_id, m.bulk_id)::text`;

/**
 * Locks the cursor, so that one process at a time seals, and moves it to the newest movement.
 * @param openSince the start of the oldest transaction, read before
 * @returns the id below which no open transaction can add a movement; undefined while that is not known
 */
export async function moveSealCursor(tx: Database, openSince: string): Promise<number | undefined> {
  const { rows } = await sql<{ seen_to: number | null }>`
    with known as (select seen_to, seen_at from ledger_seal_cursor for update)
    update ledger_seal_cursor c
    set seen_to = case when k.seen_at < ${openSince}::timestamptz then (select last_value from stock_movements_id_seq) else c.seen_to end,
      seen_at = case when k.seen_at < ${openSince}::timestamptz then clock_timestamp() else c.seen_at end
    from known k returning case when k.seen_at < ${openSince}::timestamptz then k.seen_to end as seen_to`.execute(tx);
  return rows[0]?.seen_to ?? undefined;
}

export async function lockSeals(tx: Database): Promise<void> {
  await sql`select from ledger_seal_cursor for update`.execute(tx);
}

export async function findLastSeal(db: Database): Promise<Seal | undefined> {
  const [last] = await listSealsBy(db, sql`order by position desc limit 1`);
  return last;
}

/** A page of seals, in their order. */
export async function listSeals(db: Database, { after, limit }: { readonly after: number; readonly limit: number }): Promise<Seal[]> {
  return listSealsBy(db, sql`where position > ${after} order by position limit ${limit}`);
}

async function listSealsBy(db: Database, rest: ReturnType<typeof sql>): Promise<Seal[]> {
  const { rows } = await sql<Seal>`select position, last_id as "lastId", movements, hash from ledger_seals ${rest}`.execute(db);
  return rows;
}

export async function insertSeal(tx: Database, { position, lastId, movements, hash }: Seal, sealedAt: Date): Promise<void> {
  await tx.insertInto('ledger_seals').values({ position, last_id: lastId, movements, hash, sealed_at: sealedAt }).execute();
}

/**
 * The end of the next range of at most so many movements, all of one partition, so that it is archived with all it covers; undefined
 * without a movement.
 */
export async function findRangeEnd(
  db: Database,
  { after, upTo, limit }: { readonly after: number | undefined; readonly upTo: number; readonly limit: number },
): Promise<number | undefined> {
  const { rows } = await sql<{ last: number | null }>`
    with next as (
      select id from stock_movements where ${after ?? null}::bigint is null or id > ${after ?? null} order by id limit 1
    ), bound as (
      select min(r.to_id) as id from partition_ranges() r join next on r.to_id > next.id where r.table_name = 'stock_movements'
    )
    select max(id) as last from (
      select id from stock_movements
      where (${after ?? null}::bigint is null or id > ${after ?? null}) and id <= ${upTo} and id < (select id from bound) order by id limit ${limit}) range`.execute(
    db,
  );
  return rows[0]?.last ?? undefined;
}

/** Computed where the movements are: none of them is sent. */
export async function digestRange(db: Database, { after, lastId }: SealedRange): Promise<RangeDigest> {
  const { rows } = await sql<RangeDigest>`
    select count(*)::int as movements, sha256(convert_to(coalesce(string_agg(${TEXT}, E'\n' order by m.id), ''), 'UTF8')) as digest
    from stock_movements m where (${after ?? null}::bigint is null or m.id > ${after ?? null}) and m.id <= ${lastId}`.execute(db);
  return rows[0] ?? { movements: 0, digest: Buffer.alloc(0) };
}

export async function countMovementsAfter(db: Database, after: number | undefined): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from stock_movements where ${after ?? null}::bigint is null or id > ${after ?? null}`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/** The seals that end in a range of movements, in their order. */
export async function listSealsIn(db: Database, { from, to }: { readonly from: number | null; readonly to: number }): Promise<Seal[]> {
  return listSealsBy(db, sql`where (${from}::bigint is null or last_id >= ${from}) and last_id < ${to} order by position`);
}

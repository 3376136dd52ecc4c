import type { Assignment } from '@stowage/contract/pricing/sku-assignments';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { compareListings } from '../out-of-sync/out-of-sync-check.repository.ts';

/**
 * Matches every FNSKU in stock with the inventory report and assigns the SKU and condition where there is exactly one match.
 * A person resolves several matches, and SKUs that another listing has. Safe to run twice.
 * @returns the number of FNSKUs per result
 */
export async function assignAll(tx: Database, jobId: number): Promise<Record<string, number>> {
  await sql`
    insert into sku_assignments (job_id, listing_id, fnsku, result, before_sku, after_sku, before_condition, after_condition, candidates)
    select ${jobId}, l.id, l.fnsku,
      case when m.count = 0 then 'NO_SKU' when m.count > 1 then 'CONFLICT' when other.id is not null then 'TAKEN' else 'ASSIGNED' end,
      l.seller_sku, case when m.count = 1 then m.sku end, l.condition, case when m.count = 1 then m.condition end, m.candidates
    from listings l join listing_counts c on c.listing_id = l.id and c.on_hand > 0
    cross join lateral (
      select count(*)::int as count, min(f.seller_sku) as sku, min(f.condition) as condition,
        coalesce(jsonb_agg(jsonb_build_object('sku', f.seller_sku, 'condition', f.condition) order by f.seller_sku), '[]') as candidates
      from fba_inventory f where f.fnsku = l.fnsku and f.gone_at is null
    ) m
    left join listings other on m.count = 1 and other.seller_sku = m.sku and other.id <> l.id
    where l.fnsku is not null and (
      (m.count = 0 and l.seller_sku is null)
      or (m.count > 1 and not m.candidates @> jsonb_build_array(jsonb_build_object('sku', l.seller_sku, 'condition', l.condition)))
      or (m.count = 1 and (l.seller_sku, l.condition) is distinct from (m.sku, m.condition)))
    on conflict (job_id, listing_id) do nothing`.execute(tx);
  // When two FNSKUs match one SKU, the first one gets it.
  await sql`update sku_assignments a set result = 'TAKEN' where a.job_id = ${jobId} and a.result = 'ASSIGNED'
    and exists (select from sku_assignments b where b.job_id = a.job_id and b.result = 'ASSIGNED' and b.after_sku = a.after_sku and b.listing_id < a.listing_id)`.execute(
    tx,
  );
  await sql`update listings l set seller_sku = a.after_sku, condition = a.after_condition, updated_at = now() from sku_assignments a
    where a.job_id = ${jobId} and a.result = 'ASSIGNED' and l.id = a.listing_id`.execute(tx);
  await compareAssigned(tx, jobId);
  const { rows } = await sql<{ result: string; count: number }>`
    select result, count(*)::int as count from sku_assignments where job_id = ${jobId} group by 1`.execute(tx);
  return Object.fromEntries(rows.map(({ result, count }) => [result, count]));
}

const LIMIT = 500;

/** Conflicts first. */
export async function listAssignments(db: Database, jobId: number): Promise<Assignment[]> {
  const { rows } = await sql<Assignment>`
    select a.listing_id as "listingId", a.fnsku, p.title as "itemName", a.result, a.before_sku as "beforeSku", a.after_sku as "afterSku",
      a.before_condition as "beforeCondition", a.after_condition as "afterCondition", a.candidates
    from sku_assignments a join listings l on l.id = a.listing_id join products p on p.id = l.product_id
    where a.job_id = ${jobId} order by array_position(array['CONFLICT', 'TAKEN', 'NO_SKU', 'ASSIGNED', 'UNDONE'], a.result), a.listing_id limit ${LIMIT}`.execute(
    db,
  );
  return rows;
}

/** Resolves a conflict. @returns the new condition; undefined when the SKU is not a candidate */
export async function chooseCandidate(tx: Database, { jobId, listingId, sku }: { jobId: number; listingId: number; sku: string }): Promise<number | undefined> {
  const { rows } = await sql<{ condition: number }>`
    update sku_assignments set result = 'ASSIGNED', after_sku = c.sku, after_condition = c.condition
    from jsonb_to_recordset((select candidates from sku_assignments where job_id = ${jobId} and listing_id = ${listingId})) as c (sku text, condition smallint)
    where job_id = ${jobId} and listing_id = ${listingId} and result = 'CONFLICT' and c.sku = ${sku}
    returning after_condition as condition`.execute(tx);
  const condition = rows[0]?.condition;
  if (condition === undefined) return undefined;
  await tx.updateTable('listings').set({ seller_sku: sku, condition, updated_at: sql`now()` }).where('id', '=', listingId).execute();
  await compareListings(tx, [listingId]);
  return condition;
}

/** Has the listings that a job assigned compared with what the marketplace shows of their SKUs. */
async function compareAssigned(tx: Database, jobId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`select listing_id as id from sku_assignments where job_id = ${jobId} and result = 'ASSIGNED'`.execute(tx);
  await compareListings(
    tx,
    rows.map(({ id }) => id),
  );
}

/**
 * Undoes the assignments of a job where the listing still has the assigned SKU and condition, and no other listing has its former SKU.
 * @throws a unique violation of `listings_seller_sku_key` when another listing gets one at this moment
 */
export async function undoAssignments(tx: Database, jobId: number): Promise<{ undoneCount: number; keptCount: number }> {
  await compareAssigned(tx, jobId);
  const { rows: unchanged } = await sql<{ id: number; holder: number | null }>`
    select l.id, other.id as holder from sku_assignments a join listings l on l.id = a.listing_id
    left join listings other on other.seller_sku = a.before_sku and other.id <> l.id
    where a.job_id = ${jobId} and a.result = 'ASSIGNED' and (l.seller_sku, l.condition) is not distinct from (a.after_sku, a.after_condition)
    order by l.id for no key update of l`.execute(tx);
  const undone = withFreeSkus(unchanged);
  // A choice can give one listing of the job the former SKU of another.
  const givingBack = undone.flatMap(({ holder }) => holder ?? []);
  await sql`update listings set seller_sku = null where id = any(${givingBack}::bigint[])`.execute(tx);
  const { rows } = await sql<{ undoneCount: number; keptCount: number }>`
    with undone as (
      update listings l set seller_sku = a.before_sku, condition = a.before_condition, updated_at = now() from sku_assignments a
      where a.job_id = ${jobId} and a.listing_id = l.id and l.id = any(${undone.map(({ id }) => id)}::bigint[])
      returning l.id
    ), marked as (
      update sku_assignments a set result = 'UNDONE' from undone where a.job_id = ${jobId} and a.listing_id = undone.id
    )
    select (select count(*)::int from undone) as "undoneCount",
      (select count(*)::int from sku_assignments where job_id = ${jobId} and result = 'ASSIGNED') - (select count(*)::int from undone) as "keptCount"`.execute(
    tx,
  );
  return rows[0] ?? { undoneCount: 0, keptCount: 0 };
}

/** The listings whose former SKU no listing has, or one that gives it back too. A listing that is kept keeps those that wait for its SKU. */
function withFreeSkus<T extends { readonly id: number; readonly holder: number | null }>(listings: readonly T[]): readonly T[] {
  const ids = new Set(listings.map(({ id }) => id));
  const free = listings.filter(({ holder }) => holder === null || ids.has(holder));
  return free.length === listings.length ? free : withFreeSkus(free);
}

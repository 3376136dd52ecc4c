import { ALLOCATIONS_LIMIT } from '@stowage/contract/orders/orders';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import { noSuchOrder } from '../order.repository.ts';
import type { Allocation, AllocationPlan, AllocationState, OrderedItem } from './allocation-plan.rules.ts';

export interface AllocationRecord extends Allocation {
  readonly orderId: string;
  readonly listingId: number | null;
  readonly verifiedUnitId: number | null;
  readonly verifiedBy: number | null;
  /** Identifies the verification; null for verifications that are older than these ids. */
  readonly verificationId: number | null;
  readonly shippedBy: number | null;
  readonly shippedByName: string | null;
  readonly shippedAt: Date | null;
  readonly clientAcceptId: string | null;
}

const columns = [
  'p.id',
  'p.order_id as orderId',
  'p.item_id as itemId',
  'p.nth',
  'p.state',
  'p.listing_id as listingId',
  'p.unit_id as unitId',
  'p.verified_unit_id as verifiedUnitId',
  'p.verified_by as verifiedBy',
  'p.verification_id as verificationId',
  'p.shipped_by as shippedBy',
  'w.name as shippedByName',
  'p.shipped_at as shippedAt',
  'p.client_accept_id as clientAcceptId',
] as const;

function allocations(db: Database) {
  return db.selectFrom('order_allocations as p').leftJoin('users as w', 'w.id', 'p.shipped_by').select(columns).$narrowType<{ state: AllocationState }>();
}

export async function findAllocation(db: Database, id: number): Promise<AllocationRecord | undefined> {
  return allocations(db).where('p.id', '=', id).executeTakeFirst();
}

export async function listAllocations(db: Database, orderId: string): Promise<AllocationRecord[]> {
  return allocations(db).where('p.order_id', '=', orderId).orderBy('p.item_id').orderBy('p.nth').execute();
}

/** @throws AppError `not_found` */
export function getById<A extends AllocationRecord>(allocations: readonly A[], id: number): A {
  const allocation = allocations.find((one) => one.id === id);
  if (allocation === undefined) throw noSuchOrder(id);
  return allocation;
}

/** Lists the lines of an order, as the marketplace reports them. */
export async function listItems(db: Database, orderId: string): Promise<OrderedItem[]> {
  return db.selectFrom('order_items').select(['item_id as itemId', 'quantity', 'shipped']).where('order_id', '=', orderId).orderBy('item_id').execute();
}

/**
 * Creates, closes and reopens allocations of a locked order, and sets the listing of those without a unit.
 * @returns the listings, before and after, of allocations whose listing changed
 */
export async function applyPlan(tx: Database, orderId: string, { create, close, reopen }: Omit<AllocationPlan, 'shippedOutside'>): Promise<number[]> {
  if (create.length > 0) {
    await sql`insert into order_allocations (order_id, item_id, nth, state)
      select ${orderId}::text, * from unnest(${rowArrays(create, { itemId: 'text[]', nth: 'int[]', state: 'text[]' })})`.execute(tx);
  }
  await clearAllocations(tx, close, 'CLOSED');
  await clearAllocations(tx, reopen, 'WAITING');
  const { rows } = await sql<{ listing_id: number; before: number | null }>`
    update order_allocations p set listing_id = l.id from order_items i join listings l on l.seller_sku = i.seller_sku, order_allocations old
    where p.order_id = ${orderId}::text and p.unit_id is null and i.order_id = p.order_id and i.item_id = p.item_id and p.listing_id is distinct from l.id
      and old.id = p.id returning p.listing_id, old.listing_id as before`.execute(tx);
  return rows.flatMap(({ listing_id, before }) => [listing_id, ...(before === null ? [] : [before])]);
}

/** Removes the units and verifications of allocations. */
export async function clearAllocations(tx: Database, ids: readonly number[], state: 'WAITING' | 'CLOSED'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update order_allocations set state = ${state}, unit_id = null, verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Closes allocations whose units were shipped outside Stowage. Each one still names its unit. */
export async function closeShippedOutside(tx: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update order_allocations set state = 'CLOSED', verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

export async function reserveUnits(tx: Database, reserved: readonly { readonly allocationId: number; readonly unitId: number }[]): Promise<void> {
  if (reserved.length === 0) return;
  await sql`update order_allocations p set state = 'RESERVED', unit_id = f.unit_id, verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    from unnest(${rowArrays(reserved, { allocationId: 'bigint[]', unitId: 'bigint[]' })}) as f (id, unit_id)
    where p.id = f.id`.execute(tx);
}

/** @throws a unique violation of `order_allocations_client_accept_id_key` */
export async function markShipped(
  tx: Database,
  id: number,
  { actorId, at, clientAcceptId }: { actorId: number; at: Date; clientAcceptId: string | null },
): Promise<void> {
  const values = { state: 'SHIPPED', shipped_by: actorId, shipped_at: at, client_accept_id: clientAcceptId };
  await tx.updateTable('order_allocations').set(values).where('id', '=', id).execute();
}

/** Reserves the shipped allocations of an order again, and ends all its verifications. @returns the units that were shipped */
export async function unshipAllocations(tx: Database, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    update order_allocations set state = 'RESERVED', shipped_at = null, shipped_by = null, client_accept_id = null
    where order_id = ${orderId} and state = 'SHIPPED' returning unit_id`.execute(tx);
  await endVerifications(tx, orderId);
  return rows.map(({ unit_id }) => unit_id);
}

/**
 * Ends the verifications of an order's open allocations, so that a late accept of an ended verification ships nothing.
 * @param ended only these allocations
 */
export async function endVerifications(tx: Database, orderId: string, ended?: readonly Pick<Allocation, 'id'>[]): Promise<void> {
  await sql`update order_allocations set verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where order_id = ${orderId} and state = 'RESERVED' and verified_by is not null ${ended ? sql`and id = any(${ended.map(({ id }) => id)}::bigint[])` : sql``}`.execute(
    tx,
  );
}

export interface CodedAllocation extends AllocationRecord {
  /** The codes that verify it. */
  readonly skus: readonly string[];
  readonly gtins: readonly string[];
}

/** Lists the allocations of an order with their codes, line by line. Plan: the order's allocations by key, then the other tables by key for each. */
export async function listCodedAllocations(db: Database, orderId: string): Promise<CodedAllocation[]> {
  const { rows } = await sql<AllocationRecord & { fnsku: string | null; sku: string | null; gtins: string[] }>`/* prepared: list_coded_allocations */
    select p.id, p.order_id as "orderId", p.item_id as "itemId", p.nth, p.state, p.listing_id as "listingId", p.unit_id as "unitId",
      p.verified_unit_id as "verifiedUnitId", p.verified_by as "verifiedBy", p.verification_id as "verificationId", p.shipped_by as "shippedBy", w.name as "shippedByName",
      p.shipped_at as "shippedAt", p.client_accept_id as "clientAcceptId",
      l.fnsku, coalesce(l.seller_sku, i.seller_sku) as sku,
      array(select g.gtin14 from product_gtins g where g.product_id = l.product_id) as gtins
    from order_allocations p
    left join order_items i on i.order_id = p.order_id and i.item_id = p.item_id
    left join listings l on l.id = p.listing_id
    left join users w on w.id = p.shipped_by
    where p.order_id = ${orderId}::text
    order by p.item_id, p.nth`.execute(db);
  return rows.map(({ fnsku, sku, gtins, ...allocation }) => ({ ...allocation, skus: [fnsku, sku].flatMap((code) => code ?? []), gtins }));
}

/**
 * Creates the allocations of orders that were over before their first import. They are closed: nothing is reserved for them.
 * @returns whether there are any
 */
export async function insertClosedAllocations(db: Database, orderIds: readonly string[]): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into order_allocations (order_id, item_id, nth, listing_id, state)
    select i.order_id, i.item_id, n, l.id, 'CLOSED'
    from orders o join order_items i on i.order_id = o.order_id left join listings l on l.seller_sku = i.seller_sku,
      generate_series(1, least(i.quantity, ${ALLOCATIONS_LIMIT})) n
    where o.order_id = any(${orderIds}::text[]) and o.stage in ('SHIPPED', 'CANCELED')
      and not exists (select from order_allocations p where p.order_id = o.order_id)
    on conflict (order_id, item_id, nth) do nothing`.execute(db);
  return numAffectedRows !== undefined && numAffectedRows > 0n;
}

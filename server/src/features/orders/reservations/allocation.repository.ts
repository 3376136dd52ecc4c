import { PIECES_LIMIT } from '@stowage/contract/orders/orders';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { OrderedItem, Piece, PiecePlan } from './allocation-plan.rules.ts';

export interface KeptPiece extends Piece {
  readonly orderId: string;
  readonly listingId: number | null;
  readonly unitId: number | null;
  readonly verifiedUnitId: number | null;
  readonly verifiedBy: number | null;
  /** Which verification that was; null of one before they had numbers. */
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

function pieces(db: Database) {
  return db.selectFrom('order_allocations as p').leftJoin('users as w', 'w.id', 'p.shipped_by').select(columns).$narrowType<{ state: Piece['state'] }>();
}

export async function findPiece(db: Database, id: number): Promise<KeptPiece | undefined> {
  return pieces(db).where('p.id', '=', id).executeTakeFirst();
}

/** The pieces of an order, line by line. */
export async function listPieces(db: Database, orderId: string): Promise<KeptPiece[]> {
  return pieces(db).where('p.order_id', '=', orderId).orderBy('p.item_id').orderBy('p.nth').execute();
}

/** The lines of an order, as the marketplace told them. */
export async function listItems(db: Database, orderId: string): Promise<OrderedItem[]> {
  return db.selectFrom('order_items').select(['item_id as itemId', 'quantity', 'shipped']).where('order_id', '=', orderId).orderBy('item_id').execute();
}

/** Makes, closes and reopens pieces of a locked order; those without a unit learn their listing. */
export async function applyPlan(tx: Database, orderId: string, { create, close, reopen }: Omit<PiecePlan, 'leave'>): Promise<void> {
  if (create.length > 0) {
    await sql`insert into order_allocations (order_id, item_id, nth, state)
      select ${orderId}::text, * from unnest(${create.map(({ itemId }) => itemId)}::text[], ${create.map(({ nth }) => nth)}::int[],
        ${create.map(({ state }) => state)}::text[])`.execute(tx);
  }
  await emptyPieces(tx, close, 'CLOSED');
  await emptyPieces(tx, reopen, 'WAITING');
  await sql`update order_allocations p set listing_id = l.id from order_items i join listings l on l.seller_sku = i.seller_sku
    where p.order_id = ${orderId}::text and p.unit_id is null and i.order_id = p.order_id and i.item_id = p.item_id and p.listing_id is distinct from l.id`.execute(
    tx,
  );
}

/** Takes their units away from pieces; what was verified of them counts no more. */
export async function emptyPieces(tx: Database, ids: readonly number[], state: 'WAITING' | 'CLOSED'): Promise<void> {
  if (ids.length === 0) return;
  await sql`update order_allocations set state = ${state}, unit_id = null, verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Closes pieces whose units left elsewhere: each keeps which one that was. */
export async function closeLeft(tx: Database, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`update order_allocations set state = 'CLOSED', verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where id = any(${ids}::bigint[])`.execute(tx);
}

/** Gives units to pieces. */
export async function fillPieces(tx: Database, filled: readonly { readonly pieceId: number; readonly unitId: number }[]): Promise<void> {
  if (filled.length === 0) return;
  await sql`update order_allocations p set state = 'RESERVED', unit_id = f.unit_id, verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    from unnest(${filled.map(({ pieceId }) => pieceId)}::bigint[], ${filled.map(({ unitId }) => unitId)}::bigint[]) as f (id, unit_id)
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

/** The shipped pieces of an order are reserved again, and none of the order is verified. @returns the units that were shipped */
export async function unshipPieces(tx: Database, orderId: string): Promise<number[]> {
  const { rows } = await sql<{ unit_id: number }>`
    update order_allocations set state = 'RESERVED', shipped_at = null, shipped_by = null, client_accept_id = null
    where order_id = ${orderId} and state = 'SHIPPED' returning unit_id`.execute(tx);
  await endVerifications(tx, orderId);
  return rows.map(({ unit_id }) => unit_id);
}

/**
 * What was verified of an order's open pieces counts no more: an accept of before, however late it comes, packs nothing.
 * @param pieceIds only of these
 */
export async function endVerifications(tx: Database, orderId: string, pieceIds?: readonly number[]): Promise<void> {
  await sql`update order_allocations set verified_unit_id = null, verified_by = null, verified_as = null, verification_id = null
    where order_id = ${orderId} and state = 'RESERVED' and verified_by is not null ${pieceIds ? sql`and id = any(${pieceIds}::bigint[])` : sql``}`.execute(tx);
}

export interface CodedPiece extends KeptPiece {
  /** What it may be verified by. */
  readonly skus: readonly string[];
  readonly gtins: readonly string[];
}

/** The pieces of an order with their codes, line by line. Plan: the order's pieces by key, then by key for each. */
export async function listCodedPieces(db: Database, orderId: string): Promise<CodedPiece[]> {
  const { rows } = await sql<KeptPiece & { fnsku: string | null; sku: string | null; gtins: string[] }>`/* prepared: list_coded_pieces */
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
  return rows.map(({ fnsku, sku, gtins, ...piece }) => ({ ...piece, skus: [fnsku, sku].flatMap((code) => code ?? []), gtins }));
}

/** Gives orders that were over before they were known their pieces, all at once: nothing is reserved for them. */
export async function insertClosedPieces(db: Database, orderIds: readonly string[]): Promise<void> {
  await sql`
    insert into order_allocations (order_id, item_id, nth, listing_id, state)
    select i.order_id, i.item_id, n, l.id, 'CLOSED'
    from orders o join order_items i on i.order_id = o.order_id left join listings l on l.seller_sku = i.seller_sku,
      generate_series(1, least(i.quantity, ${PIECES_LIMIT})) n
    where o.order_id = any(${orderIds}::text[]) and o.stage in ('SHIPPED', 'CANCELED')
      and not exists (select from order_allocations p where p.order_id = o.order_id)
    on conflict (order_id, item_id, nth) do nothing`.execute(db);
}

/**
 * Those of these orders whose pieces are not what the marketplace says by now, or wait for stock. Most of what an import
 * reads again needs nothing. Plan: each order and its lines and pieces by key.
 */
export async function listToSettle(db: Database, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select o.order_id from orders o
    cross join lateral (
      select count(*) filter (where p.state = 'WAITING') as waiting, count(*) filter (where p.state in ('WAITING', 'RESERVED')) as open,
        count(*) filter (where p.state = 'SHIPPED') as shipped
      from order_allocations p where p.order_id = o.order_id
    ) n
    where o.order_id = any(${orderIds}::text[]) and (
      n.waiting > 0
      or (n.open > 0 and o.stage not in ('PENDING', 'TO_SHIP'))
      or (n.open = 0 and n.shipped > 0 and o.local_state = 'OPEN')
      or (o.status = 'SHIPPED' and o.local_state in ('SHIPPED', 'CONFIRM_QUEUED', 'CONFIRM_FAILED', 'CANCELED'))
      or (o.stage in ('PENDING', 'TO_SHIP') and n.open <> (
        select coalesce(sum(greatest(0, least(i.quantity, ${PIECES_LIMIT}) - greatest(least(i.shipped, i.quantity), h.away) - h.here)), 0)
        from order_items i cross join lateral (
          select count(*) filter (where p.state = 'SHIPPED') as here, count(*) filter (where p.state = 'CLOSED' and p.unit_id is not null) as away
          from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id
        ) h where i.order_id = o.order_id))
      or exists (select from order_items i where i.order_id = o.order_id and least(i.quantity, ${PIECES_LIMIT})
        > (select count(*) from order_allocations p where p.order_id = i.order_id and p.item_id = i.item_id))
      or exists (select from order_allocations p where p.order_id = o.order_id and p.state in ('WAITING', 'RESERVED')
        and not exists (select from order_items i where i.order_id = p.order_id and i.item_id = p.item_id))
    ) order by o.ship_by nulls last, o.order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

/** Orders whose reserved unit is not what it was, or that wait for stock which is there now: who must leave first chooses first. */
export async function listUnsettled(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ order_id: string }>`
    select s.order_id from (select distinct order_id from (
      (select p.order_id from order_allocations p join units u on u.id = p.unit_id
       where p.state = 'RESERVED' and (u.status <> 'SALE_PENDING' or u.listing_id is distinct from p.listing_id) limit ${limit})
      union all
      -- What had left elsewhere, and was put back: as it was reserved.
      (select p.order_id from units u join order_allocations p on p.unit_id = u.id where u.status = 'SALE_PENDING' and p.state = 'CLOSED' limit ${limit})
      union all
      (select p.order_id from order_allocations p join listing_counts c on c.listing_id = p.listing_id
       join orders o on o.order_id = p.order_id
       where p.state = 'WAITING' and c.available > 0 order by o.ship_by, p.id limit ${limit})
      union all
      (select p.order_id from order_allocations p join order_items i on i.order_id = p.order_id and i.item_id = p.item_id
       join listings l on l.seller_sku = i.seller_sku where p.state = 'WAITING' and p.listing_id is null limit ${limit})
    ) found) s
    order by (select o.ship_by from orders o where o.order_id = s.order_id) nulls last, s.order_id`.execute(db);
  return rows.map(({ order_id }) => order_id);
}

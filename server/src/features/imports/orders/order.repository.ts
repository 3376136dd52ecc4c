import { sql } from 'kysely';
import type { MarketplaceOrder } from '../../../integrations/marketplace/calls/order-answers.ts';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { createAllocations, recordCancelChanges, recordPackages } from '../../orders/index.ts';
import type { Saved } from '../import-counts.ts';

/** Stores a page of orders with their items and allocations. An older answer than the stored one changes nothing. */
export async function saveOrders(db: DatabasePool, orders: readonly MarketplaceOrder[], now: Date): Promise<Saved> {
  const newest = new Map(orders.map((order) => [order.orderId, order]));
  if (newest.size === 0) return { added: 0, changed: 0 };
  return db.transaction().execute(async (tx) => {
    const before = await lockKnown(tx, [...newest.keys()]);
    const { rows: written } = await sql<Written>`
      insert into orders as old (order_id, status, ordered_at, updated_at, ship_by, deliver_by, service_level, is_prime, is_premium, is_business,
        is_gift, is_cancel_requested, currency, total, first_seen_at, imported_at)
      select order_id, status, ordered_at, updated_at, ship_by, deliver_by, service_level, is_prime, is_premium, is_business, is_gift,
        is_cancel_requested, currency, total, ${now}, ${now}
      from jsonb_to_recordset(${JSON.stringify([...newest.values()].map(toOrderRow))}::jsonb) as i (order_id text, status text, ordered_at timestamptz,
        updated_at timestamptz, ship_by timestamptz, deliver_by timestamptz, service_level text, is_prime boolean, is_premium boolean,
        is_business boolean, is_gift boolean, is_cancel_requested boolean, currency text, total numeric)
      order by order_id
      on conflict (order_id) do update set status = excluded.status, updated_at = excluded.updated_at, ship_by = excluded.ship_by,
        deliver_by = excluded.deliver_by, service_level = excluded.service_level, is_prime = excluded.is_prime, is_premium = excluded.is_premium,
        is_business = excluded.is_business, is_gift = excluded.is_gift, is_cancel_requested = excluded.is_cancel_requested,
        currency = excluded.currency, total = excluded.total, imported_at = excluded.imported_at
      where old.updated_at < excluded.updated_at or (old.updated_at = excluded.updated_at and
        (old.status, old.ship_by, old.deliver_by, old.is_cancel_requested, old.total)
          is distinct from (excluded.status, excluded.ship_by, excluded.deliver_by, excluded.is_cancel_requested, excluded.total))
      returning order_id, xmax = 0 as is_new, status, is_cancel_requested`.execute(tx);
    await recordCancelChanges(
      tx,
      written.map((order) => toChange(order, before.get(order.order_id))),
      now,
    );
    await saveItems(
      tx,
      written.flatMap(({ order_id }) => newest.get(order_id) ?? []),
    );
    await createAllocations(
      tx,
      written.map(({ order_id }) => order_id),
    );
    await recordPackages(tx, await withoutOlder(tx, [...newest.values()]));
    const added = written.filter((row) => row.is_new).length;
    return { added, changed: written.length - added };
  });
}

interface Known {
  order_id: string;
  status: string;
  is_cancel_requested: boolean;
}

interface Written extends Known {
  is_new: boolean;
}

/** Locks the existing orders and returns their state. */
async function lockKnown(tx: Database, ids: readonly string[]): Promise<Map<string, Known>> {
  const { rows } = await sql<Known>`
    select order_id, status, is_cancel_requested from orders where order_id = any(${ids}) order by order_id for update`.execute(tx);
  return new Map(rows.map((row) => [row.order_id, row]));
}

function toChange({ order_id, status, is_cancel_requested }: Written, before: Known | undefined) {
  return {
    orderId: order_id,
    isRequested: is_cancel_requested && before?.is_cancel_requested !== true,
    isWithdrawn: before?.is_cancel_requested === true && !is_cancel_requested,
    isCanceled: before !== undefined && before.status !== 'CANCELLED' && status === 'CANCELLED',
  };
}

/** The orders that are not older than the stored ones. Packages change without a new update time of the order. */
async function withoutOlder(tx: Database, orders: readonly MarketplaceOrder[]): Promise<MarketplaceOrder[]> {
  const ids = orders.map(({ orderId }) => orderId);
  const rows = await tx.selectFrom('orders').select(['order_id', 'updated_at']).where('order_id', 'in', ids).execute();
  const known = new Map(rows.map(({ order_id, updated_at }) => [order_id, updated_at]));
  return orders.filter(({ orderId, updatedAt }) => updatedAt >= (known.get(orderId) ?? updatedAt));
}

/** The orders that are not stored yet: orders without a status must not overwrite complete ones. */
export async function withoutKnown(db: Database, orders: readonly MarketplaceOrder[]): Promise<MarketplaceOrder[]> {
  const ids = orders.map(({ orderId }) => orderId);
  const rows = await db
    .selectFrom('orders')
    .select('order_id')
    .where('order_id', 'in', ids.length === 0 ? [''] : ids)
    .execute();
  const known = new Set(rows.map(({ order_id }) => order_id));
  return orders.filter(({ orderId }) => !known.has(orderId));
}

async function saveItems(tx: Database, orders: readonly MarketplaceOrder[]): Promise<void> {
  const rows = JSON.stringify(orders.flatMap(toItemRows));
  await sql`
    with incoming as (
      select * from jsonb_to_recordset(${rows}::jsonb) as i (order_id text, item_id text, seller_sku text, asin text, title text,
        condition smallint, quantity integer, shipped integer, price numeric, tax numeric, shipping numeric)
    ), gone as (
      delete from order_items old where order_id = any(${orders.map(({ orderId }) => orderId)})
        and not exists (select from incoming i where (i.order_id, i.item_id) = (old.order_id, old.item_id))
    )
    -- Date and state of the order are in its lines too, so that one index finds a SKU's newest and open orders.
    insert into order_items (order_id, item_id, seller_sku, asin, title, condition, quantity, shipped, price, tax, shipping, ordered_at, is_open)
    select i.*, o.ordered_at, is_open_stage(o.stage) from incoming i join orders o using (order_id)
    on conflict (order_id, item_id) do update set seller_sku = excluded.seller_sku, asin = excluded.asin, title = excluded.title,
      condition = excluded.condition, quantity = excluded.quantity, shipped = excluded.shipped, price = excluded.price, tax = excluded.tax,
      shipping = excluded.shipping`.execute(tx);
}

/** The time up to which an import is complete. */
export async function findMark(db: Database, kind: string): Promise<Date | undefined> {
  const row = await db.selectFrom('import_marks').select('complete_until').where('kind', '=', kind).executeTakeFirst();
  return row?.complete_until;
}

/** A mark never moves back. */
export async function saveMark(db: Database, kind: string, completeUntil: Date): Promise<void> {
  await sql`insert into import_marks as old (kind, complete_until) values (${kind}, ${completeUntil})
    on conflict (kind) do update set complete_until = greatest(old.complete_until, excluded.complete_until)`.execute(db);
}

function toOrderRow(order: MarketplaceOrder) {
  return {
    order_id: order.orderId,
    status: order.status,
    ordered_at: order.orderedAt,
    updated_at: order.updatedAt,
    ship_by: order.shipBy,
    deliver_by: order.deliverBy,
    service_level: order.serviceLevel,
    is_prime: order.isPrime,
    is_premium: order.isPremium,
    is_business: order.isBusiness,
    is_gift: order.isGift,
    is_cancel_requested: order.isCancelRequested,
    currency: order.currency,
    total: order.total,
  };
}

function toItemRows({ orderId, items }: MarketplaceOrder) {
  return items.map((item) => ({
    order_id: orderId,
    item_id: item.itemId,
    seller_sku: item.sku,
    asin: item.asin,
    title: item.title,
    condition: item.condition,
    quantity: item.quantity,
    shipped: item.shipped,
    price: item.price,
    tax: item.tax,
    shipping: item.shipping,
  }));
}

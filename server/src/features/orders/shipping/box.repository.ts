import type { OrderBox } from '@stowage/contract/orders/order-shipment';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText } from '../../../platform/formats/utc-text.ts';
import type { BoxContent } from './box.rules.ts';

export interface Box extends BoxContent {
  /** Our id of the package. It stays the same for every attempt to confirm the box. */
  readonly packageId: string;
  readonly confirmedAt: Date | null;
}

interface Row extends Omit<OrderBox, 'confirmed_at'> {
  confirmed_at: Date | null;
}

/** Lists the boxes of an order for its page, in the order in which they were entered. */
export async function listShownBoxes(db: Database, orderId: string): Promise<OrderBox[]> {
  return (await readRows(db, orderId)).map((row) => ({ ...row, confirmed_at: row.confirmed_at && utcText(row.confirmed_at) }));
}

/** Lists the boxes of an order, in the order in which they were entered. */
export async function listBoxes(db: Database, orderId: string): Promise<Box[]> {
  return (await readRows(db, orderId)).map((row) => ({
    packageId: row.package_id,
    carrierCode: row.carrier_code,
    carrierName: row.carrier_name,
    shippingMethod: row.shipping_method,
    trackingNumber: row.tracking_number,
    weightPounds: row.weight_pounds ?? undefined,
    lengthInches: row.length_inches ?? undefined,
    widthInches: row.width_inches ?? undefined,
    heightInches: row.height_inches ?? undefined,
    confirmedAt: row.confirmed_at,
    items: row.items.map(({ item_id, quantity }) => ({ itemId: item_id, quantity })),
  }));
}

/** Replaces the boxes that are not confirmed yet. Confirmed boxes stay. A box that is entered again keeps its package id. */
export async function saveBoxes(tx: Database, orderId: string, boxes: readonly BoxContent[]): Promise<void> {
  const known = await listBoxes(tx, orderId);
  const confirmed = known.filter(({ confirmedAt }) => confirmedAt !== null).length;
  const open = known.filter(({ confirmedAt }) => confirmedAt === null).map(({ packageId }) => packageId);
  // Deleted all at once, because two boxes may have exchanged their tracking numbers.
  await sql`delete from order_boxes where package_id = any(${open}::bigint[])`.execute(tx);
  for (const [index, box] of boxes.entries()) {
    const values = {
      nth: confirmed + index + 1,
      carrier_code: box.carrierCode,
      carrier_name: box.carrierName,
      shipping_method: box.shippingMethod,
      tracking_number: box.trackingNumber,
      weight_pounds: box.weightPounds ?? null,
      length_inches: box.lengthInches ?? null,
      width_inches: box.widthInches ?? null,
      height_inches: box.heightInches ?? null,
    };
    const packageId = open[index];
    const { package_id } = await tx
      .insertInto('order_boxes')
      .values({ order_id: orderId, ...values, ...(packageId !== undefined && { package_id: Number(packageId) }) })
      .returning('package_id')
      .executeTakeFirstOrThrow();
    const items = box.items.map(({ itemId, quantity }) => ({ package_id, item_id: itemId, quantity }));
    await tx.insertInto('order_box_items').values(items).execute();
  }
}

export async function markBoxConfirmed(db: Database, packageId: string, at: Date): Promise<void> {
  await db.updateTable('order_boxes').set({ confirmed_at: at }).where('package_id', '=', Number(packageId)).where('confirmed_at', 'is', null).execute();
}

export async function markAllBoxesConfirmed(db: Database, orderId: string, at: Date): Promise<void> {
  await db.updateTable('order_boxes').set({ confirmed_at: at }).where('order_id', '=', orderId).where('confirmed_at', 'is', null).execute();
}

async function readRows(db: Database, orderId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select b.package_id::text, b.carrier_code, b.carrier_name, b.shipping_method, b.tracking_number, b.weight_pounds::float8, b.length_inches::float8,
      b.width_inches::float8, b.height_inches::float8, b.confirmed_at,
      coalesce((select json_agg(json_build_object('item_id', i.item_id, 'quantity', i.quantity) order by i.item_id) from order_box_items i
        where i.package_id = b.package_id), '[]') as items
    from order_boxes b where b.order_id = ${orderId} order by b.nth`.execute(db);
  return rows;
}

/**
 * Finds another order with a box that has one of these tracking numbers. Locks the numbers until the transaction ends, so
 * that of two concurrent entries the later one sees the earlier. Plan: the index of tracking numbers.
 */
export async function findSharedNumber(
  tx: Database,
  orderId: string,
  trackingNumbers: readonly string[],
): Promise<{ readonly trackingNumber: string; readonly orderId: string } | undefined> {
  const numbers = await lockNumbers(tx, trackingNumbers);
  const { rows } = await sql<{ trackingNumber: string; orderId: string }>`
    select tracking_number as "trackingNumber", order_id as "orderId" from order_boxes
    where upper(tracking_number) = any(${numbers}::text[]) and order_id <> ${orderId} order by package_id limit 1`.execute(tx);
  return rows[0];
}

/** Locks tracking numbers, in the order in which every transaction locks them. @returns them in upper case */
export async function lockNumbers(tx: Database, trackingNumbers: readonly string[]): Promise<readonly string[]> {
  const numbers = [...new Set(trackingNumbers.map((number) => number.toUpperCase()))].sort();
  await sql`select pg_advisory_xact_lock(hashtextextended('tracking number ' || n, 0)) from unnest(${numbers}::text[]) with ordinality t (n, nth) order by nth`.execute(
    tx,
  );
  return numbers;
}

import type { OrderLocalState } from '@stowage/contract/orders/orders';
import { sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import type { CancelAnswer, PackableOrder } from './shipping/shipping.rules.ts';

export interface LockedOrder extends PackableOrder {
  readonly orderId: string;
  readonly localState: OrderLocalState;
  readonly orderedAt: Date;
  readonly cancelAnsweredBy: number | null;
}

/**
 * Locks an order until the transaction ends; undefined for an unknown one. The order is locked before its units, and before the names are joined: after a
 * wait, PostgreSQL reads the locked row again, but not the rows that the same query joins to it.
 * @param reference the order number, or the id of one of its allocations
 */
export async function lockOrderIfExists(tx: Database, reference: string | number): Promise<LockedOrder | undefined> {
  const orderId = typeof reference === 'string' ? sql`${reference}::text` : sql`(select order_id from order_allocations where id = ${reference}::bigint)`;
  const { rows } = await sql<LockedOrder>`
    with o as materialized (select * from orders where order_id = ${orderId} for update)
    select o.order_id as "orderId", o.status, o.ordered_at as "orderedAt", o.local_state as "localState", o.is_cancel_requested as "isCancelRequested",
      o.cancel_answer as "cancelAnswer", o.cancel_answered_by as "cancelAnsweredBy", o.started_by as "startedBy", s.name as "startedByName",
      o.started_at as "startedAt", h.name as "shippedByName", o.shipped_at as "shippedAt"
    from o left join users s on s.id = o.started_by left join users h on h.id = o.shipped_by`.execute(tx);
  return rows[0];
}

/** Locks an order. @throws AppError `not_found` */
export async function lockOrder(tx: Database, reference: string | number): Promise<LockedOrder> {
  const order = await lockOrderIfExists(tx, reference);
  if (order === undefined) throw noSuchOrder(reference);
  return order;
}

export function noSuchOrder(reference: string | number): AppError {
  return new AppError('not_found', typeof reference === 'string' ? `There is no order ${reference}` : `No order has a unit with the id ${reference}`);
}

interface OrderChange {
  readonly local_state?: OrderLocalState;
  readonly started_by?: number | null;
  readonly started_at?: Date | null;
  readonly shipped_by?: number | null;
  readonly shipped_at?: Date | null;
  readonly cancel_answer?: CancelAnswer | null;
  readonly cancel_answered_by?: number | null;
}

/** Changes a locked order. */
export async function updateOrder(tx: Database, orderId: string, change: OrderChange): Promise<void> {
  await tx.updateTable('orders').set(change).where('order_id', '=', orderId).execute();
}

interface NewEvent {
  readonly orderId: string;
  readonly kind:
    | 'RESERVED'
    | 'STARTED'
    | 'UNSTARTED'
    | 'VERIFY_FAILED'
    | 'VERIFIED'
    | 'SHIPPED'
    | 'CONFIRM_ENTERED'
    | 'CONFIRMED'
    | 'CONFIRM_FAILED'
    | 'UNDONE'
    | 'CANCEL_REQUESTED'
    | 'CANCEL_WITHDRAWN'
    | 'CANCEL_ANSWERED'
    | 'CANCELED'
    | 'CHANGED'
    | 'MISMATCH'
    | 'RECIPIENT_SHOWN'
    | 'PHOTO_ADDED'
    | 'PHOTO_REMOVED'
    | 'PHOTOS_FINISHED'
    | 'NOTE';
  /** The text on the timeline. */
  readonly detail: string;
  /** null for a job. */
  readonly actorId: number | null;
  readonly at: Date;
}

export async function insertEvent(tx: Database, { orderId, kind, detail, actorId, at }: NewEvent): Promise<void> {
  await tx.insertInto('order_events').values({ order_id: orderId, kind, detail, actor_id: actorId, at }).execute();
}

/** The timeline text of a whole shipment that was undone. A granted cancel request has another text. */
export const SHIPPING_UNDONE = 'Shipping undone';

/** Whether the latest action on an order is that this person undid its shipping. Ignores notes, photos and views. Plan: the order's events by key. */
export async function isUndoneBy(tx: Database, orderId: string, actorId: number): Promise<boolean> {
  const { rows } = await sql<{ isOwn: boolean }>`
    select u.actor_id = ${actorId} and u.detail = ${SHIPPING_UNDONE} and not exists (
      select from order_events e where e.order_id = u.order_id and e.id > u.id and e.actor_id <> ${actorId}
        and e.kind not in ('NOTE', 'RECIPIENT_SHOWN', 'PHOTO_ADDED', 'PHOTO_REMOVED', 'PHOTOS_FINISHED')
    ) as "isOwn"
    from order_events u where u.order_id = ${orderId} and u.kind = 'UNDONE' order by u.id desc limit 1`.execute(tx);
  return rows[0]?.isOwn ?? false;
}

/** The person who last answered a buyer's cancel request. Plan: the order's events by key. */
export async function findAnswerer(db: Database, orderId: string): Promise<{ readonly by: string | null; readonly at: Date } | undefined> {
  return db
    .selectFrom('order_events as e')
    .leftJoin('users as u', 'u.id', 'e.actor_id')
    .select(['u.name as by', 'e.at'])
    .where('e.order_id', '=', orderId)
    .where('e.kind', '=', 'CANCEL_ANSWERED')
    .orderBy('e.id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

export interface BuyerDataView {
  readonly actorId: number;
  readonly orderId: string;
  readonly shown: 'RECIPIENT' | 'LABEL_PHOTOS' | 'DOCUMENT';
  readonly reason: string;
}

/** Held to the end of the transaction, so that concurrent views of one person are counted. */
export async function lockViewsOf(tx: DatabaseTransaction, actorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.buyerData}, ${actorId}::int)`.execute(tx);
}

/** The other orders of which a person saw buyer data since a time. */
export async function countOtherOrders(db: Database, { actorId, orderId }: Pick<BuyerDataView, 'actorId' | 'orderId'>, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct order_id)::int as count from buyer_data_views where actor_id = ${actorId} and at >= ${since} and order_id <> ${orderId}`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function insertView(tx: Database, { actorId, orderId, shown, reason }: BuyerDataView, at: Date): Promise<void> {
  await tx.insertInto('buyer_data_views').values({ actor_id: actorId, order_id: orderId, shown, reason, at }).execute();
}

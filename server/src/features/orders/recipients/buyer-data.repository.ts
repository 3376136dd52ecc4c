import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

/** With a person's id: held while they are shown a buyer's data. */
const BUYER_DATA_LOCK = 871_014;

export interface BuyerDataView {
  readonly actorId: number;
  readonly orderId: string;
  readonly shown: 'RECIPIENT' | 'LABEL_PHOTOS' | 'DOCUMENT';
  readonly reason: string;
}

/** Held to the end of the transaction, so that concurrent views of one person are counted. */
export async function lockViewsOf(tx: DatabaseTransaction, actorId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${BUYER_DATA_LOCK}, ${actorId}::int)`.execute(tx);
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

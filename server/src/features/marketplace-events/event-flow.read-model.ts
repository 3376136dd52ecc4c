import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Whether the queue answered since a time, and an event of a subscribed type arrived since another. */
export async function hasFlow(db: Database, type: string, since: { readonly answer: Date; readonly event: Date }): Promise<boolean> {
  const { rows } = await sql<{ flows: boolean }>`select exists (
    select from marketplace_event_counts c join marketplace_subscriptions s on s.type = c.type and s.state = 'ON'
      cross join marketplace_queue_state q
    where c.type = ${type} and c.last_received_at >= ${since.event} and q.last_answer_at >= ${since.answer}) as flows`.execute(db);
  return rows[0]?.flows ?? false;
}

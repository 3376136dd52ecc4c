import type { SubscriptionState } from '@stowage/contract/marketplace-events/marketplace-events';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface CheckedSubscription {
  readonly type: string;
  readonly state: Exclude<SubscriptionState, 'UNKNOWN'>;
  /** Why it is not on, and what to do. */
  readonly reason: string | null;
}

/** Replaces the results of the last check. */
export async function saveSubscriptions(tx: Database, subscriptions: readonly CheckedSubscription[], now: Date): Promise<void> {
  await sql`
    insert into marketplace_subscriptions as s (type, state, reason, checked_at)
    select type, state, reason, ${now} from jsonb_to_recordset(${JSON.stringify(subscriptions)}::jsonb) as i (type text, state text, reason text) order by type
    on conflict (type) do update set state = excluded.state, reason = excluded.reason, checked_at = excluded.checked_at`.execute(tx);
}

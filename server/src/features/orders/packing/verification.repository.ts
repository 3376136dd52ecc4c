import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { rowArrays } from '../../../platform/database/hidden-value.ts';
import type { LockedOrder } from '../order.repository.ts';
import type { Packer } from '../order-dependencies.ts';
import type { AllocationRecord } from '../reservations/allocation.repository.ts';

export interface VerificationEvent {
  readonly kind: 'STARTED' | 'VERIFIED' | 'VERIFY_FAILED';
  readonly detail: string;
}

interface Verification {
  readonly orderId: string;
  readonly packerId: number;
  readonly at: Date;
  /** Whether the packer starts the order with this scan. */
  readonly isStarted: boolean;
  /** The verified allocation; undefined when the code matches none. */
  readonly verified: { readonly allocation: Pick<AllocationRecord, 'id' | 'unitId'>; readonly as: 1 | 2 } | undefined;
  readonly events: readonly VerificationEvent[];
}

/** The event of a packer who starts an order; none when the packer already has it. */
export function startEvents({ startedBy }: LockedOrder, { id }: Packer): VerificationEvent[] {
  return startedBy === id ? [] : [{ kind: 'STARTED', detail: 'Started' }];
}

/**
 * Saves in one statement who packs a locked order, which allocation is verified, and what happened. The same scan once more
 * is the same verification; a scan of another kind of code is a new one.
 * @returns the id of the verification
 */
export async function saveVerification(tx: Database, { orderId, packerId, at, isStarted, verified, events }: Verification): Promise<number | null> {
  const unitId = verified?.allocation.unitId ?? null;
  const { rows } = await sql<{ verification_id: number }>`/* prepared: save_verification */
    with started as (
      update orders set started_by = ${packerId}::bigint, started_at = ${at}::timestamptz where order_id = ${orderId}::text and ${isStarted}::boolean
    ), verified as (
      update order_allocations set verified_unit_id = ${unitId}::bigint, verified_by = ${packerId}::bigint, verified_as = ${verified?.as ?? null}::smallint,
        verification_id = coalesce(case when verified_unit_id = ${unitId}::bigint and verified_by = ${packerId}::bigint
          and verified_as = ${verified?.as ?? null}::smallint then verification_id end, nextval('order_verification_ids'))
      where id = ${verified?.allocation.id ?? null}::bigint returning verification_id
    ), recorded as (
      insert into order_events (order_id, kind, detail, actor_id, at)
      select ${orderId}::text, e.kind, e.detail, ${packerId}::bigint, ${at}::timestamptz
      from unnest(${rowArrays(events, { kind: 'text[]', detail: 'text[]' })}) with ordinality as e (kind, detail, nth)
      order by e.nth
    )
    select verification_id from verified`.execute(tx);
  return rows[0]?.verification_id ?? null;
}

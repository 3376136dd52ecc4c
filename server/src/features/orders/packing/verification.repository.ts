import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';
import type { KeptPiece } from '../reservations/allocation.repository.ts';

export interface VerificationEvent {
  readonly kind: 'STARTED' | 'VERIFIED' | 'VERIFY_FAILED';
  readonly detail: string;
}

interface Verification {
  readonly orderId: string;
  readonly packerId: number;
  readonly at: Date;
  /** Whether the packer has the order from now on. */
  readonly isTaken: boolean;
  /** Which piece, by what; without it the code was of none. */
  readonly verified: { readonly piece: Pick<KeptPiece, 'id' | 'unitId'>; readonly as: 1 | 2 } | undefined;
  readonly events: readonly VerificationEvent[];
}

/**
 * Keeps in one statement who packs a locked order, which piece is verified, and what happened. The same scan once more is
 * the same verification; by another kind of code it is another one.
 * @returns which verification it is
 */
export async function keepVerification(tx: Database, { orderId, packerId, at, isTaken, verified, events }: Verification): Promise<number | null> {
  const unitId = verified?.piece.unitId ?? null;
  const { rows } = await sql<{ verification_id: number }>`/* prepared: keep_verification */
    with started as (
      update orders set started_by = ${packerId}::bigint, started_at = ${at}::timestamptz where order_id = ${orderId}::text and ${isTaken}::boolean
    ), verified as (
      update order_allocations set verified_unit_id = ${unitId}::bigint, verified_by = ${packerId}::bigint, verified_as = ${verified?.as ?? null}::smallint,
        verification_id = coalesce(case when verified_unit_id = ${unitId}::bigint and verified_by = ${packerId}::bigint
          and verified_as = ${verified?.as ?? null}::smallint then verification_id end, nextval('order_verification_ids'))
      where id = ${verified?.piece.id ?? null}::bigint returning verification_id
    ), told as (
      insert into order_events (order_id, kind, detail, actor_id, at)
      select ${orderId}::text, e.kind, e.detail, ${packerId}::bigint, ${at}::timestamptz
      from unnest(${events.map(({ kind }) => kind)}::text[], ${events.map(({ detail }) => detail)}::text[]) with ordinality as e (kind, detail, nth)
      order by e.nth
    )
    select verification_id from verified`.execute(tx);
  return rows[0]?.verification_id ?? null;
}

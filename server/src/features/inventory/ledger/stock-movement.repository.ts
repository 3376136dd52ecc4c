import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

/** The stock ledger's rows: what happened to which unit, append-only. */

export interface Unit {
  readonly id: number;
  readonly listingId: number | null;
  readonly locationId: number;
  readonly status: 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE' | 'SHIPPED' | 'REMOVED';
}

/** Who did it and why, as the ledger keeps it. */
export interface Cause {
  readonly actorId: number;
  readonly clientScanId?: string;
  /** One of the contract's coded reasons. */
  readonly reason?: string;
  readonly note?: string;
  /** The movement that this one takes back. */
  readonly undoes?: number;
}

/** Who brings something into the stock or out of it, and the document that says so. */
export interface DocumentCause {
  /** null where nobody did it: the order itself came or went. */
  readonly actorId: number | null;
  /** The order that it was done for. */
  readonly orderId?: string;
  /** The count that is posted. */
  readonly countId?: number;
  /** What was decided about a returned unit. */
  readonly returnGradeId?: number;
  /** What was received from a vendor. */
  readonly receiptId?: number;
}

export interface RecordedScan {
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly toLocationId: number | null;
  readonly listingId: number | null;
  readonly identifier: string;
  readonly actorId: number | null;
}

/** What a scan id was used for, if it was. */
export async function findScan(db: Database, clientScanId: string): Promise<RecordedScan | undefined> {
  const row = await db
    .selectFrom('stock_movements as m')
    .innerJoin('units as u', 'u.id', 'm.unit_id')
    .select(['m.unit_id', 'm.type', 'm.listing_id', 'm.from_location_id', 'm.to_location_id', 'u.identifier', 'm.actor_id'])
    .where('m.client_scan_id', '=', clientScanId)
    .executeTakeFirst();
  return (
    row && {
      unitId: row.unit_id,
      type: row.type,
      listingId: row.listing_id,
      fromLocationId: row.from_location_id,
      toLocationId: row.to_location_id,
      identifier: row.identifier,
      actorId: row.actor_id,
    }
  );
}

export interface RecordedMovement {
  readonly id: number;
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly fromListingId: number | null;
  readonly reasonCode: string | null;
}

export async function findMovement(db: Database, id: number): Promise<RecordedMovement | undefined> {
  const row = await db
    .selectFrom('stock_movements')
    .select(['id', 'unit_id', 'type', 'from_location_id', 'from_listing_id', 'reason_code'])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      unitId: row.unit_id,
      type: row.type,
      fromLocationId: row.from_location_id,
      fromListingId: row.from_listing_id,
      reasonCode: row.reason_code,
    }
  );
}

/** The document by which a unit was taken out of stock last: it never came as was written there. */
export async function findDocumentOfRemoval(tx: Database, unitId: number): Promise<'RECEIPT' | 'RETURN' | undefined> {
  const { rows } = await sql<{ document: 'RECEIPT' | 'RETURN' | null }>`
    select case when coalesce(m.receipt_id, arrival.receipt_id) is not null then 'RECEIPT'
      when coalesce(m.return_grade_id, arrival.return_grade_id) is not null then 'RETURN' end as document
    from stock_movements m left join stock_movements arrival on arrival.id = m.undoes_movement_id
    where m.unit_id = ${unitId} and m.type = 'REMOVE' order by m.id desc limit 1`.execute(tx);
  return rows[0]?.document ?? undefined;
}

interface Movement {
  readonly type: 'ADD' | 'LOCATION_CHANGE' | 'AUDIT_COUNT' | 'REMOVE' | 'CONDITION_CHANGE' | 'STATUS_CHANGE';
  readonly change: -1 | 0 | 1;
  readonly from: number | null;
  readonly to: number | null;
  /** What the unit's status is afterwards. */
  readonly status: Unit['status'];
  /** The listing that the unit left, if it did. */
  readonly fromListing?: number;
}

export async function record(tx: Database, unit: Unit, { type, change, from, to, status, fromListing }: Movement, cause: Cause): Promise<number> {
  const { id } = await tx
    .insertInto('stock_movements')
    .values({
      unit_id: unit.id,
      listing_id: unit.listingId,
      type,
      quantity_change: change,
      from_location_id: from,
      to_location_id: to,
      from_listing_id: fromListing ?? null,
      before_status: unit.status,
      after_status: status,
      actor_id: cause.actorId,
      client_scan_id: cause.clientScanId ?? null,
      reason_code: cause.reason ?? null,
      note: cause.note ?? null,
      undoes_movement_id: cause.undoes ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface MovedUnit extends Movement {
  readonly unit: Unit;
  readonly reason: string | null;
  readonly receiptId?: number;
  /** The movement that it takes back. */
  readonly undoes?: number;
}

export async function recordAll(
  tx: Database,
  movements: readonly MovedUnit[],
  { actorId, countId, returnGradeId, receiptId, orderId }: DocumentCause,
): Promise<void> {
  const column = <T>(read: (movement: MovedUnit) => T) => movements.map(read);
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status,
      reason_code, receipt_id, undoes_movement_id, count_id, return_grade_id, order_id, actor_id)
    select m.*, ${countId ?? null}::bigint, ${returnGradeId ?? null}::bigint, ${orderId ?? null}::text, ${actorId}::bigint
    from unnest(${column(({ unit }) => unit.id)}::bigint[], ${column(({ unit }) => unit.listingId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ change }) => change)}::smallint[], ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[],
      ${column(({ unit, type, undoes }) => (type === 'ADD' && undoes === undefined ? null : unit.status))}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column((movement) => movement.receiptId ?? receiptId ?? null)}::bigint[],
      ${column(({ undoes }) => undoes ?? null)}::bigint[]) as m`.execute(tx);
}

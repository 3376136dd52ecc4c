import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden } from '../../../platform/database/hidden-value.ts';

/** The rows of the stock ledger: the movements of units, append-only. */

export interface Unit {
  readonly id: number;
  readonly listingId: number | null;
  readonly locationId: number;
  readonly status: 'AVAILABLE' | 'SALE_PENDING' | 'QUARANTINE' | 'SHIPPED' | 'REMOVED';
}

/** The columns of `Unit` from `units u`. */
export const unitColumns = sql`u.id, u.listing_id as "listingId", u.location_id as "locationId", u.status`;

/** The person and the reason of a movement. */
export interface Cause {
  readonly actorId: number;
  readonly clientScanId?: string;
  /** One of the contract's coded reasons. */
  readonly reason?: string;
  readonly note?: string;
  /** The movement that this one undoes. */
  readonly undoes?: number;
}

/** The person and the document behind the movements of many units. */
export interface DocumentCause {
  /** null for changes that no person made, such as a new order. */
  readonly actorId: number | null;
  readonly orderId?: string;
  readonly countId?: number;
  /** The disposition decision of a return. */
  readonly decisionId?: number;
  /** The vendor's receipt. */
  readonly receiptId?: number;
}

export interface RecordedScan {
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly toLocationId: number | null;
  readonly listingId: number | null;
  /** The unit's listing and identifier as they are now. */
  readonly unitListingId: number | null;
  readonly identifier: string;
  readonly actorId: number | null;
}

/** The movements of scan ids, in their order; undefined also for one that is archived, whose id stays in use. */
export async function findScans(db: Database, clientScanIds: readonly string[]): Promise<(RecordedScan | undefined)[]> {
  const { rows } = await sql<RecordedScan & { clientScanId: string }>`/* prepared: find_scans */
    select m.unit_id as "unitId", m.type, m.listing_id as "listingId", m.from_location_id as "fromLocationId", m.to_location_id as "toLocationId",
      u.listing_id as "unitListingId", u.identifier, m.actor_id as "actorId", s.client_scan_id as "clientScanId"
    from unnest(${hidden(clientScanIds, 'text[]')}) as i (id) join scan_ids s on s.client_scan_id = i.id
      join stock_movements m on m.id = s.movement_id join units u on u.id = m.unit_id`.execute(db);
  const scans = new Map(rows.map(({ clientScanId, ...scan }) => [clientScanId, scan]));
  return clientScanIds.map((id) => scans.get(id));
}

/** The movement of a scan id. */
export async function findScan(db: Database, clientScanId: string): Promise<RecordedScan | undefined> {
  const [scan] = await findScans(db, [clientScanId]);
  return scan;
}

export interface RecordedMovement {
  readonly id: number;
  readonly unitId: number;
  readonly type: string;
  readonly fromLocationId: number | null;
  readonly fromListingId: number | null;
  readonly reasonCode: string | null;
  /** null for the system. */
  readonly actorId: number | null;
  readonly ageMinutes: number;
}

export async function findMovement(db: Database, id: number): Promise<RecordedMovement | undefined> {
  const { rows } = await sql<RecordedMovement>`
    select id, unit_id as "unitId", type, from_location_id as "fromLocationId", from_listing_id as "fromListingId", reason_code as "reasonCode",
      actor_id as "actorId", (extract(epoch from now() - created_at) / 60)::float as "ageMinutes"
    from stock_movements where id = ${id}`.execute(db);
  return rows[0];
}

/** Whether the id of a movement is in an archived partition. */
export async function isArchivedMovement(db: Database, id: number): Promise<boolean> {
  const { rows } = await sql`select from archived_partitions
    where table_name = 'stock_movements' and state <> 'ATTACHED' and coalesce(from_id, 0) <= ${id} and to_id > ${id}`.execute(db);
  return rows.length > 0;
}

/** Who added or removed a unit last, and how long ago. @returns undefined if it is archived */
export async function findLastMovement(
  tx: Database,
  unitId: number,
  type: 'ADD' | 'REMOVE',
): Promise<Pick<RecordedMovement, 'actorId' | 'ageMinutes'> | undefined> {
  const { rows } = await sql<Pick<RecordedMovement, 'actorId' | 'ageMinutes'>>`
    select actor_id as "actorId", (extract(epoch from now() - created_at) / 60)::float as "ageMinutes"
    from stock_movements where unit_id = ${unitId} and type = ${type} order by id desc limit 1`.execute(tx);
  return rows[0];
}

/** The document whose correction removed a unit from stock last. */
export async function findDocumentOfRemoval(tx: Database, unitId: number): Promise<'RECEIPT' | 'RETURN' | undefined> {
  const { rows } = await sql<{ document: 'RECEIPT' | 'RETURN' | null }>`
    select case when coalesce(m.receipt_id, receipt.receipt_id) is not null then 'RECEIPT'
      when coalesce(m.return_grade_id, receipt.return_grade_id) is not null then 'RETURN' end as document
    from stock_movements m left join stock_movements receipt on receipt.id = m.undoes_movement_id
    where m.unit_id = ${unitId} and m.type = 'REMOVE' order by m.id desc limit 1`.execute(tx);
  return rows[0]?.document ?? undefined;
}

interface Movement {
  readonly type: 'ADD' | 'LOCATION_CHANGE' | 'AUDIT_COUNT' | 'REMOVE' | 'CONDITION_CHANGE' | 'STATUS_CHANGE';
  readonly change: -1 | 0 | 1;
  readonly from: number | null;
  readonly to: number | null;
  /** The unit's status afterwards. */
  readonly status: Unit['status'];
  /** The unit's previous listing. */
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
  /** The movement that this one undoes. */
  readonly undoes?: number;
  /** The person's scan, for scans of several people. */
  readonly scan?: { readonly actorId: number; readonly clientScanId: string };
}

export async function recordAll(
  tx: Database,
  movements: readonly MovedUnit[],
  { actorId, countId, decisionId, receiptId, orderId }: DocumentCause,
): Promise<void> {
  const column = <T>(read: (movement: MovedUnit) => T) => movements.map(read);
  await sql`
    insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status,
      reason_code, receipt_id, undoes_movement_id, actor_id, client_scan_id, count_id, return_grade_id, order_id)
    select m.*, ${countId ?? null}::bigint, ${decisionId ?? null}::bigint, ${orderId ?? null}::text
    from unnest(${column(({ unit }) => unit.id)}::bigint[], ${column(({ unit }) => unit.listingId)}::bigint[], ${column(({ type }) => type)}::text[],
      ${column(({ change }) => change)}::smallint[], ${column(({ from }) => from)}::int[], ${column(({ to }) => to)}::int[],
      ${column(({ unit, type, undoes }) => (type === 'ADD' && undoes === undefined ? null : unit.status))}::text[], ${column(({ status }) => status)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column((movement) => movement.receiptId ?? receiptId ?? null)}::bigint[],
      ${column(({ undoes }) => undoes ?? null)}::bigint[], ${column(({ scan }) => scan?.actorId ?? actorId)}::bigint[],
      ${column(({ scan }) => scan?.clientScanId ?? null)}::text[]) as m`.execute(tx);
}

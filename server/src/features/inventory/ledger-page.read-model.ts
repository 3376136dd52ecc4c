import { LEDGER_WINDOW, type LedgerRow, UNIT_LEDGER_LIMIT } from '@stowage/contract/inventory-adjustment';
import type { MovementType } from '@stowage/contract/inventory-report';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';
import { utcText } from '../../platform/utc-text.ts';
import { type AdjustmentFilter, pageOfIds } from './adjustment.read-model.ts';
import { reasonText } from './movement-reason.rules.ts';
import type { LedgerMovement } from './undo.rules.ts';

interface Row {
  id: number;
  unit_id: number;
  item_name: string | null;
  sku: string;
  type: MovementType;
  quantity_change: number;
  reason_code: string | null;
  note: string | null;
  from_location: string | null;
  to_location: string | null;
  undoes_movement_id: number | null;
  from_sku: string | null;
  from_condition: number | null;
  to_condition: number | null;
  undone: boolean;
  actor: string | null;
  created_at: Date;
}

const columns = sql`
  m.id, m.unit_id, p.title as item_name, coalesce(l.seller_sku, u.identifier) as sku, m.type, m.quantity_change, m.reason_code, m.note,
  a.code as from_location, b.code as to_location, m.undoes_movement_id, f.seller_sku as from_sku,
  f.condition as from_condition, l.condition as to_condition, w.name as actor, m.created_at,
  exists (select 1 from stock_movements o where o.undoes_movement_id = m.id) as undone`;
const joins = sql`
  join units u on u.id = m.unit_id
  left join listings l on l.id = m.listing_id
  left join listings f on f.id = m.from_listing_id
  left join products p on p.id = l.product_id
  left join locations a on a.id = m.from_location_id
  left join locations b on b.id = m.to_location_id
  left join users w on w.id = m.actor_id`;

/**
 * One page of the ledger with who did it and whether it was taken back.
 * Plan: ids up to the page's end from the end of the primary key, or of each listing's index, read from the index
 * alone (page 1,000 of all: 72 pages of it), then joins by key for the page's rows alone. With 5 million movements
 * 0.4 ms for the first page, 2.3 ms for page 1,000.
 */
export async function listLedger(db: Database, filter: AdjustmentFilter, { offset, limit }: { offset: number; limit: number }): Promise<LedgerRow[]> {
  const { rows } = await sql<Row>`
    select ${columns}
    from (select id from (${pageOfIds(filter, Number.MAX_SAFE_INTEGER, offset + limit)}) newest order by id desc limit ${limit} offset ${offset}) page
    join stock_movements m on m.id = page.id ${joins}
    order by m.id desc`.execute(db);
  return rows.map(toLedgerRow);
}

/**
 * How many movements the ledger's pages can show: all there are, up to the window.
 * Plan: the index alone, to the window's end: 4.6 ms for all, 0.3 ms for one listing. It is most of a page's cost.
 */
export async function countLedger(db: Database, filter: AdjustmentFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (${pageOfIds(filter, Number.MAX_SAFE_INTEGER, LEDGER_WINDOW)}) movements`.execute(db);
  return rows[0]?.count ?? 0;
}

/**
 * What happened to a unit from one movement on, that one included, in order of time.
 * Plan: the unit's movements from their index, then joins by key: 0.1 ms.
 */
export async function listMovementsFrom(tx: Database, unitId: number, movementId: number): Promise<(LedgerMovement & LedgerRow)[]> {
  const { rows } = await sql<Row>`select ${columns} from stock_movements m ${joins}
    where m.unit_id = ${unitId} and m.id >= ${movementId} order by m.id`.execute(tx);
  return rows.map((row) => ({ ...toLedgerRow(row), undoes: row.undoes_movement_id }));
}

/** What happened to a unit, newest first. Plan: the unit's range of its index, then joins by key. */
export async function listUnitLedger(db: Database, unitId: number): Promise<LedgerRow[]> {
  const { rows } = await sql<Row>`select ${columns} from stock_movements m ${joins}
    where m.unit_id = ${unitId} order by m.id desc limit ${UNIT_LEDGER_LIMIT}`.execute(db);
  return rows.map(toLedgerRow);
}

function toLedgerRow(row: Row): LedgerRow {
  const { quantity_change, undoes_movement_id, reason_code: _code, created_at, ...rest } = row;
  return {
    ...rest,
    quantity: quantity_change === 0 ? 1 : quantity_change,
    reason: reasonText({ ...row, note: null }),
    is_undo: undoes_movement_id !== null,
    created_at: utcText(created_at),
  };
}

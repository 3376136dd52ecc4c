import { LEDGER_WINDOW, type LedgerPageRow, type LedgerRow, UNIT_LEDGER_LIMIT } from '@stowage/contract/inventory/adjustment';
import { type RawBuilder, sql } from 'kysely';
import { builtOnce } from '../../../platform/database/built-once.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { hidden, rowArrays } from '../../../platform/database/hidden-value.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { joinProductOfUnit } from '../units/product-of-unit.condition.ts';
import { type AdjustmentFilter, listMovementIds, newestIds, unitsMoved } from './movement-list.read-model.ts';
import { type MovementFacts, reasonText } from './movement-reason.rules.ts';
import { type MovementCause, sourceOf } from './movement-source.rules.ts';
import type { LedgerMovement } from './undo/undo.rules.ts';

type MovementRecord = Omit<WithDates<LedgerRow, 'created_at'>, 'quantity' | 'reason' | 'source' | 'is_undo' | 'undoes'> &
  MovementFacts &
  MovementCause & { readonly quantity_change: number };

type MovementPageRecord = MovementRecord & { readonly on_hand_after: number | null };

const columns = sql`
  m.id, m.unit_id, p.id as product_id, p.title as item_name, coalesce(l.seller_sku, u.identifier) as sku, m.type, m.quantity_change, m.reason_code, m.note,
  a.code as from_location, b.code as to_location, m.undoes_movement_id, f.seller_sku as from_sku,
  f.condition as from_condition, l.condition as to_condition, m.actor_id, w.name as actor, m.created_at,
  m.count_id, m.receipt_id, m.order_id, m.after_status, m.client_scan_id is not null as is_scan, u.source as unit_source,
  exists (select 1 from stock_movements o where o.undoes_movement_id = m.id) as undone`;
const joins = sql`
  join units u on u.id = m.unit_id
  left join listings l on l.id = m.listing_id
  left join listings f on f.id = m.from_listing_id
  ${joinProductOfUnit}
  left join locations a on a.id = m.from_location_id
  left join locations b on b.id = m.to_location_id
  left join users w on w.id = m.actor_id`;

/** The change of a listing's stock by its movements after one id, up to and including another. */
function changeBetween(listing: RawBuilder<unknown>, after: RawBuilder<unknown>, until: RawBuilder<unknown>) {
  const between = sql`x.id > ${after} and x.id <= ${until}`;
  return sql`(
    (select coalesce(sum(x.quantity_change), 0) from stock_movements x where x.listing_id = ${listing} and ${between})
    + (select count(*) from stock_movements x where x.listing_id = ${listing} and x.from_listing_id is not null and ${between})
    - (select count(*) from stock_movements x where x.from_listing_id = ${listing} and ${between})
  )::int`;
}

/**
 * One page of the ledger, with the SKU's stock before and after each movement.
 * Plan: ids up to the page's end from the primary key or each listing's index, index only (page 1,000 of all: 72 index
 * pages). Then the rows of these ids.
 */
export async function listLedger(db: Database, filter: AdjustmentFilter, { offset, limit }: { offset: number; limit: number }): Promise<LedgerPageRow[]> {
  const ids = await listMovementIds(db, filter, { offset, limit });
  return ids.length === 0 ? [] : (await readPage(db, ids)).map(toLedgerPageRow);
}

/**
 * The rows of movements, newest first. Plan: joins by key for the page's rows. The stock is computed from the later movements of the
 * page's SKUs, read from their index: at most the window's size. Planning takes longer than reading, so one plan serves every page.
 */
const readPage = builtOnce(
  (ids: readonly number[]) => sql<MovementPageRecord>`/* prepared: read_ledger_page */
    with page as materialized (
      select id from unnest(${hidden(ids, 'bigint[]')}) as chosen (id)
    ), newest as materialized (
      select max(id) as id from page
    ), stock as materialized (
      -- Each SKU's stock after the newest movement of the page, so that later movements are read once per SKU, not per row.
      select c.listing_id, c.on_hand - ${changeBetween(sql`c.listing_id`, sql`newest.id`, sql.lit(Number.MAX_SAFE_INTEGER))} as on_hand
      from newest, listing_counts c
      where c.listing_id = any(array(select m.listing_id from page join stock_movements m on m.id = page.id))
    )
    select ${columns}, stock.on_hand - ${changeBetween(sql`m.listing_id`, sql`m.id`, sql`newest.id`)} as on_hand_after
    from page join stock_movements m on m.id = page.id ${joins} cross join newest left join stock on stock.listing_id = m.listing_id
    order by m.id desc`,
);

/**
 * Counts movements, up to one more than the ledger's pages cover. Plan: index only, to the window's end: 4.6 ms for all, 0.3 ms
 * for one listing. A full window of all or of people's movements stays full while its oldest one is there, because newer ones are
 * archived later, so that the next page looks for that one only.
 */
export function createLedgerCounter(db: Database) {
  const oldest = new Map<AdjustmentFilter, number>();
  return async (filter: AdjustmentFilter): Promise<number> => {
    const known = oldest.get(filter);
    if (known !== undefined && (await exists(db, known))) return LEDGER_WINDOW + 1;
    const { count, from } = onlyRow(
      await sql<{ count: number; from: number }>`
        select count(*)::int as count, min(id) as from from (${newestIds(filter, sql.lit(Number.MAX_SAFE_INTEGER), sql.lit(LEDGER_WINDOW + 1))}) movements`.execute(
        db,
      ),
    );
    if (typeof filter === 'string' && count > LEDGER_WINDOW) oldest.set(filter, from);
    return count;
  };
}

async function exists(db: Database, movementId: number): Promise<boolean> {
  const { rows } = await sql`/* prepared: movement_exists */ select from stock_movements where id = ${hidden(movementId, 'bigint')}`.execute(db);
  return rows.length > 0;
}

/**
 * A unit's movements from one movement on, including it, oldest first.
 * Plan: the unit's movements from their index, then joins by key: 0.1 ms.
 */
export async function listMovementsFrom(tx: Database, unitId: number, movementId: number): Promise<(LedgerMovement & LedgerRow)[]> {
  const { rows } = await sql<MovementRecord>`select ${columns} from stock_movements m ${joins}
    where m.unit_id = ${unitId} and m.id >= ${movementId} order by m.id`.execute(tx);
  return rows.map(toLedgerRow);
}

/**
 * The later movements of units after one movement of each, by unit, oldest first.
 * Plan: each unit's movements from their index, then joins by key.
 */
export async function listMovementsSince(
  tx: Database,
  starts: readonly { readonly unitId: number; readonly movementId: number }[],
): Promise<Map<number, (LedgerMovement & LedgerRow)[]>> {
  const { rows } = await sql<MovementRecord>`
    select ${columns} from unnest(${rowArrays(starts, { unitId: 'bigint[]', movementId: 'bigint[]' })}) as s (unit_id, movement_id)
    join stock_movements m on m.unit_id = s.unit_id and m.id > s.movement_id ${joins} order by m.id`.execute(tx);
  const movements = new Map<number, (LedgerMovement & LedgerRow)[]>();
  for (const row of rows) {
    movements.set(row.unit_id, [...(movements.get(row.unit_id) ?? []), toLedgerRow(row)]);
  }
  return movements;
}

/** The movements of listings before a movement, newest first. Plan: the ends of each listing's indexes, then joins by key. */
export async function listMovementsOf(
  db: Database,
  listingIds: readonly number[],
  { before, limit }: { before: number | undefined; limit: number },
): Promise<LedgerRow[]> {
  const ids = await listMovementIds(db, { listingIds, code: '' }, { before, limit });
  if (ids.length === 0) return [];
  const { rows } = await sql<MovementRecord>`/* prepared: list_movements_of */
    select ${columns} from unnest(${hidden(ids, 'bigint[]')}) as page (id)
    join stock_movements m on m.id = page.id ${joins} order by m.id desc`.execute(db);
  return rows.map(toLedgerRow);
}

/** A unit's movements, newest first. Plan: the unit's range of its index, then joins by key. */
export async function listUnitLedger(db: Database, unitId: number): Promise<LedgerRow[]> {
  const { rows } = await sql<MovementRecord>`select ${columns} from stock_movements m ${joins}
    where m.unit_id = ${unitId} order by m.id desc limit ${UNIT_LEDGER_LIMIT}`.execute(db);
  return rows.map(toLedgerRow);
}

function toLedgerRow(row: MovementRecord): LedgerRow {
  const { quantity_change, undoes_movement_id, created_at, ...shown } = row;
  // The copied fields come last: Node.js 20 is slow to append fields to a copy.
  return {
    quantity: unitsMoved(quantity_change),
    // The row shows note and count separately.
    reason: reasonText({ ...row, note: null, count_id: null }),
    source: sourceOf(row),
    is_undo: undoes_movement_id !== null,
    undoes: undoes_movement_id,
    created_at: utcText(created_at),
    ...shown,
  };
}

function toLedgerPageRow({ on_hand_after, ...row }: MovementPageRecord): LedgerPageRow {
  return { on_hand_before: stockBefore(row, on_hand_after), on_hand_after, ...toLedgerRow(row) };
}

/** A change of condition adds a unit to the movement's SKU. */
function stockBefore({ type, quantity_change }: MovementRecord, after: number | null): number | null {
  return after === null ? null : after - (type === 'CONDITION_CHANGE' ? 1 : quantity_change);
}

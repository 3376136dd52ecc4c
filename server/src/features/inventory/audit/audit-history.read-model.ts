import { AUDIT_HISTORY_LIMIT, type AuditHistoryRow, type AuditMiss } from '@stowage/contract/inventory/audit';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { joinProductOfUnit } from '../units/product-of-unit.condition.ts';

type AuditRecord = Omit<WithDates<AuditHistoryRow, 'created_at' | 'updated_at' | 'scanned_at'>, 'deleted' | 'quantity' | 'outcome'> & {
  status: string;
  type: string;
};

const OUTCOMES: Readonly<Record<string, AuditHistoryRow['outcome']>> = { ADD: 'ADDED', LOCATION_CHANGE: 'MOVED' };

/** What an audit scan with this type of movement did. */
export const outcomeOf = (type: string): AuditHistoryRow['outcome'] => OUTCOMES[type] ?? 'CONFIRMED';

/**
 * The newest scans of audits, newest first.
 * Plan: the newest marks from the end of their unique index, then joins by key; the limit determines the cost: 2.6 ms
 * with 5 million movements and a hundred thousand marks.
 */
export async function listAuditHistory(db: Database): Promise<AuditHistoryRow[]> {
  const { rows } = await sql<AuditRecord>`
    select u.id, p.id as product_id, p.title as item_name, l.seller_sku, u.identifier, l.asin, l.condition as sku_condition, s.code as location, u.location_id,
      u.created_at, u.updated_at, u.status, m.client_scan_id, m.id as movement_id, m.type, k.scanned_code, m.created_at as scanned_at,
      m.actor_id as scanned_by_id, w.name as scanned_by, b.code as scanned_location, case m.type when 'LOCATION_CHANGE' then a.code end as from_location,
      exists (select 1 from stock_movements o where o.undoes_movement_id = m.id) as undone
    from (select movement_id, scanned_code from audit_marks order by movement_id desc limit ${AUDIT_HISTORY_LIMIT}) k
    join stock_movements m on m.id = k.movement_id
    join units u on u.id = m.unit_id
    join locations s on s.id = u.location_id
    join locations b on b.id = m.to_location_id
    left join locations a on a.id = m.from_location_id
    left join users w on w.id = m.actor_id
    left join listings l on l.id = u.listing_id
    ${joinProductOfUnit}
    order by m.id desc`.execute(db);
  return rows.map(toRow);
}

/** The newest scans of audits that counted nothing, newest first. Plan: from the end of the primary key, joins by key. */
export async function listAuditMisses(db: Database): Promise<AuditMiss[]> {
  const { rows } = await sql<WithDates<AuditMiss, 'scanned_at'>>`
    select m.id, m.result, m.scanned_code, s.code as scanned_location, m.message, m.created_at as scanned_at, w.name as scanned_by
    from audit_misses m left join locations s on s.id = m.location_id left join users w on w.id = m.actor_id
    order by m.id desc limit ${AUDIT_HISTORY_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, scanned_at: utcText(row.scanned_at) }));
}

function toRow({ status, type, created_at, updated_at, scanned_at, ...row }: AuditRecord): AuditHistoryRow {
  return {
    ...row,
    quantity: 1,
    deleted: status === 'REMOVED' ? 1 : 0,
    outcome: outcomeOf(type),
    created_at: utcText(created_at),
    updated_at: utcText(updated_at),
    scanned_at: utcText(scanned_at),
  };
}

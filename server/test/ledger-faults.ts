import { sql } from 'kysely';
import { listCountDifferences } from '../src/features/inventory/index.ts';
import type { Database } from '../src/platform/database/connect.ts';

/**
 * Everything that is false about the stock: counts that replaying the ledger doesn't give, units that are not what
 * their last movement says, and movements that can't follow on the one before. Always nothing.
 */
export async function listLedgerFaults(db: Database): Promise<object[]> {
  const { rows: units } = await sql<object>`
    select 'unit' as fault, u.id, u.status, u.location_id, coalesce(last.to_location_id, last.from_location_id) as place, last.after_status, ledger.in_stock
    from units u
    -- The whole ledger at once: looked up unit by unit, a million take hours.
    left join (select unit_id, sum(quantity_change)::int as in_stock, max(id) as last_id from stock_movements group by unit_id) ledger on ledger.unit_id = u.id
    left join stock_movements last on last.id = ledger.last_id
    where ledger.in_stock is distinct from (case when u.status in ('REMOVED', 'SHIPPED') then 0 else 1 end)
      or coalesce(last.to_location_id, last.from_location_id) is distinct from u.location_id or last.after_status is distinct from u.status`.execute(db);
  const { rows: movements } = await sql<object>`
    select 'movement' as fault, m.* from (
      select id, unit_id, type, from_location_id, to_location_id, before_status,
        sum(quantity_change) over unit_history as in_stock,
        lag(coalesce(to_location_id, from_location_id)) over unit_history as place_before,
        lag(after_status) over unit_history as status_before
      from stock_movements window unit_history as (partition by unit_id order by id)
    ) m
    where m.in_stock not in (0, 1) or m.before_status is distinct from m.status_before
      or m.place_before <> coalesce(m.from_location_id, m.to_location_id)`.execute(db);
  return [...(await listCountDifferences(db)), ...units, ...movements];
}

import type { LocationRow } from '@stowage/contract/inventory/locations';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import { inStock } from '../units/in-stock.condition.ts';

/**
 * All locations with their stock, in walking order, active ones first.
 * Plan: both tables whole, and the last entry of the index of counts per location: 1 ms with 2 million units and 58 locations.
 */
export async function listLocationMaster(db: Database): Promise<LocationRow[]> {
  const { rows } = await sql<WithDates<LocationRow, 'last_counted_at'>>`
    select s.id, s.code, s.name, s.zone, s.kind, coalesce(c.on_hand, 0) as units, coalesce(c.listings, 0) as skus, s.capacity, s.sellable, s.active,
      (select m.created_at from stock_movements m where m.to_location_id = s.id and m.type = 'AUDIT_COUNT'
       order by m.created_at desc limit 1) as last_counted_at
    from locations s left join location_counts c on c.location_id = s.id
    order by s.active desc, s.kind <> 'SHELF', s.id`.execute(db);
  return rows.map((row) => ({ ...row, last_counted_at: utcText(row.last_counted_at) }));
}

/** The name of one of the units in a location. */
export async function nameUnitIn(db: Database, locationId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(p.title, u.identifier) as name
    from units u left join listings l on l.id = u.listing_id left join products p on p.id = l.product_id
    where u.location_id = ${locationId} and ${inStock} order by u.listing_id, u.id limit 1`.execute(db);
  return rows[0]?.name;
}

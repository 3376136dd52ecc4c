import type { LocationSummary } from '@stowage/contract/inventory/report';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { inStock } from '../units/in-stock.condition.ts';

/**
 * The number of units in each location at a moment, in walking order: the current number minus the movements since.
 * Includes inactive locations that held units.
 * Plan: one row per location, and the ledger's block ranges since the moment; the movements since determine the cost.
 */
export async function listLocationsAt(db: Database, moment: Date): Promise<LocationSummary[]> {
  const { rows } = await sql<LocationSummary>`
    with since as (
      select location_id, sum(change)::int as change from (
        select to_location_id as location_id, 1 as change from stock_movements where created_at > ${moment} and to_location_id is not null
        union all
        select from_location_id, -1 from stock_movements where created_at > ${moment} and from_location_id is not null
      ) changes group by location_id
    )
    select s.code as location, coalesce(c.on_hand, 0) - coalesce(since.change, 0) as item_count
    from locations s
    left join location_counts c on c.location_id = s.id
    left join since on since.location_id = s.id
    where s.active or coalesce(c.on_hand, 0) <> coalesce(since.change, 0)
    order by s.kind <> 'SHELF', s.id`.execute(db);
  return rows;
}

export interface AgeSum {
  /** The bucket's number, from 0. */
  readonly bucket: number;
  readonly units: number;
  /** Decimal text. */
  readonly value: string;
  readonly unknown_units: number;
  /** Units whose cost was entered after the moment. */
  readonly later_units: number;
}

/**
 * The units in stock at a moment by age, with their cost: the unit's own cost, else its product's cost at that moment.
 * The first movement since then gives the unit's status and listing at the moment. (Its listing can change, its product
 * can't.)
 * Plan: all units in stock once, hash-joined to their products' costs; the stock determines the cost.
 * @param bounds the first day of each bucket but the first
 */
export async function sumAgesAt(db: Database, moment: Date, bounds: readonly number[]): Promise<AgeSum[]> {
  const { rows } = await sql<AgeSum>`
    with moved as materialized (
      select distinct on (unit_id) unit_id, before_status, listing_id
      from stock_movements where created_at > ${moment} order by unit_id, id
    ), held as (
      select u.listing_id, u.cost, u.created_at from units u
      where ${inStock} and not exists (select 1 from moved m where m.unit_id = u.id)
      union all
      select m.listing_id, u.cost, u.created_at from moved m join units u on u.id = m.unit_id
      where m.before_status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')
    )
    select width_bucket(floor(extract(epoch from ${moment}::timestamptz - h.created_at) / 86400), ${bounds}::numeric[]) as bucket,
      count(*)::int as units, coalesce(sum(coalesce(h.cost, p.cost)), 0)::numeric(16, 2)::text as value,
      (count(*) filter (where h.cost is null and p.cost is null))::int as unknown_units,
      (count(*) filter (where h.cost is null and p.cost is not null and p.is_later))::int as later_units
    from held h left join listings l on l.id = h.listing_id left join product_costs_at(${moment}) p on p.product_id = l.product_id
    group by 1 order by 1`.execute(db);
  return rows;
}

import { UNDO_OWN_MINUTES } from '@stowage/contract/inventory/adjustment';
import { RECENT_PUTAWAYS_LIMIT, type RecentPutaway, type SuggestedShelf, type WaitingItem } from '@stowage/contract/inventory/putaway';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { utcText, type WithDates } from '../../../platform/formats/utc-text.ts';
import type { ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { inStock } from '../units/in-stock.condition.ts';
import { isOfItem } from '../units/of-item.condition.ts';
import { joinProduct, joinProductOfUnit } from '../units/product-of-unit.condition.ts';

export interface ItemPlace {
  readonly location_id: number;
  readonly location: string;
  readonly units: number;
  readonly is_receiving: boolean;
}

export interface ItemDescription {
  readonly item_name: string | null;
  readonly seller_sku: string | null;
  readonly sku_condition: number | null;
  readonly image_url: string | null;
  readonly case_pack: number | null;
}

/** Enough of a listing's newest movements to find one to a shelf; more would cost time and say no more. */
const NEWEST_MOVEMENTS = 500;

export async function describePutawayItem(db: Database, { listingId, identifier }: ScannedItem): Promise<ItemDescription> {
  const item = await sql<ItemDescription>`
    select p.title as item_name, l.seller_sku, l.condition as sku_condition, coalesce(i.image_url, p.image_url) as image_url, p.case_pack
    from (select ${listingId}::bigint as listing_id, ${identifier}::text as identifier) w left join listings l on l.id = w.listing_id
    ${joinProduct(sql`w.identifier`)} left join catalog_items i on i.asin = upper(l.asin)`.execute(db);
  return onlyRow(item);
}

/** The locations of an item's units, receiving first. Plan: the counts of a listing by index; of a code, its units. */
export async function listItemPlaces(db: Database, item: ScannedItem): Promise<ItemPlace[]> {
  const counts =
    item.listingId === null
      ? sql`select u.location_id, count(*)::int as on_hand from units u where ${isOfItem(item)} and ${inStock} group by u.location_id`
      : sql`select location_id, on_hand from stock_counts where listing_id = ${item.listingId} and on_hand > 0`;
  const { rows } = await sql<ItemPlace>`
    select c.location_id, s.code as location, c.on_hand as units, s.kind = 'RECEIVING' as is_receiving
    from (${counts}) c join locations s on s.id = c.location_id order by s.kind = 'RECEIVING' desc, c.on_hand desc, s.id`.execute(db);
  return rows;
}

type Shelf = Omit<SuggestedShelf, 'why'>;

const shelfColumns = sql`s.id as location_id, s.code as location, s.capacity - coalesce((select on_hand from location_counts where location_id = s.id), 0) as free`;

/** The shelf with most units of an item, if it has one. @param places from `listItemPlaces` */
export async function findFullestShelf(db: Database, places: readonly ItemPlace[]): Promise<Shelf | undefined> {
  const ids = places.map(({ location_id: id }) => id);
  const { rows } = await sql<Omit<Shelf, 'units'>>`
    select ${shelfColumns} from locations s where s.id = any(${ids}::int[]) and s.kind = 'SHELF' and s.active and s.sellable
    order by array_position(${ids}::int[], s.id) limit 1`.execute(db);
  const [shelf] = rows;
  return shelf && { ...shelf, units: places.find(({ location_id: id }) => id === shelf.location_id)?.units ?? 0 };
}

/** The shelf to which a unit of a listing was moved or added last. */
export async function findLastShelf(db: Database, listingId: number): Promise<Shelf | undefined> {
  const { rows } = await sql<Shelf>`
    select ${shelfColumns}, 0 as units from (
      select id, to_location_id from stock_movements where listing_id = ${listingId} order by id desc limit ${NEWEST_MOVEMENTS}
    ) m join locations s on s.id = m.to_location_id
    where s.kind = 'SHELF' and s.active and s.sellable order by m.id desc limit 1`.execute(db);
  return rows[0];
}

/**
 * The items in receiving, those first that have waited longest. Plan: the units of these locations from the in-stock index, grouped;
 * then one look at the counts of each listed item.
 */
export async function listWaitingItems(db: Database, limit: number): Promise<{ data: WaitingItem[]; units: number }> {
  const { rows } = await sql<WithDates<WaitingItem, 'since'> & { total: number }>`
    with booked as (
      select u.listing_id, case when u.listing_id is null then upper(u.identifier) end as code, min(u.identifier) as identifier,
        count(*)::int as units, min(u.updated_at) as since, min(u.id) as first
      from units u join locations s on s.id = u.location_id where s.kind = 'RECEIVING' and ${inStock} group by 1, 2
    ), waiting as (
      select listing_id, min(identifier) as identifier, sum(units)::int as units, min(since) as since, min(first) as first
      from booked group by listing_id, spellings_of_code(code)
    )
    select w.listing_id, coalesce(l.fnsku, w.identifier) as identifier, w.units, w.since, p.title as item_name, l.seller_sku,
      l.condition as sku_condition, coalesce(i.image_url, p.image_url) as image_url, sum(w.units) over ()::int as total,
      (select jsonb_build_object('location', s.code) from stock_counts c join locations s on s.id = c.location_id
       where c.listing_id = w.listing_id and c.on_hand > 0 and s.kind = 'SHELF' and s.active and s.sellable
       order by c.on_hand desc, s.id limit 1) as shelf
    from waiting w left join listings l on l.id = w.listing_id ${joinProduct(sql`w.identifier`)}
    left join catalog_items i on i.asin = upper(l.asin) order by w.since, w.first limit ${limit}`.execute(db);
  return { data: rows.map(({ total: _, since, ...row }) => ({ ...row, since: utcText(since) })), units: rows[0]?.total ?? 0 };
}

/**
 * A person's newest put-aways, and other moves from receiving, as long as they can be undone. A move between shelves is a put-away
 * when the stored answer of one names it. The movements of one put-away have the time of its transaction in common. Plan: the
 * person's movements and answers of these minutes by index, then joins by key.
 */
export async function listRecentPutaways(db: Database, actorId: number): Promise<RecentPutaway[]> {
  const { rows } = await sql<WithDates<RecentPutaway, 'created_at'>>`
    with answered as materialized (
      select n.id::bigint from idempotency_keys k cross join jsonb_array_elements_text(k.answer -> 'movements') as n (id)
      where k.command = 'inventory.putaway' and k.actor_id = ${actorId} and k.created_at > now() - make_interval(mins => ${UNDO_OWN_MINUTES})
    )
    select p.title as item_name, coalesce(l.fnsku, min(u.identifier)) as identifier, count(*)::int as quantity, a.code as from_location,
      b.code as location, jsonb_agg(m.id order by m.id) as movements, m.created_at
    from stock_movements m join units u on u.id = m.unit_id left join listings l on l.id = m.listing_id ${joinProductOfUnit}
    join locations a on a.id = m.from_location_id join locations b on b.id = m.to_location_id
    where m.actor_id = ${actorId} and m.created_at > now() - make_interval(mins => ${UNDO_OWN_MINUTES}) and m.type = 'LOCATION_CHANGE'
      and (a.kind = 'RECEIVING' or m.id in (select id from answered)) and m.bulk_id is null and m.undoes_movement_id is null
      and not exists (select from stock_movements o where o.undoes_movement_id = m.id)
    group by m.created_at, p.id, l.id, a.id, b.id order by max(m.id) desc limit ${RECENT_PUTAWAYS_LIMIT}`.execute(db);
  return rows.map((row) => ({ ...row, created_at: utcText(row.created_at) }));
}

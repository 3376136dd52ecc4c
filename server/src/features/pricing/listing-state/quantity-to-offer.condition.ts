import { sql } from 'kysely';

type Sql = ReturnType<typeof sql>;

const isKnown = sql`exists (select from order_allocations known where known.order_id = r.subject)`;

/** The units of a listing `l` in orders that Amazon announced and that have no allocations yet. */
const announced = sql`(select coalesce(sum(cardinality(array_positions(r.skus, l.seller_sku::text))), 0) from marketplace_reads r
  where r.skus @> array[l.seller_sku::text] and r.kind = 'ORDER' and not ${isKnown})`;

const availableWithout = (reserved: Sql) => sql`greatest(0,
  c.available - (select count(*) from order_allocations w where w.listing_id = l.id and w.state = 'WAITING') - ${reserved})::int`;

const offerOf = (available: Sql) => sql`(select case when own.is_withheld is not true then
    greatest(0, least(${available} - coalesce(own.safety_stock, (select quantity_buffer from pricing_settings)),
      coalesce(own.maximum, (select maximum from quantity_settings)))) end
  from (values (true)) one (row) left join quantity_rules own on own.listing_id = l.id)::int`;

/** The available units of a listing `l` with its counts `c` that no order waits for, announced ones included. */
export const unreserved = availableWithout(announced);

/**
 * The quantity that Amazon is to show of a listing `l` with its counts `c`: what is unreserved, less the safety stock, up to the
 * maximum. The listing's own rule comes before the general settings. Null when the listing's quantity is withheld.
 */
export const quantityToOffer = offerOf(unreserved);

/** Whether the quantity of an offer `q` waits to be sent, or for Amazon's answer. */
export const isQuantitySending = sql`((q.is_due and exists (select from quantity_settings where mode = 'ON')) or (q.sent_at is not null and q.answered_at is null))`;

const factsWith = (reserved: Sql, ids: Sql, counted = sql``) => sql`
  select l.id as listing_id, l.seller_sku as sku, ${offerOf(availableWithout(reserved))} as wanted, ${availableWithout(reserved)} as available, m.quantity as shown
  from listings l join listing_counts c on c.listing_id = l.id join marketplace_listings m on m.seller_sku = l.seller_sku ${counted}
  where m.gone_at is null and m.channel = 'DEFAULT' and l.id in (${ids})`;

/** Our own listing that Amazon knows, with the wanted and the shown quantity. @param id of a listing */
export const quantityFacts = (id: Sql) => factsWith(announced, id);

/** The units by SKU of orders that Amazon announced and that have no allocations yet. */
const announcedUnits = sql`select sku, count(*) as units from marketplace_reads r cross join unnest(r.skus) sku where r.kind = 'ORDER' and sku is not null and not ${isKnown} group by sku`;

/**
 * The same of many listings. The announced units are counted once: events fill and empty their table faster than its statistics
 * follow, so a subquery for each listing was planned for an empty table, and read thousands of rows for each of thousands of listings.
 * @param ids a query of listing ids
 */
export const quantityFactsOfMany = (ids: Sql) => sql`
  with announced as materialized (
    ${announcedUnits}
  )
  ${factsWith(sql`coalesce(a.units, 0)`, ids, sql`left join announced a on a.sku = l.seller_sku`)}`;

/** Part of a statement that joins `quantityFactsOfEach`: the announced units by SKU, as one value. */
export const announcedBySku = sql`announced as materialized (
  select coalesce(jsonb_object_agg(sku, units), '{}') as units from (
    ${announcedUnits}
  ) s
)`;

/**
 * The facts of one listing, for a lateral join with many: each is looked up by its keys. After all
 * quantities were sent it expects no due listing, and would compare each of thousands that became due at once with all others.
 */
export const quantityFactsOfEach = (id: Sql) => sql`${factsWith(sql`coalesce(((select units from announced) ->> l.seller_sku)::int, 0)`, id)} offset 0`;

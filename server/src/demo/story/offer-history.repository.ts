import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

interface Candidate {
  readonly id: number;
  readonly price: number;
}

/** Products with our offer and another one in new condition. */
export async function listContested(db: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ asin: string }>`
    select asin from competitor_offers where condition = 11 group by asin having bool_or(is_own) and bool_or(not is_own) order by asin limit ${limit}`.execute(
    db,
  );
  return rows.map(({ asin }) => asin);
}

interface PastOffers {
  readonly asins: readonly string[];
  readonly now: Date;
  readonly days: number;
  readonly hoursBetween: number;
}

/** Each competitor's price wanders by the week, ours by the fortnight; the last record is what is offered now. */
export async function recordPastOffers(db: Database, { asins, now, days, hoursBetween }: PastOffers): Promise<void> {
  await sql`
    with products as (
      select unnest(${asins}::text[]) as asin
    ), moments as (
      select ${now}::timestamptz - make_interval(hours => ago * ${hoursBetween}::int) as at from generate_series(1, ${(days * 24) / hoursBetween}::int) ago
    )
    insert into offer_history (asin, condition_group, read_at, offers)
    select p.asin, 'New', m.at, jsonb_agg(jsonb_build_array(o.condition, o.seller_id, o.is_own, round(moved.price * 100)::int, round(o.shipping * 100)::int, o.is_featured)
      order by moved.price + o.shipping, o.seller_id)
    from products p cross join moments m join competitor_offers o on o.asin = p.asin and o.condition = 11
    cross join lateral (select round(o.price * (1 + (abs(hashtext(o.asin || o.seller_id ||
      floor(extract(epoch from m.at) / 86400 / case when o.is_own then 14 else 6 end)::text)) % 15 - 6) / 100.0), 2) as price) moved
    group by p.asin, m.at on conflict do nothing`.execute(db);
}

/** Listings in new condition with recorded offers, a cost and a price on Amazon, and without a strategy. */
export async function listCandidates(db: Database, limit: number): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select l.id::int as id, o.price::float8 as price from (select distinct asin from offer_history where condition_group = 'New') h
    join listings l on l.asin = h.asin and l.condition = 11 join product_prices c on c.product_id = l.product_id and c.cost is not null
    join competitor_offers o on o.asin = h.asin and o.condition = 11 and o.is_own
    where not exists (select from price_strategies s where s.listing_id = l.id) order by h.asin limit ${limit}`.execute(db);
  return rows;
}

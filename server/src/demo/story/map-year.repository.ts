import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Names competitors that have no name but their account's. @param names by account */
export async function nameCompetitors(db: Database, names: Readonly<Record<string, string>>): Promise<void> {
  await sql`
    update competitors c set name = n.name from unnest(${Object.keys(names)}::text[], ${Object.values(names)}::text[]) n (seller_id, name)
    where c.seller_id = n.seller_id and c.name = c.seller_id`.execute(db);
}

/** Samples the offers of today on days of the past. @param from days before today @param to days before today, included */
export async function sampleDays(db: Database, today: Date, { from, to }: { readonly from: number; readonly to: number }): Promise<void> {
  await sql`
    with days as (select (${today}::timestamptz at time zone 'UTC')::date - ago as day from generate_series(${to}::int, ${from}::int) ago),
    maps as (
      select upper(l.asin) as asin, max(p.map) as map from listings l join product_prices p on p.product_id = l.product_id where p.map is not null group by 1
    ),
    sampled as (
      select d.day, o.asin, o.seller_id, o.price, o.shipping, m.map from days d
      join competitor_offers o on o.condition = 11 and not o.is_own join maps m on m.asin = o.asin
      where abs(hashtext(o.asin || d.day)) % 100 < 22 + 10 * sin(extract(doy from d.day) / 58.0)
    ),
    samples as (
      insert into map_samples (day, asin, is_cut_short) select distinct day, asin, false from sampled on conflict do nothing returning day
    ),
    sums as (
      insert into map_sample_days as s (day, asins, cut_short) select day, count(*), 0 from samples group by day
      on conflict (day) do update set asins = s.asins + excluded.asins
    )
    insert into map_snapshots (day, asin, competitor_id, price, shipping, compared, map, read_at)
    select s.day, s.asin, c.id, moved.price, s.shipping, moved.price + s.shipping, s.map, s.day + interval '6 hours'
    from sampled s join competitors c on c.seller_id = s.seller_id
    cross join lateral (select round(s.price * (1 + (abs(hashtext(s.asin || c.id || date_trunc('week', s.day))) % 13 - 4) / 100.0), 2) as price) moved
    on conflict do nothing`.execute(db);
}

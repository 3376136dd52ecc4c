import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts';
import { isImported } from './story.repository.ts';
import type { Story, StoryStep } from './story-step.ts';

const DAYS = 365;
/** Days in one transaction. */
const STEP = 30;

/** Invented names for the invented accounts of the simulated marketplace. */
const NAMES = {
  A1PRIMEBARN03: 'Brookside Barn',
  A2CRATEHOUSE4: 'Cratehouse Goods',
  A2HOMEGOODS01: 'Hearth & Hollow',
  A3DEALDEPOT02: 'Deal Orchard',
  A3TOOLSHED005: 'Toolshed Lane',
};

/**
 * A year of competitors' prices below and above the MAP, from the offers of today: each day samples other products, more of them
 * before the holidays.
 */
export const mapYear: StoryStep = {
  name: 'map-year',
  isReady: ({ db }) => isImported(db, ['import-offers']),
  run: async (story) => {
    await nameCompetitors(story);
    for (let from = DAYS; from >= 1; from -= STEP) await sampleDays(story, from, Math.max(1, from - STEP + 1));
    await sumDays(story);
  },
};

async function nameCompetitors({ db }: Story): Promise<void> {
  await sql`
    update competitors c set name = n.name from unnest(${Object.keys(NAMES)}::text[], ${Object.values(NAMES)}::text[]) n (seller_id, name)
    where c.seller_id = n.seller_id and c.name = c.seller_id`.execute(db);
}

/** @param from days ago @param to days ago, included */
async function sampleDays({ db, clock }: Story, from: number, to: number): Promise<void> {
  const today = new Date(Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS);
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

async function sumDays({ db }: Story): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.mapSnapshots})`.execute(tx);
    await sql`delete from map_violation_days`.execute(tx);
    await sql`
      insert into map_violation_days (name, day, violations)
      select c.name, v.day, count(distinct v.asin) from competitors c join map_snapshots v on v.competitor_id = c.id and v.is_violation
      where c.is_watched group by c.name, v.day`.execute(tx);
  });
}

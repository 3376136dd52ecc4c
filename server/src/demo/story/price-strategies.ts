import type { PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import { sql } from 'kysely';
import { changeStrategy } from '../../features/pricing/internals.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { isImported } from './story.repository.ts';
import type { Story, StoryStep } from './story-step.ts';

/** Products with recorded offers, and listings with a strategy. */
const [PRODUCTS, LISTINGS] = [160, 24];
const [DAYS, HOURS_BETWEEN] = [60, 12];

type Behavior = Omit<PriceStrategyFields, 'minimum' | 'maximum' | 'is_on'>;
const PLAIN: Omit<Behavior, 'strategy'> = {
  undercut_amount: null,
  undercut_percent: null,
  when_alone: 'KEEP',
  competitor_seller_id: null,
  never_below_map: false,
  schedule: null,
};
const BEHAVIORS: readonly Behavior[] = [
  { ...PLAIN, strategy: 'MATCH', when_alone: 'MAXIMUM' },
  { ...PLAIN, strategy: 'UNDERCUT', undercut_amount: 0.05 },
  { ...PLAIN, strategy: 'FOLLOW_FEATURED', never_below_map: true },
  { ...PLAIN, strategy: 'UNDERCUT', undercut_percent: 1.5, schedule: { days: [5, 6, 7], from: '18:00', until: '23:00', zone: 'America/New_York' } },
  { ...PLAIN, strategy: 'STAY_AT_MAP' },
  { ...PLAIN, strategy: 'LOWEST_PRICE' },
];

interface Candidate {
  readonly id: number;
  readonly price: number;
}

/** Two months of recorded offers, around those of today, and listings whose prices follow them. */
export const priceStrategies: StoryStep = {
  name: 'price-strategies',
  // The import of all offers takes a quarter of an hour.
  isReady: async ({ db }) => (await isImported(db, ['import-listings', 'import-fees'])) && (await listContested(db)).length === PRODUCTS,
  run: async (story) => {
    await recordPastOffers(story);
    for (const [nth, { id, price }] of (await listCandidates(story)).entries()) {
      const behavior = BEHAVIORS[nth % BEHAVIORS.length];
      if (behavior === undefined) continue;
      const limits = { minimum: Math.round(price * 85) / 100, maximum: Math.round(price * 125) / 100 };
      await changeStrategy(story.db, id, { ...behavior, ...limits, is_on: nth % 4 !== 3, version: 0 });
    }
  },
};

/** Products with our offer and another one in new condition. */
async function listContested(db: Database): Promise<string[]> {
  const { rows } = await sql<{ asin: string }>`
    select asin from competitor_offers where condition = 11 group by asin having bool_or(is_own) and bool_or(not is_own) order by asin limit ${PRODUCTS}`.execute(
    db,
  );
  return rows.map(({ asin }) => asin);
}

/** Each competitor's price wanders by the week, ours by the fortnight; the last record is what is offered now. */
async function recordPastOffers({ db, clock }: Story): Promise<void> {
  await sql`
    with products as (
      select unnest(${await listContested(db)}::text[]) as asin
    ), moments as (
      select ${clock.now()}::timestamptz - make_interval(hours => ago * ${HOURS_BETWEEN}::int) as at from generate_series(1, ${(DAYS * 24) / HOURS_BETWEEN}::int) ago
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
async function listCandidates({ db }: Story): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select l.id::int as id, o.price::float8 as price from (select distinct asin from offer_history where condition_group = 'New') h
    join listings l on l.asin = h.asin and l.condition = 11 join product_prices c on c.product_id = l.product_id and c.cost is not null
    join competitor_offers o on o.asin = h.asin and o.condition = 11 and o.is_own
    where not exists (select from price_strategies s where s.listing_id = l.id) order by h.asin limit ${LISTINGS}`.execute(db);
  return rows;
}

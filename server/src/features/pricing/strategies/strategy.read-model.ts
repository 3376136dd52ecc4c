import type { ParsedInputOf } from '@stowage/contract/endpoint';
import { type exportPriceStrategies, STRATEGIES_PAGE_SIZE, type StrategyExplanation, type StrategyRow } from '@stowage/contract/pricing/price-strategies';
import type { PriceChannel } from '@stowage/contract/pricing/pricing';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { allOf, holdsWords } from '../../../platform/database/list-query.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { numberedPages } from '../../../platform/formats/numbered-pages.ts';

export type StrategyFilter = ParsedInputOf<typeof exportPriceStrategies>['query'];

/** One page of the listings on Amazon, and of the others with a strategy, by SKU. Plan: the listings by SKU, with their strategies and results by key. */
export async function listStrategies(db: Database, filter: StrategyFilter, page: number) {
  const data = await selectRows(db, filter, { limit: STRATEGIES_PAGE_SIZE, offset: page * STRATEGIES_PAGE_SIZE });
  const { rows } = await sql<{ totalCount: number; on_count: number; held_count: number; is_paused: boolean; paused_channels: PriceChannel[] }>`
    select (select count(*)::int from ${listed(filter)}) as "totalCount", (select count(*)::int from ${listed({ ...ALL, state: 'ON' })}) as on_count,
      (select count(*)::int from ${listed({ ...ALL, state: 'HELD' })}) as held_count, p.is_paused, p.paused_channels from pricing_settings p`.execute(db);
  const totals = onlyRow({ rows });
  return { data, ...totals, ...numberedPages(totals.totalCount, { size: STRATEGIES_PAGE_SIZE, page }) };
}

/** The ids of the listings that match the filters. */
export async function listStrategyIds(db: Database, filter: StrategyFilter, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select l.id from ${listed(filter)} order by l.seller_sku limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

const ALL: StrategyFilter = { search: '', strategy: '', state: '' };

const listed = ({ search, strategy, state }: StrategyFilter) => sql`
  listings l join products p on p.id = l.product_id left join marketplace_listings m on m.seller_sku = l.seller_sku and m.gone_at is null
  left join price_strategies s on s.listing_id = l.id left join price_strategy_results r on r.listing_id = l.id
  where ${allOf([
    // A file can bring in strategies before Amazon has the listings, and Amazon can lose them.
    sql`(m.seller_sku is not null or (s.listing_id is not null and l.seller_sku is not null))`,
    search !== '' && sql`(${holdsWords(sql`lower(l.seller_sku)`, search)} or ${holdsWords(sql`lower(p.title)`, search)})`,
    strategy !== '' && sql`s.strategy = ${strategy}`,
    state === 'ON' && sql`s.is_on`,
    state === 'OFF' && sql`not s.is_on`,
    state === 'NONE' && sql`s.listing_id is null`,
    state === 'HELD' && sql`s.is_on and r.held_by is not null`,
  ])}`;

async function selectRows(db: Database, filter: StrategyFilter, { limit, offset }: { limit: number; offset: number }): Promise<StrategyRow[]> {
  const { rows } = await sql<Omit<StrategyRow, 'decided_at'> & { decided_at: Date | null }>`
    select l.id as listing_id, l.product_id, l.seller_sku as sku, p.title, l.condition, m.seller_sku is not null as is_on_amazon, m.price::text as price, s.strategy, coalesce(s.is_on, false) as is_on,
      s.minimum::text as minimum, s.maximum::text as maximum, case when s.is_on then r.wanted::text end as wanted,
      case when s.is_on then r.explanation ->> 'bound_by' end as bound_by, case when s.is_on then r.held_reason end as held_reason,
      case when s.is_on and r.held_by is not null then (select j.code::text from listing_jobs j where j.id = r.job_id) end as job_id,
      case when s.is_on then r.decided_at end as decided_at
    from ${listed(filter)} order by l.seller_sku limit ${limit} offset ${offset}`.execute(db);
  return rows.map((row) => ({ ...row, decided_at: row.decided_at?.toISOString() ?? null }));
}

/** The last decision of a strategy. */
export async function findResult(db: Database, listingId: number) {
  const { rows } = await sql<{ decided_at: Date; explanation: StrategyExplanation; job_id: string | null }>`
    select r.decided_at, r.explanation, j.code::text as job_id from price_strategy_results r left join listing_jobs j on j.id = r.job_id
    where r.listing_id = ${listingId}`.execute(db);
  return rows[0] && { ...rows[0], decided_at: rows[0].decided_at.toISOString() };
}

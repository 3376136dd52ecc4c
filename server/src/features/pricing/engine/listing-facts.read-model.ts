import { sql } from 'kysely';
import type { Database, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { joinByKey } from '../../../platform/database/join-methods.ts';
import { isApproval } from '../held-prices/held-price.condition.ts';
import { quantityToOffer, unreserved } from '../listing-state/quantity-to-offer.condition.ts';
import { type StrategyJson, toStrategy } from '../strategies/strategy-columns.ts';
import { strategyJson } from '../strategies/strategy-row.condition.ts';
import { wasRejected } from '../sync/change.repository.ts';
import type { ListingFacts } from './decision.rules.ts';

/** Listings of our own stock, or FBA listings in New condition. Other FBA conditions are not priced. */
export type SyncChannel = 'SELLER_FULFILLED' | 'FBA_NEW';

interface Row {
  sku: string;
  asin: string;
  condition: number;
  is_own_stock: boolean;
  available: number;
  to_offer: number | null;
  map_id: number | null;
  map: number | null;
  map_at: Date | null;
  offers: ListingFacts['offers'] extends infer O ? (O extends { list: infer L } ? L | null : never) : never;
  offers_at: Date | null;
  threshold: number | null;
  threshold_source: string | null;
  threshold_at: Date | null;
  cost: number | null;
  fees: number | null;
  acknowledged_price: number | null;
  acknowledged_quantity: number | null;
  approved: number | null;
  own_strategy: StrategyJson | null;
}

export interface FactsScope {
  readonly channel: SyncChannel | 'ANY';
  /** Only the listings that this job had rejected. */
  readonly retryOfJobId?: number | undefined;
}

/**
 * The listings after a SKU, sorted by SKU, with the inputs of their prices. The acknowledged price and quantity are the
 * newest that we know of, from a change that the marketplace accepted or from what it has shown since.
 */
export async function listFacts(
  db: DatabasePool,
  { channel, retryOfJobId, after, limit, skus }: FactsScope & { after: string; limit: number; skus?: readonly string[] },
): Promise<ListingFacts[]> {
  const facts = sql<Row>`
    with page as materialized (
      select l.id, m.seller_sku, m.channel, upper(m.asin) as asin, l.condition, l.product_id, m.price, m.quantity
      from marketplace_listings m join listings l on l.seller_sku = m.seller_sku
      where m.gone_at is null and m.seller_sku > ${after} and ${channelIs(channel)} and ${wasRejected(sql`m.seller_sku`, retryOfJobId)}
        and ${skus === undefined ? sql`true` : sql`m.seller_sku = any(${skus}::text[])`}
      order by m.seller_sku limit ${limit}
    )
    select l.seller_sku as sku, l.asin, l.condition, l.channel = 'DEFAULT' as is_own_stock,
      ${unreserved} as available, ${quantityToOffer} as to_offer,
      prices.map_item_id as map_id, round(prices.map * 100)::bigint as map, prices.map_at,
      offers.list as offers, case when offers.list is not null then offers.read_at when s.empty_in_a_row = 1 then null else s.read_at end as offers_at,
      round(r.price * 100)::bigint as threshold, r.source as threshold_source, r.read_at as threshold_at,
      ceil(prices.highest_cost * 100)::bigint as cost, ceil(f.total * 100)::bigint as fees,
      round(l.price * 100)::bigint as acknowledged_price, l.quantity as acknowledged_quantity,
      round(v.price * 100)::bigint as approved, ${strategyJson('chosen')} as own_strategy
    from page l
    join listing_counts c on c.listing_id = l.id
    left join fee_estimates f on f.seller_sku = l.seller_sku
    left join reference_prices r on r.asin = l.asin and r.kind = 'COMPETITIVE'
    left join offer_samples s on s.asin = l.asin and s.condition_group = case l.condition when 11 then 'New' else 'Used' end
    left join price_approvals v on v.seller_sku = l.seller_sku and ${isApproval()}
    left join price_strategies chosen on chosen.listing_id = l.id and chosen.is_on
    -- Without the offset, the view would group all price lists for each page.
    left join lateral (select * from product_prices own where own.product_id = l.product_id offset 0) prices on true
    left join lateral (
      select jsonb_agg(jsonb_build_object('sellerId', o.seller_id, 'isOwn', o.is_own, 'priceCents', round(o.price * 100)::bigint,
        'shippingCents', round(o.shipping * 100)::bigint, 'isFeatured', o.is_featured) order by o.price + o.shipping, o.seller_id) as list, min(o.read_at) as read_at
      from competitor_offers o where o.asin = l.asin and o.condition = l.condition
    ) offers on true
    order by l.seller_sku`;
  return db.transaction().execute(async (tx) => {
    await joinByKey(tx);
    return (await facts.execute(tx)).rows.map(toFacts);
  });
}

/** The number of listings in a scope. */
export async function countFacts(db: Database, { channel, retryOfJobId }: FactsScope): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from marketplace_listings m join listings l on l.seller_sku = m.seller_sku
    where m.gone_at is null and ${channelIs(channel)} and ${wasRejected(sql`m.seller_sku`, retryOfJobId)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The channels never mix: sending our own quantity for an FBA listing would add a second channel to it. */
function channelIs(channel: SyncChannel | 'ANY') {
  if (channel === 'ANY') return sql`true`;
  return channel === 'SELLER_FULFILLED' ? sql`m.channel = 'DEFAULT'` : sql`m.channel <> 'DEFAULT' and l.condition = 11`;
}

function toFacts(row: Row): ListingFacts {
  const { map_id, map, map_at, offers_at, threshold_at } = row;
  return {
    sku: row.sku,
    asin: row.asin,
    condition: row.condition,
    channel: row.is_own_stock ? 'SELLER_FULFILLED' : 'FBA',
    available: row.available,
    quantityToOffer: row.to_offer ?? undefined,
    map: map_id === null || map === null || map_at === null ? undefined : { id: map_id, cents: map, readAt: map_at.getTime() },
    offers: offers_at === null ? undefined : { readAt: offers_at.getTime(), list: row.offers ?? [] },
    threshold: threshold_at === null ? undefined : { cents: row.threshold ?? undefined, source: row.threshold_source ?? '', readAt: threshold_at.getTime() },
    costCents: row.cost ?? undefined,
    feesCents: row.fees ?? undefined,
    acknowledgedCents: row.acknowledged_price ?? undefined,
    acknowledgedQuantity: row.acknowledged_quantity ?? undefined,
    approvedCents: row.approved ?? undefined,
    ownStrategy: row.own_strategy === null ? undefined : toStrategy(row.own_strategy),
  };
}

/** The SKU of an ASIN's FBA listing in New condition. */
export async function findFbaSku(db: Database, asin: string): Promise<string | undefined> {
  const { rows } = await sql<{ sku: string }>`
    select m.seller_sku as sku from listings l join marketplace_listings m on m.seller_sku = l.seller_sku
    where upper(l.asin) = ${asin} and l.condition = 11 and m.channel <> 'DEFAULT' and m.gone_at is null order by m.seller_sku limit 1`.execute(db);
  return rows[0]?.sku;
}

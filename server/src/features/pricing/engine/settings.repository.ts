import { type ChangedPricingSettings, type ExampleListing, PRICE_CHANNELS, type PricingSettings } from '@stowage/contract/pricing/pricing';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

/** How many listings are looked at for an example. */
const EXAMPLES = 50;

export async function getSettings(db: Database): Promise<PricingSettings> {
  const row = await db.selectFrom('pricing_settings').selectAll().executeTakeFirstOrThrow();
  return {
    isPaused: row.is_paused,
    pausedChannels: { SELLER_FULFILLED: row.paused_channels.includes('SELLER_FULFILLED'), FBA: row.paused_channels.includes('FBA') },
    quantityBuffer: row.quantity_buffer,
    minimumMargin: Number(row.minimum_margin),
    absoluteMinimum: Number(row.absolute_minimum),
    maxDropPercent: Number(row.max_drop_percent),
    movePercent: Number(row.move_percent),
    moveSharePercent: Number(row.move_share_percent),
    maxInputAgeHours: row.max_input_age_hours,
  };
}

/** The settings, locked until the end of the transaction, after `lockQuantitySettings()`. */
export async function lockSettings(tx: Database): Promise<PricingSettings> {
  await sql`select from pricing_settings for no key update`.execute(tx);
  return getSettings(tx);
}

/** Stores the settings. What is not named stays. The safety stock belongs to what Amazon offers, and is stored there. */
export async function saveSettings(tx: Database, settings: Omit<ChangedPricingSettings, 'quantityBuffer'>): Promise<void> {
  // Kysely leaves out what is undefined.
  const values = {
    is_paused: settings.isPaused,
    paused_channels: settings.pausedChannels && withPauses(settings.pausedChannels),
    minimum_margin: settings.minimumMargin,
    absolute_minimum: settings.absoluteMinimum,
    max_drop_percent: settings.maxDropPercent,
    move_percent: settings.movePercent,
    move_share_percent: settings.moveSharePercent,
    max_input_age_hours: settings.maxInputAgeHours,
  };
  if (Object.values(values).some((value) => value !== undefined)) await tx.updateTable('pricing_settings').set(values).execute();
}

/** The paused channels after some were paused or resumed. Computed from the row's value, so that two changes at once are both stored. */
function withPauses(pauses: NonNullable<ChangedPricingSettings['pausedChannels']>): RawBuilder<string[]> {
  const named = PRICE_CHANNELS.filter((channel) => pauses[channel] !== undefined);
  const paused = named.filter((channel) => pauses[channel]);
  return sql`array(select channel from unnest(paused_channels) channel where channel <> all(${named}::text[])) || ${paused}::text[]`;
}

/** The number of listings of our own stock with a quantity above 0. */
export async function countClearable(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from marketplace_listings m where m.gone_at is null and m.channel = 'DEFAULT' and m.quantity > 0`.execute(db);
  return rows[0]?.count ?? 0;
}

/** A listing of our own stock with a price and, if there is one, with a known cost. */
export async function findExample(db: Database): Promise<ExampleListing | null> {
  const { rows } = await sql<ExampleListing>`
    select m.seller_sku as sku, m.price::text as price, m.quantity, round(prices.highest_cost, 2)::text as cost, round(f.total, 2)::text as fees
    from (select seller_sku, price, quantity from marketplace_listings
      where gone_at is null and channel = 'DEFAULT' and price > 0 and quantity > 0 order by seller_sku limit ${EXAMPLES}) m
    join listings l on l.seller_sku = m.seller_sku
    left join fee_estimates f on f.seller_sku = m.seller_sku
    left join lateral (select highest_cost from product_prices own where own.product_id = l.product_id offset 0) prices on true
    order by prices.highest_cost is null, m.quantity desc, m.seller_sku limit 1`.execute(db);
  return rows[0] ?? null;
}

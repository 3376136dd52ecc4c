import type { PricingSettings } from '@stowage/contract/pricing/pricing';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connect.ts';

export async function getSettings(db: Database): Promise<PricingSettings> {
  const row = await db.selectFrom('pricing_settings').selectAll().executeTakeFirstOrThrow();
  return {
    isPaused: row.is_paused,
    quantityBuffer: row.quantity_buffer,
    minimumMargin: Number(row.minimum_margin),
    absoluteMinimum: Number(row.absolute_minimum),
    maxDropPercent: Number(row.max_drop_percent),
    movePercent: Number(row.move_percent),
    moveSharePercent: Number(row.move_share_percent),
    maxInputAgeHours: row.max_input_age_hours,
  };
}

export async function saveSettings(db: Database, settings: PricingSettings): Promise<void> {
  const values = {
    is_paused: settings.isPaused,
    quantity_buffer: settings.quantityBuffer,
    minimum_margin: settings.minimumMargin,
    absolute_minimum: settings.absoluteMinimum,
    max_drop_percent: settings.maxDropPercent,
    move_percent: settings.movePercent,
    move_share_percent: settings.moveSharePercent,
    max_input_age_hours: settings.maxInputAgeHours,
  };
  await db.updateTable('pricing_settings').set(values).execute();
}

/** The number of listings of our own stock with a quantity above 0. */
export async function countClearable(db: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from marketplace_listings m where m.gone_at is null and m.channel = 'DEFAULT' and m.quantity > 0`.execute(db);
  return rows[0]?.count ?? 0;
}

import type { ChangedPricingSettings, PricingSettings, SavedPricingSettings } from '@stowage/contract/pricing/pricing';
import { requireSeen } from '../../../platform/commands/require-version.ts';
import { withoutUndefined } from '../../../platform/commands/without-undefined.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { checkAll } from '../quantities/quantity-check.repository.ts';
import { lockQuantitySettings, saveSafetyStock } from '../quantities/quantity-settings.repository.ts';
import { checkAllPrices } from '../strategies/follow/price-check.repository.ts';
import { lockSettings, saveSettings } from './settings.repository.ts';

/** Stores the named settings, and has all prices and quantities decided again. @throws AppError `changed_meanwhile` */
export async function changeSettings(db: DatabasePool, { seen, ...changed }: SavedPricingSettings): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockQuantitySettings(tx);
    const before = await lockSettings(tx);
    const after = { ...flat(before), ...flat(changed) };
    requireSeen({ seen: seen && flat(seen), before: flat(before), after, of: 'the pricing guards' });
    const { quantityBuffer, ...settings } = changed;
    if (quantityBuffer !== undefined) await saveSafetyStock(tx, quantityBuffer);
    await saveSettings(tx, settings);
    await checkAll(tx);
    await checkAllPrices(tx);
  });
}

type Flat<Settings extends ChangedPricingSettings> = Omit<Settings, 'pausedChannels'> & Settings['pausedChannels'];

/** The settings with each channel's pause as a setting of its own, as people change them. */
function flat(settings: PricingSettings): Flat<PricingSettings>;
function flat(settings: ChangedPricingSettings): Partial<Flat<PricingSettings>>;
function flat({ pausedChannels, ...settings }: ChangedPricingSettings) {
  return withoutUndefined({ ...settings, ...pausedChannels });
}

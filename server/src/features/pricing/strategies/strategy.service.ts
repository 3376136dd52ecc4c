import type { ListingPriceStrategy, PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { dollars, limitsOf } from '../engine/decision.rules.ts';
import { listFacts } from '../engine/listing-facts.read-model.ts';
import { floorOf } from '../engine/price-guard.rules.ts';
import { pauseOf } from '../engine/price-pause.rules.ts';
import { getSettings } from '../engine/settings.repository.ts';
import { checkListingPrices } from './follow/price-check.repository.ts';
import { findResult } from './strategy.read-model.ts';
import * as strategies from './strategy.repository.ts';
import { toFields } from './strategy-columns.ts';

/** @throws AppError `not_found` */
export async function getListingStrategy(db: DatabasePool, listingId: number): Promise<ListingPriceStrategy> {
  const stored = await getStored(db, listingId);
  const settings = await getSettings(db);
  const [facts] = stored.sku === null ? [] : await listFacts(db, { channel: 'ANY', after: '', limit: 1, skus: [stored.sku] });
  const last = await findResult(db, listingId);
  return {
    sku: stored.sku,
    is_listed: facts !== undefined,
    strategy: stored.row && toFields(stored.row),
    version: stored.row?.version ?? 0,
    price: dollars(facts?.acknowledgedCents),
    map_price: dollars(facts?.map?.cents),
    cost: dollars(facts?.costCents),
    fees: dollars(facts?.feesCents),
    floor: dollars(floorOf({ costCents: facts?.costCents, feesCents: facts?.feesCents }, limitsOf(settings))) ?? '',
    is_paused: facts === undefined ? settings.isPaused : pauseOf(settings, facts.channel) !== undefined,
    last: stored.row?.is_on === true ? (last ?? null) : null,
  };
}

/** @throws AppError `not_found`, and `conflict` with `changed_meanwhile` */
export async function changeStrategy(db: DatabasePool, listingId: number, { version, ...fields }: PriceStrategyFields & { version: number }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { row } = await getStored(tx, listingId, true);
    requireVersion({ expected: version, current: row?.version ?? 0, of: "this listing's strategy" });
    await strategies.saveStrategy(tx, listingId, fields);
    await checkListingPrices(tx, [listingId]);
  });
}

/** Another account: nobody has decided about its prices. */
export function turnOffStrategies(tx: DatabaseTransaction): Promise<void> {
  return strategies.turnOffAll(tx);
}

export async function getStored(db: Database, listingId: number, isLocked = false): Promise<strategies.StoredStrategy> {
  const stored = await strategies.findStrategy(db, listingId, isLocked);
  if (stored === undefined) throw new AppError('not_found', 'There is no such listing');
  return stored;
}

import type { ListingQuantity, QuantityRule, QuantitySettings } from '@stowage/contract/pricing/quantities';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Database, DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { wakeKind } from '../../jobs/index.ts';
import { compareListings, compareSkus } from '../out-of-sync/out-of-sync-check.repository.ts';
import { countUnfollowed, findListingQuantity } from './quantity.read-model.ts';
import { checkListings, checkSkus } from './quantity-check.repository.ts';
import * as settings from './quantity-settings.repository.ts';

export async function changeQuantitySettings(db: DatabasePool, changed: QuantitySettings): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await settings.getQuantitySettings(tx, true);
    requireVersion({ expected: changed.version, current: current.version, of: 'what Amazon offers' });
    await settings.saveQuantitySettings(tx, changed);
    // A job that waits for a feed ends what it has not submitted.
    if (changed.mode !== 'ON') await wakeKind(tx, 'offer-quantities');
  });
}

/** @throws AppError `not_found` */
export async function getListingQuantity(db: Database, listingId: number): Promise<ListingQuantity> {
  const [quantity, rule] = [await findListingQuantity(db, listingId), await settings.getRule(db, listingId)];
  if (quantity === undefined || rule === undefined) throw noSuchListing();
  return { ...quantity, rule, mode: await settings.getMode(db) };
}

/** @throws AppError `not_found`, and `conflict` with `changed_meanwhile` */
export async function changeListingRule(db: DatabasePool, listingId: number, changed: QuantityRule): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const current = await settings.getRule(tx, listingId, true);
    if (current === undefined) throw noSuchListing();
    requireVersion({ expected: changed.version, current: current.version, of: 'this listing' });
    await settings.saveRule(tx, listingId, changed);
    await compareListings(tx, [listingId]);
    await checkListings(tx, [listingId]);
  });
}

/** The mode, and how many listings of our own stock are on Amazon without following the stock. */
export function getUnfollowed(db: Database): ReturnType<typeof countUnfollowed> {
  return countUnfollowed(db);
}

/** Has the quantities of listings decided again, and sent even if Amazon seems to show them: it changes its own quantity with an order. */
export async function resendQuantities(tx: DatabaseTransaction, listingIds: readonly number[]): Promise<void> {
  await compareListings(tx, listingIds);
  await checkListings(tx, listingIds, true);
}

/** Has the quantities of SKUs decided again, because orders of them were announced or read. */
export async function decideQuantitiesAgain(tx: Database, skus: readonly string[]): Promise<void> {
  const unique = [...new Set(skus)];
  await compareSkus(tx, unique);
  await checkSkus(tx, unique);
}

/**
 * Sends a listing's quantity again, also when Amazon seems to show it.
 * @throws AppError `conflict` with `quantities_off`, `withheld` or `not_offered`
 */
export async function sendQuantity(tx: DatabaseTransaction, listingId: number): Promise<void> {
  if ((await settings.getMode(tx)) !== 'ON') {
    throw new AppError('conflict', 'Quantities are not sent now. Turn them on in the settings, under What Amazon offers.', { reason: 'quantities_off' });
  }
  const quantity = await findListingQuantity(tx, listingId);
  if (quantity?.is_offered !== true) {
    throw new AppError('conflict', 'Amazon has no listing of this SKU from your own stock', { reason: 'not_offered' });
  }
  if (quantity.wanted === null) throw new AppError('conflict', 'This listing is set to not send its quantity', { reason: 'withheld' });
  await checkListings(tx, [listingId], true);
}

/** Demo data: turns quantities on unless a person has decided about them. */
export async function turnOnUndecided(tx: DatabaseTransaction): Promise<void> {
  if ((await settings.getMode(tx)) === 'OFF') await settings.setMode(tx, 'ON');
}

/** Another account: nobody has decided what it is to offer. */
export function turnOffQuantities(tx: DatabaseTransaction): Promise<void> {
  return settings.setMode(tx, 'OFF');
}

const noSuchListing = () => new AppError('not_found', 'There is no such listing');

import { counted } from '@stowage/contract/formats/text/counted';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { forgetListings } from '../../inventory/index.ts';
import { compareListingsAgain } from '../../pricing/index.ts';
import { deleteListings, findUsedListing, listListingsOf } from './listing-rows.repository.ts';
import { deleteProducts } from './product-rows.repository.ts';

/** Removes listings that a file added. @throws AppError `conflict` when stock names one of them */
export async function removeListings(tx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  const used = await findUsedListing(tx, ids);
  if (used !== undefined) {
    const units = used.units > 0 ? `has ${counted(used.units, 'unit')} in stock` : 'had units in stock';
    const text = `${used.name} ${units}. The history of stock is never deleted, even when the stock is undone or removed, so this file can't be undone. Correct it with another file.`;
    throw new AppError('conflict', text, { reason: 'later_change' });
  }
  await forgetListings(tx, ids);
  await deleteListings(tx, ids);
  await compareListingsAgain(tx, ids.map(Number));
}

/** Removes products that a file added, with their listings. @throws AppError as `removeListings` */
export async function removeProducts(tx: DatabaseTransaction, ids: readonly string[]): Promise<void> {
  await removeListings(tx, await listListingsOf(tx, ids));
  await deleteProducts(tx, ids);
}

import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { AppError } from '../../../platform/app-error.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { matchCode } from '../../catalog/index.ts';
import { listProductsWithoutListing, type Orderable } from './orderable.read-model.ts';

/** @throws AppError `not_found`; `rule_violated` with the reason `no_gtin` */
export function requireOrderable(found: ReadonlyMap<number, Orderable>, productId: number): OrderableLine {
  const product = found.get(productId);
  if (product === undefined) throw new AppError('not_found', 'This product does not exist');
  if (product.gtin === null) {
    throw new AppError('rule_violated', `${product.product_name} has no UPC or EAN, by which it could be received. Add one to the product first`, {
      reason: 'no_gtin',
    });
  }
  return { ...product, gtin: product.gtin };
}

/** The product of a scanned code. @throws AppError `not_found` with the reason `unknown_code`; `conflict` with `ambiguous_code` */
export async function requireProductOfCode(db: Database, scanned: string): Promise<number> {
  const code = normalizeCode(scanned);
  const found = new Set((await matchCode(db, code)).map(({ product }) => product.id));
  if (found.size === 0) for (const id of await listProductsWithoutListing(db, code)) found.add(id);
  const [first, ...others] = found;
  if (first === undefined) throw new AppError('not_found', `No product has the code ${scanned}`, { reason: 'unknown_code' });
  if (others.length > 0) throw new AppError('conflict', `Several products have the code ${scanned}: search for the product`, { reason: 'ambiguous_code' });
  return first;
}

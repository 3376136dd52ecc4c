import { isLpn, isOrderNumber } from '@stowage/contract/catalog/identifiers';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Within a transaction, which must not wait for another connection, it reads with that. */
export type IsLocation = (code: string, tx?: Database) => Promise<boolean>;

/** Returns what a code means if no product can have it; undefined if it may be a product's code. */
export async function reservedMeaning(code: string, isLocation: IsLocation, tx?: Database): Promise<string | undefined> {
  if (await isLocation(code, tx)) return 'a location';
  if (isLpn(code)) return 'an LPN of a returned unit';
  return isOrderNumber(code) ? 'an order number' : undefined;
}

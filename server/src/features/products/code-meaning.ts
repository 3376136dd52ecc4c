import { isLpn, isOrderNumber } from '@stowage/contract/catalog/identifiers';

export type IsLocation = (code: string) => Promise<boolean>;

/** Returns what a code means if no product can have it; undefined if it may be a product's code. */
export async function reservedMeaning(code: string, isLocation: IsLocation): Promise<string | undefined> {
  if (await isLocation(code)) return 'a location';
  if (isLpn(code)) return 'an LPN of a returned unit';
  return isOrderNumber(code) ? 'an order number' : undefined;
}

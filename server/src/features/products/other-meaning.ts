import { isLpn, isOrderNumber } from '@stowage/contract/catalog/identifiers';

export type IsLocation = (code: string) => Promise<boolean>;

/** What a code is that is no product's, whatever products there are; undefined where it may be one's. */
export async function otherMeaning(code: string, isLocation: IsLocation): Promise<string | undefined> {
  if (await isLocation(code)) return 'a location';
  if (isLpn(code)) return 'an LPN, stuck on one returned unit';
  return isOrderNumber(code) ? 'an order number' : undefined;
}

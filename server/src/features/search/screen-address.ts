import { addressPart } from '@stowage/contract/formats/address-text';

/** Builds an address within the page. */
export function screenAddress(path: string, search: Readonly<Record<string, string | number>> = {}): string {
  const parts = Object.entries(search).map(([name, value]) => `${name}=${typeof value === 'string' ? addressPart(value) : value}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

import { type AddressOf, positive, text } from '../../address-parts.ts';

/** What the address of each list with views has besides its filters and its order. */
export const VIEW_PARTS = {
  /** The opened view. */
  saved: positive,
  /** The shown columns by name, separated by commas; a person's own columns when absent. */
  cols: text,
} as const;
export type ViewedAddress = AddressOf<typeof VIEW_PARTS>;

/** An address as text; the order of its parts does not matter. */
export function addressText(address: object): string {
  return JSON.stringify(
    Object.entries(address)
      .filter(([, value]) => value !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Some parts of an address, without the absent ones. */
export function pickParts<Address extends object>(address: Address, parts: readonly (keyof Address & string)[]) {
  return Object.fromEntries(parts.map((part) => [part, address[part]]).filter(([, value]) => value !== undefined)) as Partial<Address>;
}

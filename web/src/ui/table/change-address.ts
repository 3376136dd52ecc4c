/**
 * Changes a part of a page's address. The browser's Back button undoes each change, unless it replaces the previous address,
 * as a correction of an invalid address does.
 */
export type ChangeAddress<Address> = (change: Partial<Address>, replaces?: boolean) => void;

/** The part of the URL behind the `?`, and the function that changes it. */
export interface AddressProps<Address> {
  readonly address: Address;
  readonly onAddress: ChangeAddress<Address>;
}

/** Writes a zero-based page into an address, where it counts from 1 and is absent on the first page. */
export function toPage(onAddress: ChangeAddress<{ readonly page?: number | undefined }>): (page: number, replaces?: boolean) => void {
  return (page, replaces) => onAddress({ page: page === 0 ? undefined : page + 1 }, replaces);
}

/**
 * Changes a part of a page's address. Each change is a step that the browser's Back undoes, unless it replaces the one before:
 * what the page makes by itself of an address that means nothing.
 */
export type ChangeAddress<Address> = (change: Partial<Address>, replaces?: boolean) => void;

/** What turning pages does to an address whose page counts from 1 and is absent on the first. */
export function toPage(onAddress: ChangeAddress<{ readonly page?: number | undefined }>): (page: number, replaces?: boolean) => void {
  return (page, replaces) => onAddress({ page: page === 0 ? undefined : page + 1 }, replaces);
}

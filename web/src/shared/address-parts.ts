/** Reads one part of an address. A person may have typed it, so an invalid part is undefined, as if it were absent. */
type Part<Value> = (value: unknown) => Value | undefined;
type Parts = Readonly<Record<string, Part<unknown>>>;

/** The address that has these parts. */
export type AddressOf<Known extends Parts> = { readonly [Name in keyof Known]?: ReturnType<Known[Name]> };

/**
 * Makes the reader of a page's address.
 * @param refine changes parts that depend on each other
 */
export function addressReader<Known extends Parts>(parts: Known, refine = (address: AddressOf<Known>) => address) {
  return (search: Record<string, unknown>): AddressOf<Known> => {
    const read = Object.entries(parts).map(([name, part]) => [name, part(search[name])] as const);
    return refine(Object.fromEntries(read.filter(([, value]) => value !== undefined)) as AddressOf<Known>);
  };
}

export function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** An id or a count. */
export function positive(value: unknown): number | undefined {
  return isPositive(value) ? value : undefined;
}

/** A text. A code of digits arrives as a number when somebody types the address. */
export function text(value: unknown): string | undefined {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : undefined;
}

/** The beginning of a text, for a search that the server accepts up to this length. */
export function textUpTo(length: number): Part<string> {
  return (value) => text(value)?.slice(0, length);
}

/** A text that is never a number, such as a cursor. */
export function word(value: unknown): string | undefined {
  return typeof value === 'string' ? text(value) : undefined;
}

/** An existing date: `2026-11-20`. */
export function day(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? value : undefined;
}

export function flag(value: unknown): true | undefined {
  return value === true ? value : undefined;
}

export function oneOf<const Value>(...known: readonly Value[]): Part<Value> {
  return (value) => known.find((one) => one === value);
}

/** A one-based page number; 1 when absent. @param last the highest page that the server accepts; the list may be shorter */
export function pageUpTo(last: number): Part<number> {
  return (value) => (isPositive(value) ? Math.min(value, last) : undefined);
}

/**
 * A reader that also removes unknown parameters from the address, because the router keeps those that a reader leaves out.
 */
export function only<Address extends object>(read: (search: Record<string, unknown>) => Address): (search: Record<string, unknown>) => Address {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...read(search) });
}

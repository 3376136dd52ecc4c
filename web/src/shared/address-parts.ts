/** Readers of the parts of an address. A person may have typed it, so invalid parts count as absent. */

export function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** A code of digits arrives as a number when somebody types the address. */
export function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** An existing date: `2026-11-20`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A one-based page number. @param last the highest page that the server accepts; the list may be shorter */
export function pageIn(value: unknown, last: number): { page?: number } {
  return isPositive(value) ? { page: Math.min(value, last) } : {};
}

/**
 * A reader that also removes unknown parameters from the address, because the router keeps those that a reader leaves out.
 */
export function only<Address extends object>(read: (search: Record<string, unknown>) => Address): (search: Record<string, unknown>) => Address {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...read(search) });
}

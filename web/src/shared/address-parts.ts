/** Reads the parts of an address, which anybody may have written by hand: what makes no sense is taken for absent. */

export function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

/** A code of digits alone arrives as a number when somebody writes the address by hand. */
export function isFilled(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

/** A day that the calendar has: `2026-11-20`. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

/** A one-based page. @param last the highest that the server takes; the list itself may end before */
export function pageIn(value: unknown, last: number): { page?: number } {
  return isPositive(value) ? { page: Math.min(value, last) } : {};
}

/**
 * A route's address as its reader understands it, and nothing else of what somebody wrote into it: the router would
 * hand on whatever the reader leaves out.
 */
export function only<Address extends object>(read: (search: Record<string, unknown>) => Address): (search: Record<string, unknown>) => Address {
  return (search) => ({ ...Object.fromEntries(Object.keys(search).map((key) => [key, undefined])), ...read(search) });
}

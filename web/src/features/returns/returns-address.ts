import { isFilled, isPositive } from '../../shared/address-parts.ts';

/** What the address of Returns holds: the code that was scanned, and the line whose units are received. */
export interface ReturnsAddress {
  readonly q?: string | undefined;
  readonly line?: number | undefined;
  /** What was done today, in place of the recent packages. */
  readonly processed?: 'today' | undefined;
}

export function readReturnsAddress({ q, line, processed }: Record<string, unknown>): ReturnsAddress {
  return { ...(isFilled(q) && { q: String(q) }), ...(isPositive(line) && { line }), ...(processed === 'today' && { processed }) };
}

import { isFilled, isPositive } from '../../shared/address-parts.ts';

/** The address of Returns: the scanned code, and the line in the dialog. */
export interface ReturnsAddress {
  readonly q?: string | undefined;
  readonly line?: number | undefined;
  /** Today's decisions, instead of the recent packages. */
  readonly processed?: 'today' | undefined;
}

export function readReturnsAddress({ q, line, processed }: Record<string, unknown>): ReturnsAddress {
  return { ...(isFilled(q) && { q: String(q) }), ...(isPositive(line) && { line }), ...(processed === 'today' && { processed }) };
}

import type { CreditRow } from '@stowage/contract/invoicing/vendor-credits';

/** The credits as the person sees them, so that the server refuses what somebody else changed meanwhile. */
export function seenOf(credits: readonly CreditRow[]): Pick<CreditRow, 'id' | 'state' | 'amount' | 'refund'>[] {
  return credits.map(({ id, state, amount, refund }) => ({ id, state, amount, refund }));
}

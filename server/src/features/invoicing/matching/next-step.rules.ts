import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import type { LineAction } from '@stowage/contract/invoicing/purchase-money';
import type { CreditType } from '@stowage/contract/invoicing/vendor-credits';

interface JudgedLine {
  readonly usable: number;
  readonly to_come: number;
  readonly billed: number;
  readonly over_quantity: number;
  readonly unresolved: string;
  readonly unclaimed: string;
  readonly claimed_excess: string;
  readonly refund_due: string;
  readonly has_price_difference: boolean;
}

/** The next step for a line. Units that are still expected may resolve a quantity difference. */
export function actionFor(line: JudgedLine): LineAction {
  const { usable, to_come, billed, over_quantity, unresolved, unclaimed, claimed_excess, refund_due, has_price_difference } = line;
  const isUnsettled = centsOf(unresolved) > 0;
  if (isUnsettled && centsOf(unclaimed) > 0) return over_quantity > 0 && over_quantity <= to_come ? 'WAIT' : 'CREATE_CREDIT';
  if (centsOf(claimed_excess) > 0) return 'CHECK_CREDIT';
  if (isUnsettled) return centsOf(refund_due) > 0 ? 'AWAIT_REFUND' : 'AWAIT_CREDIT';
  if (has_price_difference) return 'CHECK_PRICE';
  return billed < usable ? 'BILL' : 'NONE';
}

interface DifferingLine {
  readonly id: number;
  readonly damaged: number;
  readonly over_quantity: number;
  readonly over_amount: string;
  readonly overcharge: string;
  readonly claimed_short: number;
  readonly claimed_damaged: number;
  readonly claimed_over: string;
  readonly claimed_overcharge: string;
}

export interface WantedCredit {
  readonly lineId: number;
  readonly type: CreditType;
  readonly quantity: number | null;
  readonly amount: string;
}

/**
 * The credits for a line's differences that no credit covers yet. For billed but unusable units, damaged ones come first.
 * The credits equal the difference to the cent.
 */
export function creditsFor(line: DifferingLine): WantedCredit[] {
  const over = Math.max(centsOf(line.over_amount) - centsOf(line.claimed_over), 0);
  const quantity = Math.max(line.over_quantity - line.claimed_short - line.claimed_damaged, 0);
  const damaged = Math.min(quantity, Math.max(line.damaged - line.claimed_damaged, 0));
  const forDamaged = quantity === 0 ? 0 : Math.round((over * damaged) / quantity);
  const overcharge = Math.max(centsOf(line.overcharge) - centsOf(line.claimed_overcharge), 0);
  const wanted: { type: CreditType; quantity: number | null; cents: number }[] = [
    { type: 'DAMAGE', quantity: damaged, cents: forDamaged },
    // A credit for the rest of a partly granted amount has no number of units.
    { type: 'SHORT', quantity: quantity - damaged || null, cents: over - forDamaged },
    { type: 'OVERCHARGE', quantity: null, cents: overcharge },
  ];
  return wanted
    .filter(({ cents }) => cents > 0)
    .map(({ type, quantity: units, cents }) => ({ lineId: line.id, type, quantity: units, amount: moneyOf(cents) }));
}

/** The total of those credits. */
export function unclaimedOf(line: DifferingLine): string {
  return moneyOf(creditsFor(line).reduce((sum, { amount }) => sum + centsOf(amount), 0));
}

import { centsOf } from '@stowage/contract/formats/money';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { CREDIT_MOVES, type CreditState } from '@stowage/contract/invoicing/vendor-credits';
import { poName } from '@stowage/contract/purchasing/po-name';
import { AppError } from '../../../platform/app-error.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type Credit, findOverclaimed, findOverreturned, type ReturnableLine } from './credit.repository.ts';

/** What credits refuse, each as the message of one credit. Of several, the message names the one that is refused. */

export interface Move {
  readonly to: 'REQUESTED' | 'RECEIVED' | 'DENIED' | 'WRITTEN_OFF' | 'VOID';
  readonly amount?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

/** The credits as the person saw them. */
export type SeenCredits = readonly (Pick<Credit, 'id' | 'state' | 'amount'> & { readonly refund?: string | undefined })[] | undefined;

/** A refusal of one of the credits, with its name unless the person chose no other one. */
export function refusalOf(credit: Credit | undefined, chosen: readonly Credit[], refusal: AppError): AppError {
  if (credit === undefined || chosen.length < 2) return refusal;
  return new AppError(refusal.code, `${labelOf(credit)}: ${refusal.message}`, { ...refusal.extra, details: { id: credit.id } });
}

/** Runs a check of one of the credits; its refusal names the credit. */
export async function namingCredit(credit: Credit, chosen: readonly Credit[], check: () => Promise<void>): Promise<void> {
  await check().catch((error: unknown) => {
    throw error instanceof AppError ? refusalOf(credit, chosen, error) : error;
  });
}

function labelOf({ poNumber, supplierSku, amount }: Credit): string {
  return [poName(poNumber), supplierSku, amount === null ? null : moneyText(amount)].filter((part) => part !== null).join(', ');
}

/** Refuses a return of more units than are left of its line. */
export function refuseReturn({ received, returned }: ReturnableLine, quantity: number): void {
  if (quantity + returned <= received) return;
  const counts = `${numberText(received)} units were received and ${numberText(returned)} were already returned`;
  throw new AppError('rule_violated', `You can’t return ${numberText(quantity)} units: ${counts}`, { reason: 'too_much' });
}

export function refuseRefund(locked: readonly Credit[], on: string | null, reason: string | null): void {
  if (on === null && !reason) throw new AppError('rule_violated', 'Enter a reason', { reason: 'reason_missing' });
  const wrong = locked.find(({ refundDue, isRefunded }) => (on === null ? !isRefunded : centsOf(refundDue) === 0));
  if (wrong === undefined) return;
  const message = on === null ? 'This credit was not refunded' : 'This credit has no refund due';
  throw refusalOf(wrong, locked, new AppError('conflict', message, { reason: 'wrong_state' }));
}

export function requireAsSeen(locked: readonly Credit[], seen: SeenCredits = []): void {
  for (const was of seen) {
    const now = locked.find(({ id }) => id === was.id);
    if (now === undefined) continue;
    const expected = [was.state, was.amount, was.refund ?? now.refund];
    const of = locked.length > 1 ? `the credit ${labelOf(now)}` : 'this credit';
    requireVersion({ expected, current: [now.state, now.amount, now.refund], of });
  }
}

export function refuseMove(locked: readonly Credit[], { to, amount, reason }: Move): void {
  refuseStates(locked, (state) => (CREDIT_MOVES[state] as readonly CreditState[]).includes(to), to.toLowerCase().replace('_', ' '));
  const refunded = locked.find(({ isRefunded }) => isRefunded);
  if (refunded !== undefined) {
    const message = 'The vendor refunded this credit. If that is a mistake, mark it as not refunded first';
    throw refusalOf(refunded, locked, new AppError('conflict', message, { reason: 'wrong_state' }));
  }
  const isTakenBack = locked.some(({ state }) => (state === 'RECEIVED' && to === 'REQUESTED') || state === 'APPLIED');
  if ((isTakenBack || to === 'DENIED' || to === 'WRITTEN_OFF' || to === 'VOID') && !reason)
    throw new AppError('rule_violated', 'Enter a reason', { reason: 'reason_missing' });
  if (amount !== null && amount !== undefined) {
    const [only] = locked;
    if (to !== 'RECEIVED' || locked.length > 1 || only === undefined || isTakenBack)
      throw new AppError('invalid_input', 'Enter an amount only when you mark one credit as received');
    if (centsOf(amount) <= 0) throw new AppError('invalid_input', 'The amount must be above zero', { reason: 'amount_missing' });
    if (only.amount !== null && centsOf(amount) > centsOf(only.amount)) {
      throw new AppError('rule_violated', `The credit asks for ${moneyText(only.amount)}. Enter a larger amount as a rebate`, { reason: 'too_much' });
    }
  } else if (to === 'RECEIVED') refuseUnknownAmounts(locked);
}

function refuseUnknownAmounts(locked: readonly Credit[]): void {
  const unknown = locked.find(({ amount }) => amount === null || centsOf(amount) === 0);
  if (unknown === undefined) return;
  const next = locked.length > 1 ? 'Mark it as received alone, with' : 'Enter';
  const message = `The unit’s cost is unknown. ${next} the amount that the vendor credited`;
  throw refusalOf(unknown, locked, new AppError('rule_violated', message, { reason: 'amount_missing' }));
}

/** A reopened credit next to its replacement would cover the same difference, or return the same units, twice. */
export async function refuseOverclaimed(tx: DatabaseTransaction, locked: readonly Credit[], to: CreditState): Promise<void> {
  const revived = locked.filter(({ state }) => state === 'DENIED' || (state === 'RECEIVED' && to === 'REQUESTED')).map(({ id }) => id);
  if (revived.length === 0) return;
  const returned = await findOverreturned(tx, revived);
  if (returned !== undefined) throw claimedAlready(returned, locked, 'Another credit already returns these units. Withdraw that credit first');
  const claimed = await findOverclaimed(tx, revived);
  if (claimed !== undefined) throw claimedAlready(claimed, locked, 'Another credit already asks for this difference. Withdraw that credit first');
}

function claimedAlready(id: number, locked: readonly Credit[], message: string): AppError {
  return refusalOf(
    locked.find((credit) => credit.id === id),
    locked,
    new AppError('conflict', message, { reason: 'claimed_already' }),
  );
}

export function refuseStates(locked: readonly Credit[], isRight: (state: CreditState) => boolean, wanted: string): void {
  const wrong = locked.find(({ state }) => !isRight(state));
  if (wrong === undefined) return;
  const state = wrong.state.toLowerCase().replace('_', ' ');
  throw refusalOf(wrong, locked, new AppError('conflict', `A credit that is ${state} can’t be ${wanted}`, { reason: 'wrong_state' }));
}

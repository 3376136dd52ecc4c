import { AppError } from '../../../platform/app-error.ts';
import type { CaseDependencies } from '../case-dependencies.ts';
import type { LockedCase } from '../review/case.repository.ts';
import { changeCase, moveTo } from '../review/case-change.ts';
import { insertEvent } from '../review/case-event.repository.ts';
import { type EnteredMarketplaceData, updateMarketplaceData } from '../review/marketplace-data.ts';
import { decide, isReversal, type Payment } from './reimbursement-match.repository.ts';

/** The currency of the cases' amounts. */
const DOLLARS = 'USD';

interface Decision {
  readonly caseId: number;
  readonly proposalId: number;
  readonly isAccepted: boolean;
  readonly actorId: number;
}

/** Accepts a proposed payment, which resolves the case, or a reversal of one, or dismisses it. @throws AppError `already_decided` */
export async function decideProposal(deps: CaseDependencies, decision: Decision): Promise<void> {
  const { caseId, isAccepted, actorId } = decision;
  await changeCase(deps, { caseId, change: 'DATA' }, async (tx, locked) => {
    const now = deps.clock.now();
    const payment = await decide(tx, { ...decision, now });
    if (payment === undefined) throw new AppError('conflict', 'This payment was already decided', { reason: 'already_decided' });
    const { reimbursementId, amount, currency, totals } = payment;
    const name = isReversal(amount) ? `Reversal ${reimbursementId} of ${amount.slice(1)}` : `Reimbursement ${reimbursementId} of ${amount}`;
    const detail = `${name} ${currency} ${isAccepted ? 'accepted' : 'is not for this case'}`;
    await insertEvent(tx, { caseId, kind: 'DECIDED', detail, actorId, at: now });
    if (!isAccepted) return;
    const paidAmount = totals.find((total) => total.currency === DOLLARS)?.sum ?? null;
    await updateMarketplaceData(tx, locked, { ...dataOf(payment, locked), paidAmount }, { actorId, now });
    if (isReversal(amount)) return;
    await moveTo(tx, locked, { status: 'Resolved-Inventory or Refund Processed', reason: 'Amazon paid', actorId, now });
  });
}

/** Adds a payment to a case, which may have several. */
function dataOf({ reimbursementId, totals }: Payment, locked: LockedCase): EnteredMarketplaceData {
  const others = (locked.reimbursementId ?? '').split(/\s*,\s*/).filter((id) => id !== '' && id !== reimbursementId);
  return {
    reimbursementId: [...others, reimbursementId].join(', '),
    amazonReimbursementAmount: totals.map(({ sum, currency }) => `${sum} ${currency}`).join(', '),
  };
}

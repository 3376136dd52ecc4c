import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { CREDIT_MOVES, type CreditState } from '@stowage/contract/invoicing/vendor-credits';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { requireOtherPerson } from '../../identity/index.ts';
import { type Invoice, listOrderedLines, listOrderIds, lockInvoice } from '../invoices/invoice.repository.ts';
import { findToPay } from '../invoices/invoice-payment.repository.ts';
import { latestDay } from '../invoices/latest-day.rules.ts';
import { findOrder, listMatchedLines } from '../matching/matched-line.read-model.ts';
import { creditsFor } from '../matching/next-step.rules.ts';
import { type Locks, whileLocked } from '../matching/order-locks.ts';
import * as credits from './credit.repository.ts';

interface CreditMove {
  readonly creditIds: readonly number[];
  readonly to: 'REQUESTED' | 'RECEIVED' | 'DENIED' | 'WRITTEN_OFF' | 'VOID';
  readonly memo?: string | null | undefined;
  readonly amount?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly seen?: SeenCredits;
}

/** The credits as the person saw them. */
type SeenCredits = readonly (Pick<credits.Credit, 'id' | 'state' | 'amount'> & { readonly refund?: string | undefined })[] | undefined;

interface Application {
  readonly creditIds: readonly number[];
  readonly invoiceId: number;
  readonly seen?: SeenCredits;
  /** What was left to pay of the invoice, as the person saw it. */
  readonly toPay?: string | undefined;
}

interface Refund {
  readonly creditIds: readonly number[];
  /** null revokes it. */
  readonly on: string | null;
  readonly reason: string | null;
  readonly seen?: SeenCredits;
}

interface Applied {
  readonly applied: number;
  readonly amount: string;
  readonly refund_due: string;
}

export type CreditService = ReturnType<typeof createCreditService>;

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

export function createCreditService({ db, clock, topics }: Dependencies) {
  const change = async <Locked, T>(locks: Locks<Locked>, work: (tx: DatabaseTransaction, locked: Locked) => Promise<T>): Promise<T> => {
    const result = await whileLocked(db, locks, work);
    topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
    return result;
  };

  return {
    /** Creates expected credits for all differences of an order that no credit covers yet. @param lineIds the lines to credit; all by default */
    createFromDifferences: (
      { purchaseOrderId: orderId, lineIds }: { purchaseOrderId: number; lineIds?: readonly number[] | undefined },
      actorId: number,
    ): Promise<{ created: number; amount: string }> =>
      change(orderLock(orderId), async (tx) => {
        if ((await findOrder(tx, { id: orderId })) === undefined) throw new AppError('not_found', 'There is no such purchase order');
        const chosen = (await listMatchedLines(tx, orderId)).filter(({ id }) => lineIds === undefined || lineIds.includes(id));
        const wanted = chosen.flatMap(creditsFor);
        if (wanted.length === 0) {
          const what = lineIds === undefined ? 'this purchase order' : 'these lines';
          throw new AppError('conflict', `All differences of ${what} already have a credit`, { reason: 'nothing_to_credit' });
        }
        await credits.insertCredits(tx, wanted, { note: 'From the differences of its invoices', actorId });
        return { created: wanted.length, amount: moneyOf(wanted.reduce((sum, { amount }) => sum + centsOf(amount), 0)) };
      }),

    create: (credit: credits.EnteredCredit): Promise<number> =>
      change(orderLock(credit.orderId), async (tx) => {
        if ((await findOrder(tx, { id: credit.orderId })) === undefined) throw new AppError('not_found', 'There is no such purchase order');
        const { clientId, actorId, ...content } = credit;
        return once(tx, { command: 'invoicing.credit', key: clientId, actorId, content }, async () => {
          await requireLine(tx, credit);
          return credits.insertCredit(tx, credit);
        });
      }),

    move: (move: CreditMove, actorId: number): Promise<number> =>
      change(creditLocks(move.creditIds), async (tx, locked) => {
        requireAsSeen(locked, move.seen);
        refuseMove(locked, move);
        const { to, memo, amount, reason } = move;
        if (to === 'RECEIVED') {
          const creators = locked.map(({ createdBy }) => createdBy);
          await requireOtherPerson(tx, 'credits', actorId, creators);
        }
        const ids = locked.map(({ id }) => id);
        await credits.moveCredits(tx, ids, { to, memo: memo || null, amount: amount ?? null, reason: reason || null, now: clock.now() });
        await refuseOverclaimed(tx, locked, to);
        return ids.length;
      }),

    apply: (application: Application): Promise<Applied> =>
      change(
        {
          orderIds: async (tx) => [...(await credits.listOrderIdsOf(tx, application.creditIds)), ...(await listOrderIds(tx, application.invoiceId))],
          lock: (tx) => lockInvoice(tx, application.invoiceId),
        },
        (tx, invoice) => applyTo(tx, { ...application, invoice, now: clock.now() }),
      ),

    /** Records refunds as received, or revokes that. */
    refund: ({ creditIds, on, reason, seen }: Refund): Promise<{ refunded: number; amount: string }> =>
      change(creditLocks(creditIds), (tx, locked) => {
        requireAsSeen(locked, seen);
        return refundAll(tx, { locked, on, reason, now: clock.now() });
      }),
  };
}

/** The locked order is the only record. */
function orderLock(orderId: number): Locks<undefined> {
  return { orderIds: async () => [orderId], lock: async () => undefined };
}

function creditLocks(ids: readonly number[]): Locks<credits.Credit[]> {
  return { orderIds: (tx) => credits.listOrderIdsOf(tx, ids), lock: (tx) => credits.lockCredits(tx, ids) };
}

async function applyTo(
  tx: DatabaseTransaction,
  { invoice, creditIds, seen, toPay, now }: Application & { readonly invoice: Invoice; readonly now: Date },
): Promise<Applied> {
  if (invoice.state === 'DRAFT' || invoice.state === 'VOID') {
    throw new AppError('conflict', `Credits can’t be applied to invoice ${invoice.number}: it is ${invoice.state === 'VOID' ? 'void' : 'a draft'}`, {
      reason: 'wrong_state',
    });
  }
  const locked = await credits.lockCredits(tx, creditIds);
  requireAsSeen(locked, seen);
  if (toPay !== undefined) requireVersion({ expected: centsOf(toPay), current: centsOf(await findToPay(tx, invoice.id)), of: `invoice ${invoice.number}` });
  refuseStates(locked, (state) => state === 'RECEIVED', 'applied. Mark it as received first');
  if (locked.some(({ vendorIdentity }) => vendorIdentity !== invoice.vendorIdentity)) {
    throw new AppError('rule_violated', `Invoice ${invoice.number} belongs to another vendor`, { reason: 'other_vendor' });
  }
  const cents = locked.reduce((sum, { amount }) => sum + centsOf(amount ?? '0'), 0);
  if (centsOf(await credits.sumApplied(tx, invoice.id)) + cents > centsOf(invoice.total)) {
    throw new AppError('rule_violated', `The credits would exceed the total of invoice ${invoice.number}`, { reason: 'too_much' });
  }
  const refundDue = await credits.applyCredits(
    tx,
    locked.map(({ id }) => id),
    invoice.id,
    now,
  );
  return { applied: locked.length, amount: moneyOf(cents), refund_due: refundDue };
}

async function refundAll(
  tx: DatabaseTransaction,
  { locked, on, reason, now }: { locked: readonly credits.Credit[]; on: string | null; reason: string | null; now: Date },
): Promise<{ refunded: number; amount: string }> {
  refuseRefund(locked, on, reason);
  if (on !== null && on > latestDay(now)) throw new AppError('invalid_input', 'The refund date can’t be in the future');
  const ids = locked.map(({ id }) => id);
  await credits.refundCredits(tx, ids, { on, reason });
  return { refunded: ids.length, amount: moneyOf(locked.reduce((sum, { refund }) => sum + centsOf(refund), 0)) };
}

async function requireLine(tx: DatabaseTransaction, { type, lineId, orderId, quantity }: credits.EnteredCredit): Promise<void> {
  if (lineId === null && type !== 'REBATE') throw new AppError('invalid_input', 'Select the line that goes back to the vendor', { reason: 'unknown_line' });
  if (lineId === null) return;
  const [line] = await listOrderedLines(tx, [lineId]);
  if (line?.orderId !== orderId) throw new AppError('not_found', 'There is no such line on this order', { reason: 'unknown_line' });
  if (type !== 'RETURN' || quantity === null) return;
  const { received, returned } = await credits.countReturnable(tx, lineId);
  if (quantity + returned <= received) return;
  const counts = `${numberText(received)} units were received and ${numberText(returned)} were already returned`;
  throw new AppError('rule_violated', `You can’t return ${numberText(quantity)} units: ${counts}`, { reason: 'too_much' });
}

function refuseRefund(locked: readonly credits.Credit[], on: string | null, reason: string | null): void {
  if (on === null && !reason) throw new AppError('rule_violated', 'Enter a reason', { reason: 'reason_missing' });
  if (on !== null && locked.some(({ refundDue }) => centsOf(refundDue) === 0)) {
    throw new AppError('conflict', 'One of these credits has no refund due', { reason: 'wrong_state' });
  }
  if (on === null && locked.some(({ isRefunded }) => !isRefunded)) {
    throw new AppError('conflict', 'One of these credits was not refunded', { reason: 'wrong_state' });
  }
}

function requireAsSeen(locked: readonly credits.Credit[], seen: SeenCredits = []): void {
  for (const was of seen) {
    const now = locked.find(({ id }) => id === was.id);
    if (now === undefined) continue;
    const expected = [was.state, was.amount, was.refund ?? now.refund];
    requireVersion({ expected, current: [now.state, now.amount, now.refund], of: 'one of these credits' });
  }
}

function refuseMove(locked: readonly credits.Credit[], { to, amount, reason }: CreditMove): void {
  refuseStates(locked, (state) => (CREDIT_MOVES[state] as readonly CreditState[]).includes(to), to.toLowerCase().replace('_', ' '));
  if (locked.some(({ isRefunded }) => isRefunded)) {
    throw new AppError('conflict', 'The vendor refunded this credit. If that is a mistake, mark it as not refunded first', { reason: 'wrong_state' });
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
      throw new AppError('rule_violated', `The credit asks for $${only.amount}. Enter a larger amount as a rebate`, { reason: 'too_much' });
    }
  } else if (to === 'RECEIVED' && locked.some((credit) => credit.amount === null || centsOf(credit.amount) === 0)) {
    throw new AppError('rule_violated', 'The unit’s cost is unknown. Enter the amount that the vendor credited', { reason: 'amount_missing' });
  }
}

/** A reopened credit next to its replacement would cover the same difference, or return the same units, twice. */
async function refuseOverclaimed(tx: DatabaseTransaction, locked: readonly credits.Credit[], to: CreditState): Promise<void> {
  const revived = locked.filter(({ state }) => state === 'DENIED' || (state === 'RECEIVED' && to === 'REQUESTED')).map(({ id }) => id);
  if (revived.length === 0) return;
  if (await credits.areOverreturned(tx, revived)) {
    throw new AppError('conflict', 'Another credit already returns these units. Withdraw that credit first', { reason: 'claimed_already' });
  }
  if (!(await credits.areOverclaimed(tx, revived))) return;
  throw new AppError('conflict', 'Another credit already asks for this difference. Withdraw that credit first', { reason: 'claimed_already' });
}

function refuseStates(locked: readonly credits.Credit[], isRight: (state: CreditState) => boolean, wanted: string): void {
  const wrong = locked.find(({ state }) => !isRight(state));
  if (wrong === undefined) return;
  const state = wrong.state.toLowerCase().replace('_', ' ');
  throw new AppError('conflict', `A credit that is ${state} can’t be ${wanted}`, { reason: 'wrong_state' });
}

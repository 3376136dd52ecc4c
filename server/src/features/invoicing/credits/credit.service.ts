import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { CREDIT_MOVES, type CreditState } from '@stowage/contract/invoicing/vendor-credits';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { listOrderedLines, listOrderIds, lockInvoice } from '../invoices/invoice.repository.ts';
import { latestDay } from '../invoices/latest-day.rules.ts';
import { findOrder, listMatchedLines } from '../lists/po-money.read-model.ts';
import { creditsFor } from '../matching/difference.rules.ts';
import { whileLocked } from '../matching/order-locks.ts';
import * as credits from './credit.repository.ts';

export interface CreditMove {
  readonly creditIds: readonly number[];
  readonly to: 'REQUESTED' | 'RECEIVED' | 'DENIED' | 'WRITTEN_OFF' | 'VOID';
  readonly memo?: string | null | undefined;
  readonly amount?: string | null | undefined;
  readonly reason?: string | null | undefined;
}

interface Applied {
  readonly applied: number;
  readonly amount: string;
  readonly refund_due: string;
}

export type CreditService = ReturnType<typeof createCreditService>;

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

export function createCreditService({ db, clock, topics }: Dependencies) {
  const change = async <T>(
    orderIds: (tx: DatabaseTransaction) => Promise<readonly number[]>,
    work: (tx: DatabaseTransaction) => Promise<T>,
    // The order of a credit never changes.
    lock: (tx: DatabaseTransaction) => Promise<unknown> = async () => undefined,
  ): Promise<T> => {
    const result = await whileLocked(db, { orderIds, lock }, work);
    topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
    return result;
  };

  return {
    /** Creates expected credits for all differences of an order that no credit covers yet. */
    createFromDifferences: (orderId: number, actorId: number): Promise<{ created: number; amount: string }> =>
      change(
        async () => [orderId],
        async (tx) => {
          if ((await findOrder(tx, { id: orderId })) === undefined) throw new AppError('not_found', 'There is no such purchase order');
          const wanted = (await listMatchedLines(tx, orderId)).flatMap(creditsFor);
          if (wanted.length === 0) {
            throw new AppError('conflict', 'All differences of this purchase order already have a credit', { reason: 'nothing_to_credit' });
          }
          await credits.insertCredits(tx, wanted, { note: 'From the differences of its invoices', actorId });
          return { created: wanted.length, amount: moneyOf(wanted.reduce((sum, { amount }) => sum + centsOf(amount), 0)) };
        },
      ),

    create: (credit: credits.EnteredCredit): Promise<number> =>
      change(
        async () => [credit.orderId],
        async (tx) => {
          if ((await findOrder(tx, { id: credit.orderId })) === undefined) throw new AppError('not_found', 'There is no such purchase order');
          const { clientId, actorId, ...content } = credit;
          return once(tx, { command: 'invoicing.credit', key: clientId, actorId, content }, async () => {
            await requireLine(tx, credit);
            return credits.insertCredit(tx, credit);
          });
        },
      ),

    move: (move: CreditMove): Promise<number> =>
      change(
        (tx) => credits.listOrderIdsOf(tx, move.creditIds),
        async (tx) => {
          const locked = await lockAll(tx, move.creditIds);
          refuseMove(locked, move);
          const { to, memo, amount, reason } = move;
          const ids = locked.map(({ id }) => id);
          await credits.moveCredits(tx, ids, { to, memo: memo || null, amount: amount ?? null, reason: reason || null, now: clock.now() });
          await refuseOverclaimed(tx, locked, to);
          return ids.length;
        },
      ),

    apply: (creditIds: readonly number[], invoiceId: number): Promise<Applied> =>
      change(
        async (tx) => [...(await credits.listOrderIdsOf(tx, creditIds)), ...(await listOrderIds(tx, invoiceId))],
        (tx) => applyTo(tx, { creditIds, invoiceId, now: clock.now() }),
        (tx) => lockInvoice(tx, invoiceId),
      ),

    /** Records refunds as received, or revokes that. */
    refund: (creditIds: readonly number[], on: string | null, reason: string | null): Promise<{ refunded: number; amount: string }> =>
      change(
        (tx) => credits.listOrderIdsOf(tx, creditIds),
        (tx) => refundAll(tx, { creditIds, on, reason, now: clock.now() }),
      ),
  };
}

async function applyTo(
  tx: DatabaseTransaction,
  { creditIds, invoiceId, now }: { creditIds: readonly number[]; invoiceId: number; now: Date },
): Promise<Applied> {
  const invoice = await lockInvoice(tx, invoiceId);
  if (invoice === undefined) throw new AppError('not_found', `There is no invoice ${invoiceId}`);
  if (invoice.state === 'DRAFT' || invoice.state === 'VOID') {
    throw new AppError('conflict', `Invoice ${invoice.number} is ${invoice.state === 'VOID' ? 'void' : 'a draft'}: nothing is applied to it`, {
      reason: 'wrong_state',
    });
  }
  const locked = await lockAll(tx, creditIds);
  refuseStates(locked, (state) => state === 'RECEIVED', 'applied: it has to be received first');
  if (locked.some(({ vendorKey }) => vendorKey !== invoice.vendorKey)) {
    throw new AppError('rule_violated', `Invoice ${invoice.number} is of another vendor`, { reason: 'other_vendor' });
  }
  const cents = locked.reduce((sum, { amount }) => sum + centsOf(amount ?? '0'), 0);
  if (centsOf(await credits.sumApplied(tx, invoiceId)) + cents > centsOf(invoice.total)) {
    throw new AppError('rule_violated', `Invoice ${invoice.number} is not as much as its credits would be`, { reason: 'too_much' });
  }
  const refundDue = await credits.applyCredits(
    tx,
    locked.map(({ id }) => id),
    invoiceId,
    now,
  );
  return { applied: locked.length, amount: moneyOf(cents), refund_due: refundDue };
}

async function refundAll(
  tx: DatabaseTransaction,
  { creditIds, on, reason, now }: { creditIds: readonly number[]; on: string | null; reason: string | null; now: Date },
): Promise<{ refunded: number; amount: string }> {
  const locked = await lockAll(tx, creditIds);
  refuseRefund(locked, on, reason);
  if (on !== null && on > latestDay(now)) throw new AppError('invalid_input', 'The refund date can’t be in the future');
  const ids = locked.map(({ id }) => id);
  await credits.refundCredits(tx, ids, { on, reason });
  return { refunded: ids.length, amount: moneyOf(locked.reduce((sum, { refund }) => sum + centsOf(refund), 0)) };
}

async function requireLine(tx: DatabaseTransaction, { type, lineId, orderId, quantity }: credits.EnteredCredit): Promise<void> {
  if (lineId === null && type !== 'REBATE') throw new AppError('invalid_input', 'Say which line goes back', { reason: 'unknown_line' });
  if (lineId === null) return;
  const [line] = await listOrderedLines(tx, [lineId]);
  if (line?.orderId !== orderId) throw new AppError('not_found', 'There is no such line on this order', { reason: 'unknown_line' });
  if (type !== 'RETURN' || quantity === null) return;
  const { received, returned } = await credits.countReturnable(tx, lineId);
  if (quantity + returned <= received) return;
  const words = returned === 0 ? '' : `, and ${returned.toLocaleString('en-US')} of them go back already`;
  throw new AppError('rule_violated', `${received.toLocaleString('en-US')} were received${words}: no more can go back`, { reason: 'too_much' });
}

async function lockAll(tx: DatabaseTransaction, ids: readonly number[]): Promise<credits.Credit[]> {
  const locked = await credits.lockCredits(tx, ids);
  if (locked.length < new Set(ids).size) throw new AppError('not_found', 'There is no such credit');
  return locked;
}

function refuseRefund(locked: readonly credits.Credit[], on: string | null, reason: string | null): void {
  if (on === null && !reason) throw new AppError('rule_violated', 'Enter a reason', { reason: 'reason_missing' });
  if (on !== null && locked.some(({ refundDue }) => centsOf(refundDue) === 0)) {
    throw new AppError('conflict', 'One of these credits has no refund due', { reason: 'wrong_state' });
  }
  if (on === null && locked.some(({ isRefunded }) => !isRefunded)) {
    throw new AppError('conflict', 'One of these credits was not paid back', { reason: 'wrong_state' });
  }
}

function refuseMove(locked: readonly credits.Credit[], { to, amount, reason }: CreditMove): void {
  refuseStates(locked, (state) => (CREDIT_MOVES[state] as readonly CreditState[]).includes(to), to.toLowerCase().replace('_', ' '));
  if (locked.some(({ isRefunded }) => isRefunded)) {
    throw new AppError('conflict', 'The vendor paid it back: if that is a mistake, say first that it was not refunded', { reason: 'wrong_state' });
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
      throw new AppError('rule_violated', `The credit asks for $${only.amount}: what is beyond it is a rebate`, { reason: 'too_much' });
    }
  } else if (to === 'RECEIVED' && locked.some((credit) => credit.amount === null || centsOf(credit.amount) === 0)) {
    throw new AppError('rule_violated', 'The unit’s cost is unknown: say what the vendor gave', { reason: 'amount_missing' });
  }
}

/** A reopened credit next to its replacement would cover the same difference twice. */
async function refuseOverclaimed(tx: DatabaseTransaction, locked: readonly credits.Credit[], to: CreditState): Promise<void> {
  const revived = locked.filter(({ state }) => state === 'DENIED' || (state === 'RECEIVED' && to === 'REQUESTED')).map(({ id }) => id);
  if (revived.length === 0 || !(await credits.areOverclaimed(tx, revived))) return;
  throw new AppError('conflict', 'Another credit asks for this difference already: withdraw that one first', { reason: 'claimed_already' });
}

function refuseStates(locked: readonly credits.Credit[], isRight: (state: CreditState) => boolean, wanted: string): void {
  const wrong = locked.find(({ state }) => !isRight(state));
  if (wrong === undefined) return;
  const state = wrong.state.toLowerCase().replace('_', ' ');
  throw new AppError('conflict', `A credit that is ${state} can’t be ${wanted}`, { reason: 'wrong_state' });
}

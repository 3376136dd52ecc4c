import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat } from '../../../platform/commands/once.ts';
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
import * as refusals from './credit-refusals.ts';

interface CreditMove extends refusals.Move {
  readonly creditIds: readonly number[];
  readonly memo?: string | null | undefined;
  readonly seen?: refusals.SeenCredits;
}

interface Application {
  readonly creditIds: readonly number[];
  readonly invoiceId: number;
  readonly seen?: refusals.SeenCredits;
  /** What was left to pay of the invoice, as the person saw it. */
  readonly toPay?: string | undefined;
}

interface Refund {
  readonly creditIds: readonly number[];
  /** null revokes it. */
  readonly on: string | null;
  readonly reason: string | null;
  readonly seen?: refusals.SeenCredits;
}

interface Applied {
  readonly applied: number;
  readonly amount: string;
  readonly refund_due: string;
}

export type CreditService = ReturnType<typeof createCreditService>;

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

export function createCreditService({ db, clock, topics }: Dependencies) {
  const publishChange = () => topics.publish(purchaseMoneyTopic, { change: 'CREDIT', id: null });
  const change = async <Locked, T>(locks: Locks<Locked>, work: (tx: DatabaseTransaction, locked: Locked) => Promise<T>): Promise<T> => {
    const result = await whileLocked(db, locks, work);
    publishChange();
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

    async create(credit: credits.EnteredCredit): Promise<number> {
      const { answer, isRepeat } = await whileLocked(db, orderLock(credit.orderId), async (tx) => {
        if ((await findOrder(tx, { id: credit.orderId })) === undefined) throw new AppError('not_found', 'There is no such purchase order');
        const { clientId, actorId, ...content } = credit;
        return onceOrRepeat(tx, { command: 'invoicing.credit', key: clientId, actorId, content }, async () => {
          await requireLine(tx, credit);
          return credits.insertCredit(tx, credit);
        });
      });
      if (!isRepeat) publishChange();
      return answer;
    },

    move: (move: CreditMove, actorId: number): Promise<number> =>
      change(creditLocks(move.creditIds), async (tx, locked) => {
        refusals.requireAsSeen(locked, move.seen);
        refusals.refuseMove(locked, move);
        const { to, memo, amount, reason } = move;
        if (to === 'RECEIVED') {
          const own = locked.find(({ createdBy }) => createdBy === actorId);
          if (own !== undefined) await refusals.namingCredit(own, locked, () => requireOtherPerson(tx, 'credits', actorId, [actorId]));
        }
        const ids = locked.map(({ id }) => id);
        await credits.moveCredits(tx, ids, { to, memo: memo || null, amount: amount ?? null, reason: reason || null, now: clock.now() });
        await refusals.refuseOverclaimed(tx, locked, to);
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
        refusals.requireAsSeen(locked, seen);
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
  refusals.requireAsSeen(locked, seen);
  if (toPay !== undefined) requireVersion({ expected: centsOf(toPay), current: centsOf(await findToPay(tx, invoice.id)), of: `invoice ${invoice.number}` });
  refusals.refuseStates(locked, (state) => state === 'RECEIVED', 'applied. Mark it as received first');
  const other = locked.find(({ vendorIdentity }) => vendorIdentity !== invoice.vendorIdentity);
  if (other !== undefined)
    throw refusals.refusalOf(other, locked, new AppError('rule_violated', `Invoice ${invoice.number} belongs to another vendor`, { reason: 'other_vendor' }));
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
  refusals.refuseRefund(locked, on, reason);
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
  if (type === 'RETURN' && quantity !== null) refusals.refuseReturn(await credits.countReturnable(tx, lineId), quantity);
}

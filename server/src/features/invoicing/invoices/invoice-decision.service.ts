import { centsOf } from '@stowage/contract/formats/money';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat } from '../../../platform/commands/once.ts';
import { changedMeanwhile, requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { requireOtherPerson } from '../../identity/index.ts';
import { matchOrders } from '../matching/matching.repository.ts';
import { whileLocked } from '../matching/order-locks.ts';
import * as invoices from './invoice.repository.ts';
import { refuseUncovered } from './invoice-correction.service.ts';
import { lockInvoiceAndNumbers, wrongState } from './invoice-lock.ts';
import { findToPay, payRest, setPaid } from './invoice-payment.repository.ts';
import { latestDay } from './latest-day.rules.ts';

/** What these decisions are about, for the message about a change by somebody else. */
const THIS = 'this invoice or its receipts';

export type InvoiceDecisionService = ReturnType<typeof createInvoiceDecisionService>;

/** The version of an invoice that a person saw. */
interface Seen {
  readonly version: number;
  readonly difference: string;
  readonly issues: readonly string[];
}

interface Paid {
  readonly paidOn: string;
  readonly toPay: string;
  readonly version: number;
  readonly actorId: number;
  /** The same for each attempt. */
  readonly clientId: string | null;
}

type Dependencies = Pick<Context, 'db' | 'clock' | 'topics'>;

export function createInvoiceDecisionService({ db, clock, topics }: Dependencies) {
  /** Runs work with the invoice and its orders locked, then rematches. */
  const rematching = <T>(id: number, work: (tx: DatabaseTransaction, invoice: invoices.Invoice) => Promise<T>): Promise<T> => {
    const locks = {
      orderIds: (tx: DatabaseTransaction) => invoices.listTouchedOrderIds(tx, [id]),
      lock: (tx: DatabaseTransaction) => lockInvoiceAndNumbers(tx, id),
    };
    return whileLocked(db, locks, async (tx, invoice, orderIds) => {
      const result = await work(tx, invoice);
      await matchOrders(tx, orderIds);
      return result;
    });
  };
  const publishChange = (id: number) => topics.publish(purchaseMoneyTopic, { change: 'INVOICE', id });
  const change = async (id: number, work: (tx: DatabaseTransaction, invoice: invoices.Invoice) => Promise<void>): Promise<void> => {
    await rematching(id, work);
    publishChange(id);
  };

  return {
    approve: (id: number, { reason, actorId, ...seen }: Seen & { reason: string; actorId: number }): Promise<void> =>
      change(id, async (tx, { state, version, enteredBy }) => {
        await requireOtherPerson(tx, 'invoices', actorId, enteredBy);
        if (state !== 'MATCHED' && state !== 'EXCEPTION') throw wrongState(state, 'approved');
        const match = await invoices.findMatch(tx, id);
        if (match === undefined) throw changedMeanwhile(THIS);
        requireVersion({ expected: [seen.version, ...partsOf(seen)], current: [version, ...partsOf(match)], of: THIS });
        if (match.issues.length > 0 && reason === '') throw new AppError('rule_violated', 'Say why the exception is approved', { reason: 'reason_missing' });
        await invoices.setApproved(tx, id, match, { reason, actorId, now: clock.now() });
      }),

    /** Pays an invoice, or the rest of a paid one. @param by must be the amount that the person saw */
    async pay(id: number, by: Paid): Promise<void> {
      const { isRepeat } = await rematching(id, async (tx, invoice) => {
        const { clientId, actorId, paidOn, toPay } = by;
        await requireOtherPerson(tx, 'invoices', actorId, invoice.enteredBy);
        const command = { command: 'invoicing.pay', key: clientId, actorId, content: [id, paidOn, centsOf(toPay)] };
        return onceOrRepeat(tx, command, () => payInvoice(tx, invoice, by, clock.now()));
      });
      if (!isRepeat) publishChange(id);
    },

    void: (id: number, { reason, version, actorId, mayApprove }: { reason: string; version: number; actorId: number; mayApprove: boolean }): Promise<void> =>
      change(id, async (tx, { state, version: latest }) => {
        if (state === 'PAID' || state === 'VOID') throw wrongState(state, 'voided');
        if (state === 'APPROVED' && !mayApprove) throw new AppError('forbidden', 'Only a person who may approve can void an approved invoice');
        requireVersion({ expected: version, current: latest, of: THIS });
        await invoices.setVoid(tx, id, { reason, actorId, now: clock.now() });
        const correctsId = await invoices.findCorrected(tx, id);
        if (correctsId !== undefined) await refuseUncovered(tx, correctsId);
      }),
  };
}

async function payInvoice(tx: DatabaseTransaction, { id, state, invoicedOn, version: latest }: invoices.Invoice, by: Paid, now: Date): Promise<void> {
  const { paidOn, toPay, version, actorId } = by;
  const left = centsOf(await findToPay(tx, id));
  const isRest = state === 'PAID' && left > 0;
  if (state !== 'APPROVED' && !isRest) throw wrongState(state, 'paid');
  if (paidOn < invoicedOn) throw new AppError('invalid_input', `An invoice of ${invoicedOn} is not paid before its date`);
  if (paidOn > latestDay(now)) throw new AppError('invalid_input', 'The payment date can’t be in the future');
  requireVersion({ expected: [version, centsOf(toPay)], current: [latest, left], of: THIS });
  await (isRest ? payRest : setPaid)(tx, { invoiceId: id, paidOn, actorId });
}

function partsOf({ difference, issues }: Pick<Seen, 'difference' | 'issues'>) {
  return [centsOf(difference), [...issues].sort()];
}

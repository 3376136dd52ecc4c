import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import type { InvoiceState } from '@stowage/contract/invoicing/vendor-invoices';
import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat } from '../../../platform/commands/once.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { relabelSources } from '../../documents/filing/index.ts';
import { lockInvoiceNumbers, lockOrders, matchOrders } from '../matching/matching.repository.ts';
import { whileLocked } from '../matching/order-locks.ts';
import { refuseBelowCredits } from './credited-invoice.service.ts';
import * as invoices from './invoice.repository.ts';
import { refuseUncovered, requireCorrectable } from './invoice-correction.service.ts';
import { listTwins } from './invoice-detail.read-model.ts';
import { type CheckedEntry, checkEntry, type Entered, type KnownLines } from './invoice-entry.rules.ts';
import { lockInvoiceAndNumbers, wrongState } from './invoice-lock.ts';

interface Made {
  readonly id: number;
  readonly state: InvoiceState;
}

export type InvoiceService = ReturnType<typeof createInvoiceService>;

type Dependencies = Pick<Context, 'db' | 'topics'>;

const EDITABLE: readonly InvoiceState[] = ['DRAFT', 'MATCHED', 'EXCEPTION'];

export function createInvoiceService({ db, topics }: Dependencies) {
  const publishChange = (id: number | null) => topics.publish(purchaseMoneyTopic, { change: 'INVOICE', id });
  return {
    async create(entered: Entered, by: { clientId?: string | undefined; correctsId?: number | undefined; actorId: number }): Promise<Made> {
      const { isRepeat, ...made } = await refusingTwins(db, [entered], () => db.transaction().execute((tx) => insertInvoice(tx, entered, by)));
      if (!isRepeat) publishChange(made.id);
      return made;
    },

    /** All of them or none. @param also runs in their transaction */
    async createAll(
      entered: readonly Entered[],
      actorId: number,
      also?: (tx: DatabaseTransaction, ids: readonly number[]) => Promise<void>,
    ): Promise<number[]> {
      const insert = async (tx: DatabaseTransaction) => {
        const ids = await insertAll(tx, entered, actorId);
        await also?.(tx, ids);
        return ids;
      };
      const ids = await refusingTwins(db, entered, () => db.transaction().execute(insert));
      publishChange(null);
      return ids;
    },

    /** @param version the edited version; a later one is not overwritten */
    async update(id: number, version: number, entered: Entered, actorId: number): Promise<Made> {
      const made = await refusingTwins(db, [entered], () => replaceInvoice(db, { id, version, actorId }, entered));
      publishChange(id);
      return made;
    },
  };
}

async function insertInvoice(
  tx: DatabaseTransaction,
  entered: Entered,
  { clientId, correctsId, actorId }: { clientId?: string | undefined; correctsId?: number | undefined; actorId: number },
): Promise<Made & { isRepeat: boolean }> {
  const command = { command: 'invoicing.invoice', key: clientId, actorId, content: [entered, correctsId] };
  const { answer: id, isRepeat } = await onceOrRepeat(tx, command, async () => {
    const { header, lines, orderIds } = await check(tx, entered, correctsId !== undefined);
    await lockOrders(tx, orderIds);
    await lockInvoiceNumbers(tx, [header.vendorIdentity]);
    if (correctsId !== undefined) await requireCorrectable(tx, correctsId, { header, lines, submit: entered.submit });
    const draftId = await invoices.insertDraft(tx, header, { correctsId: correctsId ?? null, createdBy: actorId });
    await invoices.insertLines(tx, [{ id: draftId, lines }]);
    await submitAndMatch(tx, draftId, entered, orderIds);
    return draftId;
  });
  return { ...(await currentState(tx, id)), isRepeat };
}

/** Inserts many invoices with one statement per table, and matches them together. */
async function insertAll(tx: DatabaseTransaction, entered: readonly Entered[], actorId: number): Promise<number[]> {
  const known = await knownLines(tx, entered);
  const checked = entered.map((one) => checkEntry(known, one, false));
  const orderIds = [...new Set(checked.flatMap((one) => one.orderIds))];
  // Locks all orders at once, so that two files never deadlock.
  await lockOrders(tx, orderIds);
  const headers = checked.map(({ header }) => header);
  await lockInvoiceNumbers(
    tx,
    headers.map(({ vendorIdentity }) => vendorIdentity),
  );
  const ids = await invoices.insertDrafts(tx, headers, actorId);
  await invoices.insertLines(
    tx,
    ids.map((id, nth) => ({ id, lines: checked[nth]?.lines ?? [] })),
  );
  const submitted = ids.filter((_, nth) => entered[nth]?.submit);
  await invoices.submit(tx, submitted);
  await matchOrders(tx, orderIds);
  return ids;
}

function replaceInvoice(db: DatabasePool, { id, version, actorId }: { id: number; version: number; actorId: number }, entered: Entered): Promise<Made> {
  const lock = async (tx: DatabaseTransaction) => {
    const known = await knownLines(tx, [entered]);
    return lockInvoiceAndNumbers(
      tx,
      id,
      [...known.values()].flatMap(({ vendorIdentity }) => vendorIdentity ?? []),
    );
  };
  const orderIds = async (tx: DatabaseTransaction) => [
    ...(await invoices.listTouchedOrderIds(tx, [id])),
    ...(await invoices.listOrderIdsOfLines(
      tx,
      entered.lines.map((line) => line.purchase_order_line_id),
      entered.number,
    )),
  ];
  return whileLocked(db, { orderIds, lock }, async (tx, { state, vendorIdentity, version: latest }, lockedIds) => {
    const correctsId = await invoices.findCorrected(tx, id);
    const { header, lines } = await check(tx, entered, correctsId !== undefined);
    if (!EDITABLE.includes(state)) throw wrongState(state, 'edited');
    requireVersion({ expected: version, current: latest, of: 'this invoice' });
    if (correctsId !== undefined) await requireCorrectable(tx, correctsId, { header, lines, submit: entered.submit, besideId: id });
    await refuseBelowCredits(tx, id, { ...header, submit: entered.submit, isOneVendor: header.vendorIdentity === vendorIdentity });
    await invoices.resetDraft(tx, id, header, actorId);
    await relabelSources(tx, { kind: 'INVOICE', id }, { label: header.number, vendor: header.vendor });
    await invoices.insertLines(tx, [{ id, lines }]);
    await submitAndMatch(tx, id, entered, lockedIds);
    if (correctsId !== undefined) await refuseUncovered(tx, correctsId);
    return currentState(tx, id);
  });
}

async function submitAndMatch(tx: DatabaseTransaction, id: number, { submit }: Entered, orderIds: readonly number[]): Promise<void> {
  if (submit) await invoices.submit(tx, [id]);
  await matchOrders(tx, orderIds);
}

async function currentState(tx: DatabaseTransaction, id: number): Promise<Made> {
  return { id, state: (await invoices.findState(tx, id)) ?? 'DRAFT' };
}

async function knownLines(db: DatabasePool | DatabaseTransaction, entered: readonly Entered[]): Promise<KnownLines> {
  const ids = entered.flatMap(({ lines }) => lines.map((line) => line.purchase_order_line_id));
  return new Map((await invoices.listOrderedLines(db, ids)).map((line) => [line.id, line]));
}

async function check(tx: DatabaseTransaction, entered: Entered, isCorrecting: boolean): Promise<CheckedEntry> {
  return checkEntry(await knownLines(tx, [entered]), entered, isCorrecting);
}

/** Explains a number that the vendor has already used, with the invoice that has it. */
async function refusingTwins<T>(db: DatabasePool, entered: readonly Entered[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!violatesUnique(error, 'vendor_invoices_number')) throw error;
    const known = await knownLines(db, entered);
    const vendorOf = ({ lines: [line] }: Entered) => known.get(line?.purchase_order_line_id ?? 0)?.vendor ?? '';
    const twins = await listTwins(
      db,
      entered.map((one) => ({ number: one.number, vendor: vendorOf(one) })),
    );
    const twin = twins.find(({ is_same }) => is_same);
    throw new AppError('conflict', `This vendor’s invoice ${twin?.number ?? ''} was entered already`.replace('  ', ' '), {
      reason: 'duplicate_number',
      details: { id: twin?.id ?? null },
    });
  }
}

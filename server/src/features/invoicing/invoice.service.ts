import { createHash } from 'node:crypto';
import { centsOf, lineCents, moneyOf } from '@stowage/contract/money';
import { purchaseMoneyTopic } from '@stowage/contract/purchase-money';
import type { InvoiceState } from '@stowage/contract/vendor-invoices';
import type { Kysely, Transaction } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { violatesUnique } from '../../platform/database/connect.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { refuseBelowCredits } from './credited-invoice.service.ts';
import * as invoices from './invoice.repository.ts';
import { requireCorrectable } from './invoice-correction.service.ts';
import { listTwins } from './invoice-detail.read-model.ts';
import { lockOrders, matchOrders } from './matching.repository.ts';
import { whileLocked } from './order-locks.ts';

export interface EnteredLine {
  readonly purchase_order_line_id: number;
  readonly quantity: number;
  readonly unit_cost: string;
}

export interface Entered {
  readonly number: string;
  readonly invoiced_on: string;
  readonly due_on?: string | null | undefined;
  readonly freight: string;
  readonly tax: string;
  readonly total: string;
  readonly notes?: string | null | undefined;
  readonly lines: readonly EnteredLine[];
  readonly submit: boolean;
}

interface Made {
  readonly id: number;
  readonly state: InvoiceState;
}

export interface InvoiceService {
  create(entered: Entered, by: { clientId?: string | undefined; correctsId?: number | undefined; actorId: number }): Promise<Made>;
  /** All of them or none. */
  createAll(entered: readonly Entered[], actorId: number): Promise<number[]>;
  /** @param version the one that was changed: a later one is not overwritten */
  update(id: number, version: number, entered: Entered): Promise<Made>;
  approve(id: number, seen: Seen & { reason: string; actorId: number }): Promise<void>;
  pay(id: number, paidOn: string, actorId: number): Promise<void>;
  void(id: number, by: { reason: string; actorId: number; mayApprove: boolean }): Promise<void>;
}

/** What a person saw of an invoice. */
interface Seen {
  readonly version: number;
  readonly difference: string;
  readonly issues: readonly string[];
}

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly topics: Topics;
}

const EDITABLE: readonly InvoiceState[] = ['DRAFT', 'MATCHED', 'EXCEPTION'];

export function createInvoiceService({ db, clock, topics }: Dependencies): InvoiceService {
  const tell = (id: number | null) => topics.publish(purchaseMoneyTopic, { change: 'INVOICE', id });
  /** Works on an invoice while its orders and itself are locked, and matches afterwards. */
  const change = async (id: number, work: (tx: Transaction<DB>, invoice: invoices.Invoice) => Promise<void>): Promise<void> => {
    const lock = (tx: Transaction<DB>) => invoices.lockInvoice(tx, id);
    await whileLocked(db, { orderIds: (tx) => invoices.listTouchedOrderIds(tx, id), lock }, async (tx, orderIds) => {
      await work(tx, found(await lock(tx), id));
      await matchOrders(tx, orderIds);
    });
    tell(id);
  };

  return {
    async create(entered, by) {
      const made = await refusingTwins(db, [entered], () => db.transaction().execute((tx) => insertInvoice(tx, entered, by)));
      tell(made.id);
      return made;
    },

    async createAll(entered, actorId) {
      const ids = await refusingTwins(db, entered, () => db.transaction().execute((tx) => insertAll(tx, entered, actorId)));
      tell(null);
      return ids;
    },

    async update(id, version, entered) {
      const made = await refusingTwins(db, [entered], () => replaceInvoice(db, { id, version }, entered));
      tell(id);
      return made;
    },

    approve: (id, { reason, actorId, ...seen }) =>
      change(id, async (tx, { state, version }) => {
        if (state !== 'MATCHED' && state !== 'EXCEPTION') throw wrongState(state, 'approved');
        const match = await invoices.findMatch(tx, id);
        if (match === undefined || version !== seen.version || !isAsSeen(match, seen)) {
          throw new AppError('conflict', 'What came, or what was billed, changed meanwhile: please look at the invoice again', { reason: 'changed_meanwhile' });
        }
        if (match.issues.length > 0 && reason === '') throw new AppError('rule_violated', 'Say why the exception is approved', { reason: 'reason_missing' });
        await invoices.setApproved(tx, id, match, { reason, actorId, now: clock.now() });
      }),

    pay: (id, paidOn, actorId) =>
      change(id, async (tx, { state, invoicedOn }) => {
        if (state !== 'APPROVED') throw wrongState(state, 'paid');
        if (paidOn < invoicedOn) throw new AppError('invalid_input', `An invoice of ${invoicedOn} is not paid before its date`);
        if (paidOn > latestDay(clock.now())) throw new AppError('invalid_input', 'An invoice is not paid in the future');
        await invoices.setPaid(tx, id, paidOn, actorId);
      }),

    void: (id, { reason, actorId, mayApprove }) =>
      change(id, async (tx, { state }) => {
        if (state === 'PAID' || state === 'VOID') throw wrongState(state, 'voided');
        if (state === 'APPROVED' && !mayApprove) throw new AppError('forbidden', 'An approved invoice is voided by who may approve');
        await invoices.setVoid(tx, id, { reason, actorId, now: clock.now() });
      }),
  };
}

function isAsSeen(match: invoices.InvoiceMatch, seen: Seen): boolean {
  const kinds = (issues: readonly string[]) => [...issues].sort().join();
  return centsOf(match.difference) === centsOf(seen.difference) && kinds(match.issues) === kinds(seen.issues);
}

async function insertInvoice(
  tx: Transaction<DB>,
  entered: Entered,
  { clientId, correctsId, actorId }: { clientId?: string | undefined; correctsId?: number | undefined; actorId: number },
): Promise<Made> {
  const clientDigest =
    clientId === undefined
      ? null
      : createHash('sha256')
          .update(JSON.stringify([entered, correctsId]))
          .digest();
  const findBefore = async (): Promise<Made | undefined> => {
    const before = clientId === undefined ? undefined : await invoices.findByClientId(tx, clientId);
    if (before === undefined) return undefined;
    const isRetry = before.createdBy === actorId && (before.clientDigest === null || clientDigest?.equals(before.clientDigest));
    if (!isRetry) throw new AppError('conflict', 'Another invoice was sent under this client id', { reason: 'client_id_used', details: { id: before.id } });
    return { id: before.id, state: before.state };
  };
  const before = await findBefore();
  if (before !== undefined) return before;
  const { header, lines, orderIds } = await read(tx, entered, correctsId !== undefined);
  await lockOrders(tx, orderIds);
  // A retry may have waited for the first one.
  const first = await findBefore();
  if (first !== undefined) return first;
  if (correctsId !== undefined) await requireCorrectable(tx, correctsId, { header, lines, submit: entered.submit });
  const id = await invoices.insertDraft(tx, header, { clientId: clientId ?? null, clientDigest, correctsId: correctsId ?? null, createdBy: actorId });
  await invoices.insertLines(tx, [{ id, lines }]);
  return submitted(tx, id, entered, orderIds);
}

/** Many invoices in a statement for each kind of row, matched together. */
async function insertAll(tx: Transaction<DB>, entered: readonly Entered[], actorId: number): Promise<number[]> {
  const known = await knownLines(tx, entered);
  const read = entered.map((one) => readWith(known, one, false));
  const orderIds = [...new Set(read.flatMap((one) => one.orderIds))];
  // All orders at once, so that two files never wait for each other.
  await lockOrders(tx, orderIds);
  const headers = read.map(({ header }) => header);
  const ids = await invoices.insertDrafts(tx, headers, actorId);
  const linesOf = ids.map((id, nth) => ({ id, lines: read[nth]?.lines ?? [] }));
  await invoices.insertLines(tx, linesOf);
  const submitted = ids.filter((_, nth) => entered[nth]?.submit);
  await invoices.submit(tx, submitted);
  await matchOrders(tx, orderIds);
  return ids;
}

function replaceInvoice(db: Kysely<DB>, { id, version }: { id: number; version: number }, entered: Entered): Promise<Made> {
  const lock = (tx: Transaction<DB>) => invoices.lockInvoice(tx, id);
  const orderIds = async (tx: Transaction<DB>) => [
    ...(await invoices.listTouchedOrderIds(tx, id)),
    ...(await invoices.listOrderIdsOfLines(
      tx,
      entered.lines.map((line) => line.purchase_order_line_id),
      entered.number,
    )),
  ];
  return whileLocked(db, { orderIds, lock }, async (tx, locked) => {
    const correctsId = await invoices.findCorrected(tx, id);
    const { header, lines } = await read(tx, entered, correctsId !== undefined);
    const { state, vendorKey, version: latest } = found(await lock(tx), id);
    if (!EDITABLE.includes(state)) throw wrongState(state, 'edited');
    if (latest !== version) throw new AppError('conflict', 'Somebody changed this invoice meanwhile: load it anew', { reason: 'changed_meanwhile' });
    if (correctsId !== undefined) await requireCorrectable(tx, correctsId, { header, lines, submit: entered.submit, besideId: id });
    await refuseBelowCredits(tx, id, { ...header, submit: entered.submit, isOneVendor: header.vendorKey === vendorKey });
    await invoices.resetDraft(tx, id, header);
    await invoices.insertLines(tx, [{ id, lines }]);
    return submitted(tx, id, entered, locked);
  });
}

async function submitted(tx: Transaction<DB>, id: number, { submit }: Entered, orderIds: readonly number[]): Promise<Made> {
  if (submit) await invoices.submit(tx, [id]);
  await matchOrders(tx, orderIds);
  return { id, state: (await invoices.findState(tx, id)) ?? 'DRAFT' };
}

interface Read {
  readonly header: invoices.InvoiceHeader;
  readonly lines: readonly invoices.NewInvoiceLine[];
  readonly orderIds: readonly number[];
}

type KnownLines = ReadonlyMap<number, invoices.OrderedLine>;

async function knownLines(db: Kysely<DB> | Transaction<DB>, entered: readonly Entered[]): Promise<KnownLines> {
  const ids = entered.flatMap(({ lines }) => lines.map((line) => line.purchase_order_line_id));
  return new Map((await invoices.listOrderedLines(db, ids)).map((line) => [line.id, line]));
}

async function read(tx: Transaction<DB>, entered: Entered, isCorrecting: boolean): Promise<Read> {
  return readWith(await knownLines(tx, [entered]), entered, isCorrecting);
}

/** What was entered, as it is kept. @throws AppError where it does not add up, or is of several vendors */
function readWith(known: KnownLines, entered: Entered, isCorrecting: boolean): Read {
  const lines = entered.lines.map(({ purchase_order_line_id: lineId, quantity, unit_cost }) => {
    const line = known.get(lineId);
    if (line === undefined) throw new AppError('not_found', 'There is no such line on a purchase order', { reason: 'unknown_line' });
    return { lineId, orderId: line.orderId, quantity, unitCost: unit_cost };
  });
  const ofLines = lines.flatMap(({ lineId }) => known.get(lineId) ?? []);
  const vendors = new Map(ofLines.map(({ vendor, vendorKey }) => [vendorKey, vendor]));
  const [[vendorKey, vendor] = []] = vendors;
  if (vendors.size > 1) throw new AppError('rule_violated', 'One invoice is of one vendor: its orders have several', { reason: 'several_vendors' });
  if (vendor == null || vendorKey == null) throw new AppError('rule_violated', 'The purchase order names no vendor', { reason: 'no_vendor' });
  refuseNegative(entered, isCorrecting);
  if (entered.submit) refuseWrongTotal(entered);
  const { number, invoiced_on: invoicedOn, due_on, freight, tax, total, notes } = entered;
  if (due_on && due_on < invoicedOn) throw new AppError('invalid_input', 'An invoice is not due before its date');
  return {
    header: { number, vendor, vendorKey, invoicedOn, dueOn: due_on ?? null, freight, tax, total, notes: notes || null },
    lines,
    orderIds: [...new Set(lines.map(({ orderId }) => orderId))],
  };
}

function refuseNegative({ lines, freight, tax }: Entered, isCorrecting: boolean): void {
  if (lines.some(({ quantity }) => quantity === 0)) throw new AppError('invalid_input', 'A line bills at least one unit');
  const isNegative = lines.some(({ quantity }) => quantity < 0) || centsOf(freight) < 0 || centsOf(tax) < 0;
  if (isNegative && !isCorrecting) {
    throw new AppError('invalid_input', 'Only an invoice that corrects another one takes something back', { reason: 'not_correcting' });
  }
}

/** What the paper says is what its lines come to. */
function refuseWrongTotal({ lines, freight, tax, total }: Entered): void {
  const goods = lines.reduce((sum, { quantity, unit_cost }) => sum + lineCents(quantity, unit_cost), 0);
  const sum = goods + centsOf(freight) + centsOf(tax);
  if (sum === centsOf(total)) return;
  throw new AppError('rule_violated', `Lines, freight and tax come to $${moneyOf(sum)}, the total says $${moneyOf(centsOf(total))}`, { reason: 'wrong_total' });
}

/** A number that the vendor has used already is refused in words, and which invoice has it. */
async function refusingTwins<T>(db: Kysely<DB>, entered: readonly Entered[], work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'vendor_invoices_client_id_key'))
      throw new AppError('conflict', 'Another invoice was sent under this client id', { reason: 'client_id_used' });
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

/** Where on earth a day begins first. */
const EARLIEST_ZONE_MS = 14 * 3_600_000;

/** The day that it is at most, wherever somebody is. */
function latestDay(now: Date): string {
  return new Date(now.getTime() + EARLIEST_ZONE_MS).toISOString().slice(0, 10);
}

function found(invoice: invoices.Invoice | undefined, id: number): invoices.Invoice {
  if (invoice === undefined) throw new AppError('not_found', `There is no invoice ${id}`);
  return invoice;
}

function wrongState(state: InvoiceState, wanted: string): AppError {
  const hint = state === 'PAID' ? ': correct it by a credit or by another invoice' : '';
  return new AppError('conflict', `An invoice that is ${state.toLowerCase()} can’t be ${wanted}${hint}`, { reason: 'wrong_state' });
}

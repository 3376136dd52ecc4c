import { numberText } from '@stowage/contract/formats/text/number-text';
import { DRAFT_LINES_MAX, type DraftContent, type DraftDetail, type DraftOrigin } from '@stowage/contract/purchasing/order-drafts';
import { poName } from '@stowage/contract/purchasing/po-name';
import { AppError } from '../../../platform/app-error.ts';
import { once } from '../../../platform/commands/once.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import { type Database, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { refuseTooLargeDraft } from '../purchase-orders/order-amount.repository.ts';
import { noSuchOrder } from '../purchase-orders/purchase-order.repository.ts';
import { findDraft, findOrderToCopy, listLines, listReorderable } from './draft.read-model.ts';
import * as drafts from './draft.repository.ts';
import { listOrderable } from './orderable.read-model.ts';
import { requireOrderable } from './orderable.service.ts';

interface Sender {
  readonly clientId: string;
  readonly actorId: number;
}

export type DraftService = ReturnType<typeof createDraftService>;

/** Purchase orders by hand until they are sent. */
export function createDraftService({ db, clock }: Pick<Context, 'db' | 'clock'>) {
  const inTransaction = <R>(work: (tx: DatabaseTransaction) => Promise<R>) => db.transaction().execute(work);
  const year = () => clock.now().getUTCFullYear();
  return {
    create: (content: DraftContent, { clientId: key, actorId }: Sender): Promise<number> =>
      inTransaction((tx) =>
        once(
          tx,
          { command: 'purchasing.create-draft', key, actorId, content },
          async () => (await addDraft(tx, { content, origin: 'HAND', actorId, year: year() })).id,
        ),
      ),

    save: (id: number, content: DraftContent, { version, actorId }: { version: number; actorId: number }): Promise<number> =>
      inTransaction(async (tx) => {
        const draft = await lockOpenDraft(tx, id, version);
        const header = { ...headerOf(content), poNumber: content.po_number ?? draft.poNumber };
        await refuseUsedNumber(tx, header.poNumber);
        await drafts.updateDraft(tx, id, header, actorId).catch(refuseTwin(header.poNumber));
        await writeLines(tx, { id, poNumber: header.poNumber }, content);
        return version + 1;
      }),

    remove: (id: number, version: number): Promise<void> =>
      inTransaction(async (tx) => {
        await lockOpenDraft(tx, id, version);
        await drafts.deleteDraft(tx, id);
      }),

    /** Begins an order with the lines of an earlier one, at today's costs. */
    copy: (poNumber: string, { clientId: key, actorId }: Sender): Promise<{ id: number; left_out: number }> =>
      inTransaction((tx) =>
        once(tx, { command: 'purchasing.copy-order', key, actorId, content: poNumber }, () => copyOrder(tx, poNumber, { actorId, year: year() })),
      ),
  };
}

interface NewDraft {
  readonly content: DraftContent;
  readonly origin: DraftOrigin;
  readonly actorId: number;
  /** In the number of an order without one. */
  readonly year: number;
}

export async function addDraft(tx: DatabaseTransaction, { content, origin, actorId, year }: NewDraft): Promise<{ id: number; poNumber: string }> {
  const poNumber = content.po_number ?? (await drafts.nextNumber(tx, year));
  await refuseUsedNumber(tx, poNumber);
  const id = await drafts.insertDraft(tx, { ...headerOf(content), poNumber }, { origin, actorId }).catch(refuseTwin(poNumber));
  await writeLines(tx, { id, poNumber }, content);
  return { id, poNumber };
}

/** A draft with its lines. @throws AppError `not_found` */
export async function readDraft(db: Database, id: number): Promise<{ draft: DraftDetail | null; sent_as: string | null }> {
  const found = await findDraft(db, id);
  if (found === undefined) throw drafts.noSuchDraft();
  const { sent_as, ...draft } = found;
  if (sent_as !== null) return { draft: null, sent_as };
  const lines = await listLines(db, id);
  const products = await listOrderable(
    db,
    draft.vendor,
    lines.map(({ productId }) => productId),
  );
  const items = lines.map(({ productId, productName, gtin, supplierSku, ordered, unitCost }) => {
    const { case_pack = null, minimum_quantity = null, terms_version = 0, available = 0, on_order = 0 } = products.get(productId) ?? {};
    const own = { product_id: productId, product_name: productName, gtin, supplier_sku: supplierSku, ordered, unit_cost: unitCost };
    return { ...own, case_pack, minimum_quantity, terms_version, available, on_order };
  });
  return { draft: { ...draft, items }, sent_as: null };
}

/** Locks a draft that was not sent. @throws AppError `not_found`; `conflict` with the reason `sent` or `changed_meanwhile` */
export async function lockOpenDraft(tx: Database, id: number, version: number) {
  const draft = await drafts.lockDraft(tx, id);
  if (draft.orderId !== null) throw new AppError('conflict', `${poName(draft.poNumber)} was sent already`, { reason: 'sent' });
  requireVersion({ expected: version, current: draft.version, of: `the draft of ${poName(draft.poNumber)}` });
  return draft;
}

export function duplicatePo(poNumber: string): AppError {
  return new AppError('conflict', `There is already a purchase order ${poNumber}. Choose another number`, { reason: 'duplicate_po' });
}

async function copyOrder(
  tx: DatabaseTransaction,
  poNumber: string,
  { actorId, year }: { actorId: number; year: number },
): Promise<{ id: number; left_out: number }> {
  const order = await findOrderToCopy(tx, poNumber);
  if (order === undefined) throw noSuchOrder(poNumber);
  const { vendor } = order;
  if (vendor === null) throw new AppError('rule_violated', `${poName(poNumber)} has no vendor, to whom a copy could be sent`, { reason: 'no_vendor' });
  const { lines, leftOut } = await listReorderable(tx, order.id);
  if (lines.length === 0) throw new AppError('rule_violated', `No line of ${poName(poNumber)} is a product of the catalog`, { reason: 'no_lines' });
  if (lines.length > DRAFT_LINES_MAX) throw tooLong(poNumber, lines.length);
  const products = await listOrderable(
    tx,
    vendor,
    lines.map(({ productId }) => productId),
  );
  const items = lines.map(({ productId, supplierSku, ordered, unitCost }) => {
    const current = products.get(productId);
    return { product_id: productId, supplier_sku: supplierSku, ordered, unit_cost: current?.unit_cost ?? unitCost };
  });
  const content = { vendor, expected_date: null, notes: null, items };
  const { id } = await addDraft(tx, { content, origin: 'COPY', actorId, year });
  return { id, left_out: leftOut };
}

function tooLong(poNumber: string, lines: number): AppError {
  const message = `${poName(poNumber)} has ${numberText(lines)} lines, and an order by hand has at most ${numberText(DRAFT_LINES_MAX)}. Upload it as a file`;
  return new AppError('rule_violated', message, { reason: 'too_many_lines' });
}

function headerOf({ vendor, expected_date: expectedOn, notes }: DraftContent): Omit<drafts.DraftHeader, 'poNumber'> {
  return { vendor, expectedOn, notes };
}

async function writeLines(tx: Database, draft: { readonly id: number; readonly poNumber: string }, { vendor, items }: DraftContent): Promise<void> {
  const products = await listOrderable(
    tx,
    vendor,
    items.map(({ product_id }) => product_id),
  );
  const lines = items.map(({ product_id: productId, supplier_sku: supplierSku, ordered, unit_cost: unitCost }) => {
    const { gtin, product_name: productName } = requireOrderable(products, productId);
    return { productId, gtin, supplierSku, productName, ordered, unitCost };
  });
  refuseRepeatedSku(lines);
  await drafts.replaceLines(tx, draft.id, lines);
  await refuseTooLargeDraft(tx, draft);
}

function refuseRepeatedSku(lines: readonly drafts.StoredLine[]): void {
  const seen = new Set<string>();
  for (const { supplierSku } of lines) {
    const key = supplierSku.toUpperCase();
    if (seen.has(key)) {
      throw new AppError('rule_violated', `Two lines have the supplier SKU ${supplierSku}. Change one of them, or put their units on one line`, {
        reason: 'duplicate_sku',
      });
    }
    seen.add(key);
  }
}

async function refuseUsedNumber(tx: Database, poNumber: string): Promise<void> {
  if (await drafts.hasOrder(tx, poNumber)) throw duplicatePo(poNumber);
}

function refuseTwin(poNumber: string) {
  return (error: unknown): never => {
    if (!violatesUnique(error, 'purchase_order_drafts_number_key')) throw error;
    throw new AppError('conflict', `Another draft has the number ${poNumber}. Choose another number`, { reason: 'duplicate_po' });
  };
}

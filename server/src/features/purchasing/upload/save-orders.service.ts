import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import { PO_PROBLEMS_LIMIT, type PoDuplicate } from '@stowage/contract/purchasing/purchase-order-upload';
import { type Database, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { recalculateLines } from '../closing/short-decision.service.ts';
import { amountTooLarge, findTooLargeOfFile } from '../purchase-orders/order-amount.repository.ts';
import { refuseUpload } from './refuse-upload.rules.ts';
import * as staged from './staged-file.repository.ts';
import { causeOfDuplicates } from './upload.rules.ts';
import { describeUpload } from './upload-undo.repository.ts';
import { recordUpload } from './upload-undo.ts';
import * as orders from './uploaded-orders.repository.ts';

export interface SavedFile {
  readonly orders: number;
  readonly lines: number;
  readonly changedLines: number;
}

/** Saves the orders of a staged file, all of them or none. @throws AppError with the cause */
export async function saveOrders(tx: Database, uploadId: number, update: boolean, actorId: number): Promise<SavedFile> {
  await orders.lockOrders(tx);
  await staged.analyzeRows(tx);
  // Rows are missing when a part never arrived or a crash emptied the table.
  if (!(await staged.hasAllRows(tx, uploadId))) {
    refuseUpload('conflict', 'not_staged', { cause: 'Some rows of this file did not arrive: choose the file again' });
  }
  const { rejectedCount } = await staged.countRows(tx, uploadId);
  if (rejectedCount > 0 || (await staged.hasMixedVendors(tx, uploadId))) await refuseRows(tx, uploadId);
  const duplicates = await orders.listDuplicates(tx, uploadId);
  const isUpdate = duplicates.length > 0;
  if (isUpdate) await refuseDuplicates(tx, uploadId, duplicates, update);
  // An update of a line must be unambiguous.
  if (isUpdate && (await staged.hasDuplicateSkus(tx, uploadId))) await refuseRows(tx, uploadId);
  const tooLarge = await findTooLargeOfFile(tx, uploadId, isUpdate);
  if (tooLarge !== undefined) refuseUpload('rule_violated', 'amount_too_large', { cause: amountTooLarge(tooLarge) });
  const changed = isUpdate ? await orders.changeLines(tx, uploadId) : { changes: [], decided: [] };
  const named = isUpdate ? await orders.setVendors(tx, uploadId) : [];
  if (changed.decided.length > 0) await recalculateLines(tx, changed.decided);
  const created = await orders.addOrders(tx, uploadId, actorId).catch(refuseRacingOrder);
  // The unique index finds duplicate SKUs for free; a query would add a third to the time of saving.
  const lines = (await orders.tryAddLines(tx, uploadId, isUpdate)) ?? (await refuseRows(tx, uploadId));
  await staged.markApplied(tx, uploadId);
  const isNew = new Set(created);
  await recordUpload(tx, await describeUpload(tx, uploadId), {
    created,
    named,
    changed: changed.changes,
    added: lines.lines.filter(({ orderId }) => !isNew.has(orderId)).map(({ id }) => id),
  });
  return { orders: created.length, lines: lines.count, changedLines: changed.changes.length };
}

/** Refuses a file with all errors of its rows. */
async function refuseRows(tx: Database, uploadId: number): Promise<never> {
  await staged.markErrorsAcrossRows(tx, uploadId);
  const { rowCount, rejectedCount } = await staged.countRows(tx, uploadId);
  const rejected = await staged.listProblems(tx, uploadId, PO_PROBLEMS_LIMIT);
  const cause = `${numberText(rejectedCount)} of ${numberText(rowCount)} rows have errors`;
  return refuseUpload('rule_violated', 'invalid_rows', { cause, rejectedCount, rejected });
}

async function refuseDuplicates(tx: Database, uploadId: number, duplicates: readonly PoDuplicate[], update: boolean): Promise<void> {
  const { reason, cause } = causeOfDuplicates(duplicates);
  const refusal = { cause, duplicateCount: duplicates.length, duplicates: duplicates.slice(0, PO_PROBLEMS_LIMIT) };
  if (!update || reason === 'same_file' || reason === 'other_vendor') refuseUpload('conflict', reason, refusal);
  await orders.lockOrdersOfFile(tx, uploadId);
  const received = await orders.findReceivedWithOtherGtin(tx, uploadId);
  if (received !== undefined) {
    refuseUpload('conflict', 'received_line', {
      ...refusal,
      cause: `Row ${received.row}: units of ${received.sku} on ${poName(received.poNumber)} were received under another GTIN`,
    });
  }
}

/** Another command created one of the orders at the same time. */
function refuseRacingOrder(error: unknown): never {
  if (violatesUnique(error, 'purchase_orders_number_key'))
    refuseUpload('conflict', 'duplicate_po', { cause: 'Somebody else has just created one of these orders' });
  throw error;
}

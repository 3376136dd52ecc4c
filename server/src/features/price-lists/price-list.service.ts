import {
  type BulkUpdateResult,
  type DiffKind,
  type DiffRow,
  PRICE_LIST_MAX_ERRORS,
  PRICE_LIST_PART_ROWS,
  type PriceListRow,
  type PriceListUpload,
} from '@stowage/contract/price-lists/price-lists';
import { AppError } from '../../platform/app-error.ts';
import { csvLine } from '../../platform/csv.ts';
import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import type { Filing } from '../documents/index.ts';
import { findUpload, listDiff, listRefusedRows, type RefusedRow } from './price-list.read-model.ts';
import { addNewItems, changeItems, listUndoneBefore, lockPriceLists, removeAddedItems, restoreItems } from './price-list.repository.ts';
import { readPriceListRow } from './price-list-row.rules.ts';
import * as uploads from './upload.repository.ts';
import { withDocument } from './upload-document.service.ts';

export interface PriceListService {
  /** Takes a whole file at once. */
  bulkUpdate(rows: readonly PriceListRow[], actorId: number): Promise<BulkUpdateResult>;
  begin(file: { fileName: string; vendor?: string | undefined; rowCount: number }, actorId: number): Promise<number>;
  /** @throws AppError `conflict` when the file was applied already; `not_found` when somebody else began it, here and below */
  stage(uploadId: number, part: { firstRow: number; rows: readonly PriceListRow[] }, actorId: number): Promise<void>;
  compare(uploadId: number, actorId: number): Promise<PriceListUpload>;
  /** The rows of a file that is staged, of one kind. */
  diff(uploadId: number, page: { kind: DiffKind; after: number }, actorId: number): Promise<DiffRow[]>;
  /**
   * Applies a file once; its owner is told the result as often as they ask.
   * @throws AppError `conflict` when the list or the rows have changed since the file was compared
   */
  apply(uploadId: number, actorId: number): Promise<BulkUpdateResult>;
  undo(uploadId: number, actorId: number): Promise<{ restoredCount: number; removedCount: number; keptCount: number }>;
  /** @throws AppError `not_found` when the rows are too old, or not applied and lost, or somebody else's and not applied */
  exportRejected(uploadId: number, actorId: number): Promise<AsyncIterable<string>>;
}

interface Dependencies {
  readonly db: DatabasePool;
  /** What files the files; nothing while there is no cabinet. */
  readonly filing?: Filing;
}

export function createPriceListService({ db, filing }: Dependencies): PriceListService {
  const inTransaction = <R>(work: (tx: Database) => Promise<R>) => db.transaction().execute(work);
  return {
    bulkUpdate: (rows, actorId) => inTransaction((tx) => applyFile(tx, { fileName: 'Bulk update by a call', rows, filing }, actorId)),
    begin: ({ fileName, vendor, rowCount }, actorId) => uploads.insertUpload(db, { fileName, vendor: vendor || null, rowCount, createdBy: actorId }),
    stage: (uploadId, { firstRow, rows }, actorId) =>
      inTransaction(async (tx) => {
        const { vendor } = await lockOwn(tx, uploadId, actorId);
        await uploads.stageRows(
          tx,
          uploadId,
          firstRow,
          rows.map((row) => readPriceListRow(row, vendor)),
        );
      }),
    compare: (uploadId, actorId) =>
      inTransaction(async (tx) => {
        await checkRows(tx, await lockOwn(tx, uploadId, actorId));
        // Before the list is read: a file that is applied meanwhile makes the comparison old rather than wrong.
        await uploads.keepComparedVersion(tx, uploadId);
        await uploads.knowRows(tx);
        await uploads.refuseAcrossRows(tx, uploadId);
        await uploads.keepCounts(tx, uploadId, await uploads.countDiff(tx, uploadId));
        return found(await findUpload(tx, uploadId));
      }),
    diff: (uploadId, page, actorId) =>
      inTransaction(async (tx) => {
        await lockOwn(tx, uploadId, actorId);
        return listDiff(tx, uploadId, page);
      }),
    apply: (uploadId, actorId) =>
      inTransaction(async (tx) => {
        const upload = found(await uploads.lockUpload(tx, uploadId));
        // Asked again because the answer was lost: it is told again.
        if (upload.state === 'APPLIED' && upload.createdBy === actorId) return resultOf(tx, found(await findUpload(tx, uploadId)));
        checkOwn(upload, actorId);
        await checkRows(tx, upload);
        if (upload.comparedVersion === null) {
          throw new AppError('conflict', 'Rows have come since this file was compared: please compare it again', { reason: 'not_compared' });
        }
        const { comparedVersion } = upload;
        return withDocument(tx, { uploadId, actorId, filing }, () => applyStaged(tx, uploadId, comparedVersion));
      }),
    undo: (uploadId, actorId) =>
      inTransaction(async (tx) => {
        await lockApplied(tx, uploadId);
        await lockPriceLists(tx);
        const { restoredCount, removedCount } = await takeBack(tx, uploadId);
        const { newCount, changedCount } = found(await findUpload(tx, uploadId));
        const keptCount = newCount + changedCount - restoredCount - removedCount;
        await uploads.markUndone(tx, uploadId, { keptCount, actorId });
        return { restoredCount, removedCount, keptCount };
      }),
    async exportRejected(uploadId, actorId) {
      const { createdBy } = found(await uploads.findUploadState(db, uploadId));
      const upload = found(await findUpload(db, uploadId));
      if (upload.state === 'STAGED') found(createdBy === actorId || undefined);
      const first = await listRefusedRows(db, upload, 0);
      if (first.length === 0 && upload.rejectedCount > 0) throw new AppError('not_found', 'The rejected rows of this file are no longer kept');
      return rejectedLines(db, upload, first);
    },
  };
}

/** Takes a whole file into the list. @param file `filing` where it is a document too */
export async function applyFile(
  tx: Database,
  { fileName, rows, filing }: { fileName: string; rows: readonly PriceListRow[]; filing?: Filing | undefined },
  actorId: number,
): Promise<BulkUpdateResult> {
  const uploadId = await uploads.insertUpload(tx, { fileName, vendor: null, rowCount: rows.length, createdBy: actorId });
  let staging = Promise.resolve();
  for (let from = 0; from < rows.length; from += PRICE_LIST_PART_ROWS) {
    // The next part is read while the database takes this one.
    const part = rows.slice(from, from + PRICE_LIST_PART_ROWS).map((row) => readPriceListRow(row, null));
    await staging;
    staging = uploads.stageRows(tx, uploadId, from + 1, part);
  }
  await staging;
  return withDocument(tx, { uploadId, actorId, filing }, () => applyStaged(tx, uploadId, null));
}

/** The file's good rows become the list's; counts and errors are what was decided, under the lock. */
async function applyStaged(tx: Database, uploadId: number, comparedVersion: number | null): Promise<BulkUpdateResult> {
  const version = await lockPriceLists(tx);
  if (comparedVersion !== null && comparedVersion !== version) {
    throw new AppError('conflict', 'The price lists have changed since this file was compared: please compare it again', { reason: 'list_changed' });
  }
  await uploads.knowRows(tx);
  await uploads.refuseAcrossRows(tx, uploadId);
  const { rowCount, rejectedCount } = await uploads.countRows(tx, uploadId);
  const changedCount = await changeItems(tx, uploadId);
  const newCount = await addNewItems(tx, uploadId);
  await uploads.keepCounts(tx, uploadId, {
    rowCount,
    newCount,
    changedCount,
    unchangedCount: rowCount - rejectedCount - changedCount - newCount,
    rejectedCount,
  });
  await uploads.keepRefusedRows(tx, uploadId);
  await uploads.markApplied(tx, uploadId);
  return resultOf(tx, found(await findUpload(tx, uploadId)));
}

/** What became of a file that is applied. */
async function resultOf(tx: Database, upload: PriceListUpload): Promise<BulkUpdateResult> {
  return {
    totalProcessed: upload.rowCount,
    updatedCount: upload.changedCount,
    insertedCount: upload.newCount,
    unchangedCount: upload.unchangedCount,
    errorCount: upload.rejectedCount,
    errors: upload.rejectedCount === 0 ? [] : await uploads.listErrors(tx, upload.id, PRICE_LIST_MAX_ERRORS),
    uploadId: upload.id,
  };
}

/** An item that gets back what a file said that was undone itself goes on to what was there before that one. */
async function takeBack(tx: Database, uploadId: number): Promise<{ restoredCount: number; removedCount: number }> {
  let restoredCount = await restoreItems(tx, uploadId);
  let removedCount = await removeAddedItems(tx, uploadId);
  for (const earlier of await listUndoneBefore(tx, uploadId)) {
    const further = await takeBack(tx, earlier);
    restoredCount -= further.removedCount;
    removedCount += further.removedCount;
  }
  return { restoredCount, removedCount };
}

async function lockApplied(tx: Database, uploadId: number): Promise<void> {
  const { state } = found(await uploads.lockUpload(tx, uploadId));
  if (state === 'APPLIED') return;
  throw new AppError('conflict', state === 'UNDONE' ? 'This file has been undone already' : 'This file was never applied', { reason: 'not_applied' });
}

/** Rows may be missing after a crash; what is left of a file would be applied as if it were all of it. */
async function checkRows(tx: Database, upload: uploads.UploadState): Promise<void> {
  if (await uploads.hasAllRows(tx, upload)) return;
  throw new AppError('conflict', 'Rows of this file are missing: please choose the file again', { reason: 'rows_missing' });
}

/** A file that is not applied yet is nobody's but that person's who began it. */
async function lockOwn(tx: Database, uploadId: number, actorId: number): Promise<uploads.UploadState> {
  const upload = found(await uploads.lockUpload(tx, uploadId));
  checkOwn(upload, actorId);
  return upload;
}

function checkOwn(upload: uploads.UploadState, actorId: number): void {
  if (upload.state !== 'STAGED') throw new AppError('conflict', 'This file has been applied already', { reason: 'not_staged' });
  found(upload.createdBy === actorId || undefined);
}

function found<T>(upload: T | undefined): T {
  if (upload === undefined) throw new AppError('not_found', 'There is no such file');
  return upload;
}

async function* rejectedLines(db: Database, upload: PriceListUpload, first: readonly RefusedRow[]): AsyncIterable<string> {
  yield csvLine(['Row', 'upc', 'Reason']);
  for (let page = first; page.length > 0; page = await listRefusedRows(db, upload, page.at(-1)?.row ?? 0)) {
    yield page.map((row) => csvLine([row.row, row.upc, row.reason])).join('');
  }
}

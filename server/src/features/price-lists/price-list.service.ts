import type { ParsedInputOf } from '@stowage/contract/endpoint';
import type { PriceListRow } from '@stowage/contract/price-lists/price-list-row';
import {
  type BulkUpdateResult,
  type DiffKind,
  type DiffRow,
  PRICE_LIST_MAX_ERRORS,
  PRICE_LIST_PART_ROWS,
  type PriceListUpload,
  type stageRows,
} from '@stowage/contract/price-lists/price-lists';
import { AppError } from '../../platform/app-error.ts';
import type { Database, DatabasePool } from '../../platform/database/connection/connect.ts';
import { csvOf, csvTable } from '../../platform/formats/csv.ts';
import { type Filing, type NewFile, withNewFile } from '../documents/index.ts';
import { findUpload, listDiff, listRefusedRows, type RefusedRow } from './price-list.read-model.ts';
import { addNewItems, changeItems, listUndoneBefore, lockPriceLists, removeAddedItems, restoreItems } from './price-list.repository.ts';
import { areAmbiguousIn, readPriceListRows } from './price-list-row.rules.ts';
import * as uploads from './upload.repository.ts';
import { withDocument } from './upload-document.service.ts';

type StagedPart = ParsedInputOf<typeof stageRows>['body'];

const REJECTED = csvTable({ Row: 'row', upc: 'upc', Reason: 'reason' });

export type PriceListService = ReturnType<typeof createPriceListService>;

interface Dependencies {
  readonly db: DatabasePool;
  /** Stores the files as documents; null when document storage is off. */
  readonly filing?: Filing;
}

export function createPriceListService({ db, filing }: Dependencies) {
  const inTransaction = <R>(work: (tx: Database) => Promise<R>) => db.transaction().execute(work);
  const inTransactionWithFile = <R>(work: (tx: Database, file: NewFile | undefined) => Promise<R>) =>
    withNewFile(filing, (file) => inTransaction((tx) => work(tx, file)));
  return {
    /** Applies a whole file in one call. */
    bulkUpdate: (rows: readonly PriceListRow[], actorId: number): Promise<BulkUpdateResult> =>
      inTransactionWithFile((tx, file) => applyFile(tx, { fileName: 'Bulk update by a call', rows, file }, actorId)),
    begin: ({ fileName, vendor, rowCount }: { fileName: string; vendor?: string | undefined; rowCount: number }, actorId: number): Promise<number> =>
      uploads.insertUpload(db, { fileName, vendor: vendor || null, rowCount, createdBy: actorId }),
    /** @throws AppError `conflict` when the file is already applied; `not_found` when another person created it, here and below */
    stage: (uploadId: number, { firstRow, rows, rowNumbers, arePointsAmbiguous }: StagedPart, actorId: number): Promise<void> =>
      inTransaction(async (tx) => {
        const { vendor } = await lockOwn(tx, uploadId, actorId);
        await uploads.stageRows(tx, uploadId, rowNumbers ?? numbered(firstRow, rows), readPriceListRows(rows, vendor, arePointsAmbiguous));
      }),
    compare: (uploadId: number, actorId: number): Promise<PriceListUpload> =>
      inTransaction(async (tx) => {
        await checkRows(tx, await lockOwn(tx, uploadId, actorId));
        // Stored before the list is read, so that a concurrent change makes the comparison outdated instead of wrong.
        await uploads.saveComparedVersion(tx, uploadId);
        await uploads.analyzeRows(tx);
        await uploads.rejectAcrossRows(tx, uploadId);
        await uploads.saveCounts(tx, uploadId, await uploads.countDiff(tx, uploadId));
        return found(await findUpload(tx, uploadId));
      }),
    /** The rows of one kind of a staged file. */
    diff: (uploadId: number, page: { kind: DiffKind; after: number }, actorId: number): Promise<DiffRow[]> =>
      inTransaction(async (tx) => {
        await lockOwn(tx, uploadId, actorId);
        return listDiff(tx, uploadId, page);
      }),
    /**
     * Applies a file once; a repeated call by its owner returns the same result.
     * @throws AppError `conflict` when the list or the rows have changed since the file was compared
     */
    apply: (uploadId: number, actorId: number): Promise<BulkUpdateResult> =>
      inTransactionWithFile(async (tx, file) => {
        const upload = found(await uploads.lockUpload(tx, uploadId));
        // A repeated call, after its answer was lost, returns the same result.
        if (upload.state === 'APPLIED' && upload.createdBy === actorId) return resultOf(tx, found(await findUpload(tx, uploadId)));
        checkOwn(upload, actorId);
        await checkRows(tx, upload);
        if (upload.comparedVersion === null) {
          throw new AppError('conflict', 'Rows were added after the comparison. Compare the file again.', { reason: 'not_compared' });
        }
        const { comparedVersion } = upload;
        return withDocument(tx, { uploadId, actorId, file }, () => applyStaged(tx, uploadId, comparedVersion));
      }),
    undo: (uploadId: number, actorId: number): Promise<{ restoredCount: number; removedCount: number; keptCount: number }> =>
      inTransaction(async (tx) => {
        await lockApplied(tx, uploadId);
        await lockPriceLists(tx);
        const { restoredCount, removedCount } = await restoreAll(tx, uploadId);
        const { newCount, changedCount } = found(await findUpload(tx, uploadId));
        const keptCount = newCount + changedCount - restoredCount - removedCount;
        await uploads.markUndone(tx, uploadId, { keptCount, actorId });
        return { restoredCount, removedCount, keptCount };
      }),
    /** @throws AppError `not_found` when the rows were purged, or when the file is another person's and not applied */
    async exportRejected(uploadId: number, actorId: number): Promise<AsyncIterable<string>> {
      const { createdBy } = found(await uploads.findUploadState(db, uploadId));
      const upload = found(await findUpload(db, uploadId));
      if (upload.state === 'STAGED') found(createdBy === actorId || undefined);
      const first = await listRefusedRows(db, upload, 0);
      if (first.length === 0 && upload.rejectedCount > 0) throw new AppError('not_found', 'The rejected rows of this file were deleted');
      return csvOf(REJECTED, rejectedPages(db, upload, first));
    },
  };
}

function numbered(first: number, rows: readonly unknown[]): number[] {
  return rows.map((_, nth) => first + nth);
}

/** Stages and applies a whole file. With `file` it is stored as a document too. */
export async function applyFile(
  tx: Database,
  { fileName, rows, file }: { fileName: string; rows: readonly PriceListRow[]; file?: NewFile | undefined },
  actorId: number,
): Promise<BulkUpdateResult> {
  const uploadId = await uploads.insertUpload(tx, { fileName, vendor: null, rowCount: rows.length, createdBy: actorId });
  const arePointsAmbiguous = areAmbiguousIn(rows);
  let staging = Promise.resolve();
  for (let from = 0; from < rows.length; from += PRICE_LIST_PART_ROWS) {
    // Parses the next part while the database stores this one.
    const part = readPriceListRows(rows.slice(from, from + PRICE_LIST_PART_ROWS), null, arePointsAmbiguous);
    await staging;
    staging = uploads.stageRows(tx, uploadId, numbered(from + 1, part), part);
  }
  await staging;
  return withDocument(tx, { uploadId, actorId, file }, () => applyStaged(tx, uploadId, null));
}

/** Applies the valid rows under the lock of the list, and stores counts and errors. */
async function applyStaged(tx: Database, uploadId: number, comparedVersion: number | null): Promise<BulkUpdateResult> {
  const version = await lockPriceLists(tx);
  if (comparedVersion !== null && comparedVersion !== version) {
    throw new AppError('conflict', 'The price lists have changed since the comparison. Compare the file again.', { reason: 'list_changed' });
  }
  await uploads.analyzeRows(tx);
  await uploads.rejectAcrossRows(tx, uploadId);
  const { rowCount, rejectedCount } = await uploads.countRows(tx, uploadId);
  const changedCount = await changeItems(tx, uploadId);
  const newCount = await addNewItems(tx, uploadId);
  const unchangedCount = rowCount - rejectedCount - changedCount - newCount;
  await uploads.saveCounts(tx, uploadId, { rowCount, newCount, changedCount, unchangedCount, rejectedCount });
  await uploads.saveRejectedRows(tx, uploadId);
  await uploads.markApplied(tx, uploadId);
  return resultOf(tx, found(await findUpload(tx, uploadId)));
}

/** The result of an applied file. */
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

/** Restores the items of a file. Items whose restored values come from a file that was itself undone go back further. */
async function restoreAll(tx: Database, uploadId: number): Promise<{ restoredCount: number; removedCount: number }> {
  let restoredCount = await restoreItems(tx, uploadId);
  let removedCount = await removeAddedItems(tx, uploadId);
  for (const earlierId of await listUndoneBefore(tx, uploadId)) {
    const earlier = await restoreAll(tx, earlierId);
    restoredCount -= earlier.removedCount;
    removedCount += earlier.removedCount;
  }
  return { restoredCount, removedCount };
}

async function lockApplied(tx: Database, uploadId: number): Promise<void> {
  const { state } = found(await uploads.lockUpload(tx, uploadId));
  if (state === 'APPLIED') return;
  throw new AppError('conflict', state === 'UNDONE' ? 'This file has been undone already' : 'This file was never applied', { reason: 'not_applied' });
}

/** Refuses an incomplete file: a crash of the database empties the unlogged table of staged rows. */
async function checkRows(tx: Database, upload: uploads.UploadState): Promise<void> {
  if (await uploads.hasAllRows(tx, upload)) return;
  throw new AppError('conflict', 'Rows of this file are missing. Choose the file again.', { reason: 'rows_missing' });
}

/** Locks a file that is not applied; only the person who created it may use it. */
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

async function* rejectedPages(db: Database, upload: PriceListUpload, first: readonly RefusedRow[]) {
  for (let page = first; page.length > 0; page = await listRefusedRows(db, upload, page.at(-1)?.row ?? 0)) yield page;
}

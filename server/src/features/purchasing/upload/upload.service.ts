import { utcDay } from '@stowage/contract/formats/day';
import { poName } from '@stowage/contract/purchasing/po-name';
import { type PoFileRow, poFormatOf, readPoRow } from '@stowage/contract/purchasing/purchase-order-rows';
import { PO_PART_ROWS, type PoDiffRow, type PoUploadRefusal } from '@stowage/contract/purchasing/purchase-order-upload';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { type Filing, withNewFile } from '../../documents/index.ts';
import { notify } from '../../notifications/index.ts';
import { type HeaderRow, toPoRows } from './header-rows.rules.ts';
import { type SavedFile, saveOrders } from './save-orders.service.ts';
import * as staged from './staged-file.repository.ts';
import { listUploadDiff } from './upload.read-model.ts';
import { saveWithDocument } from './upload-document.service.ts';

interface FilePart {
  readonly firstRow: number;
  readonly rows: readonly PoFileRow[];
  /** As the whole file says. */
  readonly isMonthFirst?: boolean | undefined;
  readonly arePointsAmbiguous?: boolean | undefined;
}

export type PoUploadService = ReturnType<typeof createPoUploadService>;

/** A file belongs to the person who uploads it: for everybody else it is `not_found`. */
export function createPoUploadService({ db, clock, filing }: Pick<Context, 'db' | 'clock'> & { readonly filing?: Filing | undefined }) {
  const inTransaction = <R>(work: (tx: Database) => Promise<R>) => db.transaction().execute(work);
  /** Notifies the sender of a refusal too, because they may have left the page. */
  const saveOrNotify = (actorId: number, update: boolean, stage: (tx: Database) => Promise<number>): Promise<SavedFile> =>
    withNewFile(filing, (file) =>
      inTransaction(async (tx) => {
        const uploadId = await stage(tx);
        return saveWithDocument(tx, { uploadId, actorId, file }, () => saveOrders(tx, uploadId, update, actorId));
      }),
    ).catch(async (error: unknown) => {
      await notifyDuplicates({ db, clock }, error, actorId);
      throw error;
    });
  return {
    /** Saves a file that arrives in one call. @throws AppError with the cause; nothing is saved */
    upload: (rows: readonly HeaderRow[], fileName: string, actorId: number): Promise<SavedFile> =>
      saveOrNotify(actorId, false, async (tx) => {
        const poRows = toPoRows(rows);
        const uploadId = await staged.insertUpload(tx, { fileName, rowCount: poRows.length, createdBy: actorId });
        await stageInParts(tx, uploadId, poRows);
        return uploadId;
      }),

    begin: (file: { fileName: string; rowCount: number }, actorId: number): Promise<number> => staged.insertUpload(db, { ...file, createdBy: actorId }),

    /** @throws AppError `conflict` with the reason `not_staged` when the file was saved already */
    stage: (uploadId: number, { firstRow, rows, ...part }: FilePart, actorId: number): Promise<void> => {
      const ofPart = poFormatOf(rows);
      const format = { isMonthFirst: part.isMonthFirst ?? ofPart.isMonthFirst, arePointsAmbiguous: part.arePointsAmbiguous ?? ofPart.arePointsAmbiguous };
      const parsed = rows.map((row) => readPoRow(row, format));
      return inTransaction(async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        await staged.stageRows(tx, uploadId, firstRow, parsed);
      });
    },

    diff: (uploadId: number, after: number, actorId: number): Promise<PoDiffRow[]> =>
      inTransaction(async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        return listUploadDiff(tx, uploadId, after);
      }),

    /** @param update whether existing orders are updated; else they refuse the file */
    apply: (uploadId: number, update: boolean, actorId: number): Promise<SavedFile> =>
      saveOrNotify(actorId, update, async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        return uploadId;
      }),
  };
}

async function notifyDuplicates({ db, clock }: Pick<Context, 'db' | 'clock'>, error: unknown, actorId: number): Promise<void> {
  const refusal = error instanceof AppError ? (error.extra.details as PoUploadRefusal | undefined) : undefined;
  const [first] = refusal?.duplicates ?? [];
  if (refusal === undefined || first === undefined) return;
  const more = refusal.duplicateCount > 1 ? ` and ${refusal.duplicateCount - 1} more` : '';
  await db.transaction().execute((tx) =>
    notify(tx, {
      kind: 'duplicate-order',
      to: [actorId],
      title: `A file repeats ${poName(first.po_number)}${more}`,
      body: refusal.cause,
      record: { kind: 'purchase-order', id: first.po_number },
      path: `/receiveinventory?po=${encodeURIComponent(first.po_number)}`,
      key: `duplicate-order ${first.po_number} ${utcDay(clock.now())}`,
    }),
  );
}

async function lockStaged(tx: Database, uploadId: number, actorId: number): Promise<void> {
  const { state } = await staged.lockUpload(tx, uploadId, actorId);
  if (state !== 'STAGED') throw new AppError('conflict', 'This file has been saved already', { reason: 'not_staged' });
}

async function stageInParts(tx: Database, uploadId: number, rows: readonly PoFileRow[]): Promise<void> {
  const format = poFormatOf(rows);
  let staging = Promise.resolve();
  for (let from = 0; from < rows.length; from += PO_PART_ROWS) {
    // Parses the next part while the database stores this one.
    const part = rows.slice(from, from + PO_PART_ROWS).map((row) => readPoRow(row, format));
    await staging;
    staging = staged.stageRows(tx, uploadId, from + 1, part);
  }
  await staging;
}

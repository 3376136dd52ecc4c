import {
  findPoColumns,
  PO_COLUMNS,
  PO_PART_ROWS,
  PO_PROBLEMS_TOLD,
  PO_UPLOAD_MESSAGES,
  type PoDiffRow,
  type PoDuplicate,
  type PoFileRow,
  type PoUploadRefusal,
  readPoRow,
} from '@stowage/contract/purchasing/purchase-order-files';
import { AppError } from '../../../platform/app-error.ts';
import { type Database, type DatabasePool, violatesUnique } from '../../../platform/database/connect.ts';
import type { Filing } from '../../documents/index.ts';
import { notify } from '../../notifications/index.ts';
import { settleLines } from '../receiving/line-settlement.service.ts';
import { listUploadDiff } from './upload.read-model.ts';
import * as uploads from './upload.repository.ts';
import { causeOfDuplicates } from './upload.rules.ts';
import { savingWithFile } from './upload-document.service.ts';

type NamedRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Saved {
  readonly orders: number;
  readonly lines: number;
  readonly changedLines: number;
}

export interface PoUploadService {
  /** Saves a whole file whose rows are under the names of its headers. @throws AppError with the real cause, and nothing is saved */
  upload(rows: readonly NamedRow[], fileName: string, actorId: number): Promise<Saved>;
  begin(file: { fileName: string; rowCount: number }, actorId: number): Promise<number>;
  /** @throws AppError `conflict` when the file was saved already; `not_found` when somebody else began it, here and below */
  stage(uploadId: number, part: { firstRow: number; rows: readonly PoFileRow[] }, actorId: number): Promise<void>;
  diff(uploadId: number, after: number, actorId: number): Promise<PoDiffRow[]>;
  /** @param update whether orders that there are already are brought up to date; else they refuse the file */
  apply(uploadId: number, update: boolean, actorId: number): Promise<Saved>;
}

export function createPoUploadService({ db, filing }: { db: DatabasePool; filing?: Filing | undefined }): PoUploadService {
  const inTransaction = <R>(work: (tx: Database) => Promise<R>) => db.transaction().execute(work);
  /** A refusal is told to whoever sent the file, too: it may have been left to itself. */
  const saveOrTell = (actorId: number, work: (tx: Database) => Promise<Saved>) =>
    inTransaction(work).catch(async (error: unknown) => {
      await tellDuplicates(db, error, actorId);
      throw error;
    });
  return {
    upload: (rows, fileName, actorId) =>
      saveOrTell(actorId, async (tx) => {
        const named = byColumn(rows);
        const uploadId = await uploads.insertUpload(tx, { fileName, rowCount: named.length, createdBy: actorId });
        await stageInParts(tx, uploadId, named);
        return savingWithFile(tx, { uploadId, actorId, filing }, () => save(tx, uploadId, false, actorId));
      }),
    begin: (file, actorId) => uploads.insertUpload(db, { ...file, createdBy: actorId }),
    stage: (uploadId, { firstRow, rows }, actorId) => {
      const lines = rows.map(readPoRow);
      return inTransaction(async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        await uploads.stageRows(tx, uploadId, firstRow, lines);
      });
    },
    diff: (uploadId, after, actorId) =>
      inTransaction(async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        return listUploadDiff(tx, uploadId, after);
      }),
    apply: (uploadId, update, actorId) =>
      saveOrTell(actorId, async (tx) => {
        await lockStaged(tx, uploadId, actorId);
        return savingWithFile(tx, { uploadId, actorId, filing }, () => save(tx, uploadId, update, actorId));
      }),
  };
}

async function tellDuplicates(db: DatabasePool, error: unknown, actorId: number): Promise<void> {
  const refusal = error instanceof AppError ? (error.extra.details as PoUploadRefusal | undefined) : undefined;
  const [first] = refusal?.duplicates ?? [];
  if (refusal === undefined || first === undefined) return;
  const more = refusal.duplicateCount > 1 ? ` and ${refusal.duplicateCount - 1} more` : '';
  const record = { kind: 'purchase-order', id: first.po_number };
  const key = `duplicate-order ${first.po_number} ${new Date().toISOString().slice(0, 10)}`;
  const told = { kind: 'duplicate-order', to: [actorId], title: `A file repeats PO ${first.po_number}${more}`, record, key } as const;
  await db.transaction().execute((tx) => notify(tx, { ...told, body: refusal.cause, path: `/poinvoicecredits?q=${encodeURIComponent(first.po_number)}` }));
}

async function lockStaged(tx: Database, uploadId: number, actorId: number): Promise<void> {
  const upload = await uploads.lockUpload(tx, uploadId, actorId);
  if (upload === undefined) throw new AppError('not_found', 'There is no such file');
  if (upload.state !== 'STAGED') throw new AppError('conflict', 'This file has been saved already', { reason: 'not_staged' });
}

/**
 * Rows of several files have each the headers of theirs.
 * @throws AppError when a column that every order needs is not among the headers of any
 */
function byColumn(rows: readonly NamedRow[]): PoFileRow[] {
  if (rows.length === 0) refuse('invalid_input', 'no_rows', { cause: 'The file has no rows' });
  const known = new Map<string, (row: NamedRow) => PoFileRow>();
  const headers = new Set<string>();
  const read = rows.map((row) => {
    const own = Object.keys(row);
    const key = own.join('\n');
    const reader = known.get(key) ?? readerOf(own);
    if (!known.has(key)) {
      known.set(key, reader);
      for (const header of own) headers.add(header);
    }
    return reader(row);
  });
  const columns = findPoColumns([...headers]);
  const missing = PO_COLUMNS.filter(({ field, isRequired }) => isRequired && columns[field] === undefined).map(({ label }) => label);
  if (missing.length > 0) refuse('invalid_input', 'missing_columns', { cause: `Missing columns: ${missing.join(', ')}` });
  return read;
}

function readerOf(headers: readonly string[]): (row: NamedRow) => PoFileRow {
  const columns = Object.entries(findPoColumns(headers)).filter(([, header]) => header !== undefined) as [keyof PoFileRow, string][];
  return (row) => Object.fromEntries(columns.map(([field, header]) => [field, cellOf(row[header])]));
}

function cellOf(value: NamedRow[string]): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}

async function stageInParts(tx: Database, uploadId: number, rows: readonly PoFileRow[]): Promise<void> {
  let staging = Promise.resolve();
  for (let from = 0; from < rows.length; from += PO_PART_ROWS) {
    // The next part is read while the database takes this one.
    const part = rows.slice(from, from + PO_PART_ROWS).map(readPoRow);
    await staging;
    staging = uploads.stageRows(tx, uploadId, from + 1, part);
  }
  await staging;
}

/** All of a file or nothing. */
async function save(tx: Database, uploadId: number, update: boolean, actorId: number): Promise<Saved> {
  await uploads.lockOrders(tx);
  await uploads.knowRows(tx);
  // A file of which a part never came, or whose rows a crash of the server took, would else look saved.
  if (!(await uploads.hasAllRows(tx, uploadId))) {
    refuse('conflict', 'not_staged', { cause: 'Not every row of this file has arrived: please choose the file again' });
  }
  const { rejectedCount } = await uploads.countRows(tx, uploadId);
  if (rejectedCount > 0 || (await uploads.hasMixedVendors(tx, uploadId))) await refuseRows(tx, uploadId);
  const duplicates = await uploads.listDuplicates(tx, uploadId);
  const isUpdate = duplicates.length > 0;
  if (isUpdate) await refuseDuplicates(tx, uploadId, duplicates, update);
  // What is to be changed must be said once.
  if (isUpdate && (await uploads.hasTwice(tx, uploadId))) await refuseRows(tx, uploadId);
  const changed = isUpdate ? await uploads.changeLines(tx, uploadId) : { count: 0, decided: [] };
  if (isUpdate) await uploads.setVendors(tx, uploadId);
  if (changed.decided.length > 0) await settleLines(tx, changed.decided);
  const orders = await uploads.addOrders(tx, uploadId, actorId).catch(refuseRacingOrder);
  // Looking for a SKU that is twice in an order costs as much as a third of the saving; the index finds it by the way.
  const lines = (await uploads.tryAddLines(tx, uploadId, isUpdate)) ?? (await refuseRows(tx, uploadId));
  await uploads.markApplied(tx, uploadId);
  return { orders, lines, changedLines: changed.count };
}

/** Refuses a file for what is wrong with its rows, each by itself and all together. */
async function refuseRows(tx: Database, uploadId: number): Promise<never> {
  await uploads.refuseAcrossRows(tx, uploadId);
  const { rowCount, rejectedCount } = await uploads.countRows(tx, uploadId);
  const rejected = await uploads.listProblems(tx, uploadId, PO_PROBLEMS_TOLD);
  const cause = `${rejectedCount.toLocaleString('en-US')} of ${rowCount.toLocaleString('en-US')} rows have errors`;
  return refuse('rule_violated', 'invalid_rows', { cause, rejectedCount, rejected });
}

async function refuseDuplicates(tx: Database, uploadId: number, duplicates: readonly PoDuplicate[], update: boolean): Promise<void> {
  const { reason, cause } = causeOfDuplicates(duplicates);
  const told = { cause, duplicateCount: duplicates.length, duplicates: duplicates.slice(0, PO_PROBLEMS_TOLD) };
  if (!update || reason === 'same_file' || reason === 'other_vendor') refuse('conflict', reason, told);
  await uploads.lockOrdersOfFile(tx, uploadId);
  const received = await uploads.findReceivedUnderOther(tx, uploadId);
  if (received !== undefined) {
    refuse('conflict', 'received_line', {
      ...told,
      cause: `Row ${received.row}: units of ${received.sku} on PO ${received.poNumber} were received under another GTIN`,
    });
  }
}

/** An order that was made by other means while this file was saved. */
function refuseRacingOrder(error: unknown): never {
  if (violatesUnique(error, 'purchase_orders_number_key'))
    refuse('conflict', 'duplicate_po', { cause: 'One of these orders has just been saved by somebody else' });
  throw error;
}

function refuse(code: 'invalid_input' | 'conflict' | 'rule_violated', reason: string, told: Partial<PoUploadRefusal> & { cause: string }): never {
  const details: PoUploadRefusal = { rejectedCount: 0, rejected: [], duplicateCount: 0, duplicates: [], ...told };
  throw new AppError(code, PO_UPLOAD_MESSAGES.refused, { reason, details });
}

import { messageOf } from '@stowage/contract/errors';
import {
  applyPoUpload,
  createPoUpload,
  PO_FILE_NAMES_LENGTH,
  PO_PART_ROWS,
  PO_UPLOAD_MESSAGES,
  type PoUploadRefusal,
  poUploadRefusal,
  stagePoRows,
} from '@stowage/contract/purchasing/purchase-order-upload';
import { startOf } from '@stowage/contract/storable-text';
import { useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { NoAnswerError, RefusedError } from '../../../api/problem.ts';
import { untilAnswered } from '../../../shared/scan/until-answered.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { formatOfFiles, type PoFile, poRowParts } from './po-file.ts';

export type PoUpload =
  | { readonly step: 'none' }
  /** The number of uploaded rows. */
  | { readonly step: 'sending'; readonly sent: number }
  | { readonly step: 'saving' }
  | { readonly step: 'done'; readonly orders: number; readonly lines: number; readonly changedLines: number }
  /** `id` is set if the file can still be applied as an update of existing orders. */
  | { readonly step: 'refused'; readonly refusal: PoUploadRefusal | undefined; readonly message: string; readonly id: number | undefined }
  | { readonly step: 'unanswered' };

interface UploadState {
  readonly upload: PoUpload;
  readonly files: readonly PoFile[];
}

/** Outside of the page, so that an upload continues while another page is open. */
let current: UploadState = { upload: { step: 'none' }, files: [] };
const watchers = new Set<() => void>();

/** Uploads files in parts and saves them in one transaction. @param onShow opens the upload page */
export function usePoUpload(onShow: () => void) {
  const { upload, files } = useSyncExternalStore(watch, () => current);
  return {
    upload,
    files,
    submit: (chosen: readonly PoFile[]) => void run(chosen, onShow, () => send(chosen)),
    /** Updates the existing orders. */
    update: (id: number) => void run(files, onShow, () => apply(id, true)),
    reset: resetUpload,
  };
}

export function resetUpload(): void {
  current = { upload: { step: 'none' }, files: [] };
  notifyWatchers();
}

async function run(files: readonly PoFile[], onShow: () => void, work: () => Promise<PoUpload>): Promise<void> {
  if (isUnderWay()) return;
  current = { files, upload: { step: 'sending', sent: 0 } };
  notifyWatchers();
  window.addEventListener('beforeunload', askToStay);
  const upload = await work().catch((error: unknown) => failureOf(error, undefined));
  window.removeEventListener('beforeunload', askToStay);
  setUpload(upload);
  if (watchers.size > 0) return;
  const isDone = upload.step === 'done';
  toast(isDone ? 'good' : 'bad', isDone ? PO_UPLOAD_MESSAGES.success : 'The purchase orders were not uploaded', { label: 'Show the result', onClick: onShow });
}

async function send(files: readonly PoFile[]): Promise<PoUpload> {
  const rowCount = files.reduce((sum, { rows }) => sum + rows.length, 0);
  const fileName = startOf(files.map(({ name }) => name).join(', '), PO_FILE_NAMES_LENGTH);
  const { id } = await call(createPoUpload, { body: { fileName, rowCount } });
  const format = formatOfFiles(files);
  let sent = 0;
  for (const rows of poRowParts(files, PO_PART_ROWS)) {
    const firstRow = sent + 1;
    await untilAnswered(() => call(stagePoRows, { params: { id }, body: { firstRow, rows, ...format } }));
    sent += rows.length;
    setUpload({ step: 'sending', sent });
  }
  return apply(id, false);
}

async function apply(id: number, update: boolean): Promise<PoUpload> {
  setUpload({ step: 'saving' });
  return call(applyPoUpload, { params: { id }, body: { update } }).then(
    (saved): PoUpload => ({ step: 'done', ...saved }),
    (error: unknown) => failureOf(error, id),
  );
}

function isUnderWay(): boolean {
  return current.upload.step === 'sending' || current.upload.step === 'saving';
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

function setUpload(upload: PoUpload): void {
  current = { ...current, upload };
  notifyWatchers();
}

function watch(callback: () => void): () => void {
  watchers.add(callback);
  return () => watchers.delete(callback);
}

function notifyWatchers(): void {
  for (const callback of watchers) callback();
}

function failureOf(error: unknown, id: number | undefined): PoUpload {
  if (error instanceof NoAnswerError) return { step: 'unanswered' };
  const details = error instanceof RefusedError ? poUploadRefusal.safeParse(error.details) : undefined;
  const isUpdatable = error instanceof RefusedError && error.reason === 'changed_po';
  return {
    step: 'refused',
    refusal: details?.data,
    message: messageOf(error),
    id: isUpdatable ? id : undefined,
  };
}

import { numberText } from '@stowage/contract/formats/text/number-text';
import { BlobReader, type FileEntry, ZipReader } from '@zip.js/zip.js/lib/zip-core-native.js';
import { pause } from '../../../api/pause.ts';
import { DAMAGED, WorkbookError } from './workbook-error.ts';

const MEGABYTE = 1024 * 1024;
/** Far more than a million rows of six columns. */
const MAX_PART_BYTES = 400 * MEGABYTE;
const MAX_PARTS = 2_000;
/** The text that is handed on at a time, so that the page stays responsive. */
const TURN_BYTES = 256 * 1024;

/** The files within a workbook, which is a ZIP archive of XML files. */
export interface PackageParts {
  readonly has: (path: string) => boolean;
  /** Inflates a part while it is read, so that its size doesn't matter for the memory. Stops inflating when the consumer stops. */
  readonly read: (path: string) => AsyncIterable<string>;
}

/** @throws WorkbookError for a file that is not a readable archive */
export async function openPackage(file: Blob, signal: AbortSignal | undefined): Promise<PackageParts> {
  const entries = new Map<string, FileEntry>();
  try {
    for await (const entry of new ZipReader(new BlobReader(file)).getEntriesGenerator()) {
      if (entries.size === MAX_PARTS) throw new WorkbookError(`The workbook has more than ${numberText(MAX_PARTS)} parts. Save the sheet as .csv.`);
      if (!entry.directory) entries.set(entry.filename.replace(/^\//, '').toLowerCase(), entry);
    }
  } catch (error) {
    throw asWorkbookError(error);
  }
  return {
    has: (path) => entries.has(path.toLowerCase()),
    read: (path) => inflate(entries.get(path.toLowerCase()), signal),
  };
}

async function* inflate(entry: FileEntry | undefined, signal: AbortSignal | undefined): AsyncIterable<string> {
  if (entry === undefined) throw new WorkbookError(DAMAGED);
  if (entry.encrypted) throw new WorkbookError('The workbook is protected with a password. Save it without one, and choose that file.');
  if (entry.uncompressedSize > MAX_PART_BYTES) throw new WorkbookError(tooLarge());
  const stop = new AbortController();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const inflated = entry.getData(writable, { useWebWorkers: false, signal: stop.signal }).catch((error: unknown) => error);
  const reader = readable.getReader();
  const decoder = new TextDecoder('utf-8');
  let bytes = 0;
  let sinceTurn = 0;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      signal?.throwIfAborted();
      if (done) break;
      bytes += value.length;
      sinceTurn += value.length;
      // The size in the archive's directory may be wrong.
      if (bytes > MAX_PART_BYTES) throw new WorkbookError(tooLarge());
      yield decoder.decode(value, { stream: true });
      if (sinceTurn < TURN_BYTES) continue;
      sinceTurn = 0;
      await pause();
    }
    const failure = await inflated;
    if (failure instanceof Error) throw failure;
    yield decoder.decode();
  } catch (error) {
    throw signal?.aborted ? error : asWorkbookError(error);
  } finally {
    stop.abort();
    await reader.cancel().catch(() => {});
    await inflated;
  }
}

function tooLarge(): string {
  return `The workbook unpacks to more than ${numberText(MAX_PART_BYTES / MEGABYTE)} MB. Save the sheet as .csv, or split it.`;
}

function asWorkbookError(error: unknown): WorkbookError {
  if (error instanceof WorkbookError) return error;
  const isUnreadable = error instanceof Error && error.name === 'NotReadableError';
  return new WorkbookError(isUnreadable ? 'Error reading file' : DAMAGED);
}

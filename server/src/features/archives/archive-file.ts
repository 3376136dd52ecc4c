import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { isDiskFull } from '../../platform/full-disk.ts';

/** What was counted of a file. */
export interface FileContent {
  readonly rows: number;
  /** The hash of the file as it is stored. */
  readonly sha256: string;
  /** The hash of its rows, not compressed. */
  readonly contentSha256: string;
}

/**
 * Writes the rows of COPY, compressed. The file has its name only when it is complete and on the disk.
 * @param openRows called once there is a folder for the file
 */
export async function writeRows(file: string, openRows: () => Promise<Readable>): Promise<FileContent> {
  const [content, stored] = [counter(), counter()];
  await writeWhole(file, async (part) => {
    await makeFolder(path.dirname(file), 0o700);
    await pipeline(await openRows(), content.stream, createGzip(), stored.stream, createWriteStream(part, { mode: 0o600 }));
  });
  return { rows: content.lines(), sha256: stored.digest(), contentSha256: content.digest() };
}

export const writeText = (file: string, text: string) => writeWhole(file, (part) => writeFile(part, text, { mode: 0o600 }));

/** @throws Error that names the file; nothing of it stays, so that a full disk has its space again */
async function writeWhole(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${file}.part`;
  try {
    await write(part);
    await settle(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw new Error(`${isDiskFull(error) ? 'The disk is full. ' : ''}${file} was not written, and its rows stay in the database`, { cause: error });
  }
}

/** Reads a file again, to its end, and optionally into PostgreSQL. @throws Error when it can't be read or decompressed */
export async function readRows(file: string, target?: Writable): Promise<FileContent> {
  const [content, stored] = [counter(), counter()];
  const steps = [createReadStream(file), stored.stream, createGunzip(), content.stream] as const;
  await pipeline(...steps, target ?? new Writable({ write: (_chunk, _encoding, done) => done() }));
  return { rows: content.lines(), sha256: stored.digest(), contentSha256: content.digest() };
}

/** Renames a file once its content is on the disk, and the name too. */
async function settle(part: string, file: string): Promise<void> {
  await sync(part);
  await rename(part, file);
  await sync(path.dirname(file));
}

async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r');
  await handle.sync().finally(() => handle.close());
}

const NEWLINE = 10;

/** Passes bytes on, and counts their lines. COPY writes a row per line, and escapes the lines of a value. */
function counter() {
  const hash = createHash('sha256');
  let lines = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines += 1;
      done(null, chunk);
    },
  });
  return { stream, lines: () => lines, digest: () => hash.digest('hex') };
}

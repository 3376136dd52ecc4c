import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../platform/app-error.ts';
import type { BytePart, StoredContent } from '../../platform/http/served-file.ts';

/** Files of the product under names that the product makes: `3/product-1f0c.jpg`. What can't be written is refused as `no_space`. */
export interface FileStore {
  /** Writes a file, whole or not at all. */
  put(name: string, content: Uint8Array): Promise<void>;
  /** Writes a part of a file at its place; what stood there is replaced. */
  writeAt(name: string, offset: number, content: Uint8Array): Promise<void>;
  /** @throws an error with the code ENOENT when there is none, here and below */
  read(name: string): Promise<Buffer>;
  /** A file to be sent, as long as it is and in parts. */
  open(name: string): Promise<StoredContent>;
  /** Removes a file, if it is there, and what was begun of it. */
  remove(name: string): Promise<void>;
  /** Begins a file whose name follows from what it holds: part after part, then kept under a name or thrown away. */
  begin(): Promise<FileDraft>;
  /** The names of all files, a folder at a time, drafts among them. */
  folders(): AsyncIterable<readonly string[]>;
  /** When a file was written to the last time; undefined where there is none. */
  writtenAt(name: string): Promise<Date | undefined>;
}

export interface FileDraft {
  append(content: Uint8Array): Promise<void>;
  /** On the disk, whole, when it returns. */
  keepAs(name: string): Promise<void>;
  discard(): Promise<void>;
}

const READ_AT_ONCE_BYTES = 256 * 1024;
/** What a file that was begun is called until it is kept. */
const DRAFT = '.draft';
const FULL = ['ENOSPC', 'EDQUOT'];
const UNWRITABLE = ['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOTDIR'];

/** @param folder made when the first file comes. @param openFile how it is opened: a disk's failures are tested with it */
export function createFileStore(folder: string, openFile: typeof disk.open = disk.open): FileStore {
  const root = path.resolve(folder);
  const place = (name: string) => {
    const file = path.resolve(root, name);
    // Names come from the product alone; one that leads elsewhere is a bug of ours.
    if (!file.startsWith(`${root}${path.sep}`)) throw new Error(`The file name ${name} leads out of its folder`);
    return file;
  };
  const withFolder = async (name: string) => {
    const file = place(name);
    await disk.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    return file;
  };
  const stream = async (name: string, part?: BytePart): Promise<AsyncIterable<Uint8Array>> => {
    const handle = await disk.open(place(name), 'r');
    return createReadStream('', { fd: handle, highWaterMark: READ_AT_ONCE_BYTES, ...(part && { start: part.first, end: part.last }) });
  };
  return {
    put: (name, content) =>
      written(async () => {
        const file = await withFolder(name);
        // Each writer has its own: two of one name never write into each other's.
        const draft = `${file}.${randomUUID()}${DRAFT}`;
        try {
          await writeAll(await openFile(draft, 'w', 0o600), content, 0);
          await disk.rename(draft, file);
        } catch (error) {
          await disk.rm(draft, { force: true }).catch(() => {});
          throw error;
        }
      }),
    writeAt: (name, offset, content) =>
      written(async () => {
        const file = await withFolder(name);
        // Opened for reading and writing where it exists, made where it does not: appending would ignore the offset.
        await writeAll(await openFile(file, offset === 0 ? 'w' : 'r+', 0o600), content, offset);
      }),
    read: (name) => disk.readFile(place(name)),
    async open(name) {
      const { size, mtimeMs } = await disk.stat(place(name));
      return { bytes: size, mark: `${size.toString(36)}-${Math.round(mtimeMs).toString(36)}`, read: (part) => stream(name, part) };
    },
    begin: () => written(async () => draftOf(await withFolder(`incoming/${randomUUID()}${DRAFT}`), { openFile, withFolder })),
    async remove(name) {
      const file = place(name);
      await Promise.all([file, ...(await draftsOf(file))].map((one) => disk.rm(one, { force: true })));
    },
    folders: () => foldersOf(root, ''),
    writtenAt: (name) => disk.stat(place(name)).then(({ mtime }) => mtime, ignoreMissing),
  };
}

async function draftOf(
  file: string,
  { openFile, withFolder }: { openFile: typeof disk.open; withFolder: (name: string) => Promise<string> },
): Promise<FileDraft> {
  const handle = await openFile(file, 'w', 0o600);
  return {
    append: (content) => written(async () => void (await handle.writeFile(content))),
    keepAs: (name) =>
      written(async () => {
        await handle.datasync();
        await handle.close();
        await disk.rename(file, await withFolder(name));
      }),
    async discard() {
      await handle.close().catch(() => {});
      await disk.rm(file, { force: true });
    },
  };
}

/** What was begun of a file and never finished. */
async function draftsOf(file: string): Promise<string[]> {
  const names = (await disk.readdir(path.dirname(file)).catch(ignoreMissing)) ?? [];
  const start = `${path.basename(file)}.`;
  return names.filter((name) => name.startsWith(start) && name.endsWith(DRAFT)).map((name) => path.join(path.dirname(file), name));
}

async function* foldersOf(root: string, folder: string): AsyncIterable<readonly string[]> {
  const entries = await disk.readdir(path.join(root, folder), { withFileTypes: true }).catch(ignoreMissing);
  const named = (name: string) => (folder === '' ? name : `${folder}/${name}`);
  const files = (entries ?? []).filter((entry) => entry.isFile()).map(({ name }) => named(name));
  if (files.length > 0) yield files;
  for (const entry of entries ?? []) if (entry.isDirectory()) yield* foldersOf(root, named(entry.name));
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** What a disk refuses, as whoever sent the file reads it. */
async function written<R>(write: () => Promise<R>): Promise<R> {
  try {
    return await write();
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (FULL.includes(code)) throw new AppError('no_space', 'There is no space left for files on the server', { cause: error });
    if (UNWRITABLE.includes(code))
      throw new AppError('no_space', 'The server can’t write its files: an administrator has to look at its disk', { cause: error });
    throw error;
  }
}

/** On the disk when it returns: a row that says so must not outlive its file. What was written of a part that failed is cut off. */
async function writeAll(handle: disk.FileHandle, content: Uint8Array, position: number): Promise<void> {
  try {
    for (let written = 0; written < content.length; ) {
      const { bytesWritten } = await handle.write(content, written, content.length - written, position + written);
      written += bytesWritten;
    }
    await handle.datasync();
  } catch (error) {
    await handle.truncate(position).catch(() => {});
    throw error;
  } finally {
    await handle.close();
  }
}

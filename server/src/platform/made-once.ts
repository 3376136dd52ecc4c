import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { isDiskFull } from './full-disk.ts';

/** The text of a file that only this account can read. It is made when it is missing: whole or not at all, and of several processes the first wins. */
export function madeOnce(file: string, make: () => string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

/**
 * Writes a new file that only this account can read: whole and on the disk, or not at all.
 * @throws an error with the code EEXIST when there is such a file, and one that says so when the disk is full
 */
export async function writeNewFile(file: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, openFile = disk.open): Promise<void> {
  const draft = `${file}.${process.pid}`;
  try {
    const handle = await openFile(draft, 'w', 0o600);
    try {
      for await (const part of content) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    // A name of its own first, because a rename replaces another file, and not every disk can link.
    await (await disk.open(file, 'wx', 0o600)).close();
    await disk.rename(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    throw isDiskFull(error) ? new Error(`The disk is full. ${file} was not written`, { cause: error }) : error;
  } finally {
    await disk.rm(draft, { force: true });
  }
}

/** A rename survives a loss of power only once its folder is on the disk. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await disk.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

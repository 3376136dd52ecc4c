import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { isAlive } from './database/embedded/process-alive.ts';
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
 * Writes a new file that only this account can read: whole and on the disk, or not at all, also when the process is killed. What killed
 * processes have left of it is removed.
 * @throws an error with the code EEXIST when there is such a file, and one that says so when the disk is full
 */
export async function writeNewFile(file: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, openFile = disk.open): Promise<void> {
  const draft = `${file}${DRAFT}${process.pid}`;
  try {
    await removeLeftDrafts(file);
    const handle = await openFile(draft, 'w', 0o600);
    try {
      for await (const part of content) await handle.writeFile(part);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await place(draft, file);
    await syncFolder(path.dirname(file));
  } catch (error) {
    throw isDiskFull(error) ? new Error(`The disk is full. ${file} was not written`, { cause: error }) : error;
  } finally {
    await disk.rm(draft, { force: true });
  }
}

/** Between the name of a file and the process that writes it. */
const DRAFT = '.stowage-draft-';
const CANNOT_LINK: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'];

/** Gives a draft its name in one step, unless another file has the name. A link, because a rename replaces another file. */
async function place(draft: string, file: string): Promise<void> {
  try {
    await disk.link(draft, file);
  } catch (error) {
    if (!CANNOT_LINK.includes((error as NodeJS.ErrnoException).code)) throw error;
    // Some disks, such as those for cameras, have no links.
    if (existsSync(file)) throw Object.assign(new Error(`EEXIST: ${file} exists`), { code: 'EEXIST' });
    await disk.rename(draft, file);
  }
}

async function removeLeftDrafts(file: string): Promise<void> {
  const [folder, start] = [path.dirname(file), `${path.basename(file)}${DRAFT}`];
  for (const name of await disk.readdir(folder)) {
    const writer = name.startsWith(start) ? Number(name.slice(start.length)) : Number.NaN;
    if (Number.isInteger(writer) && !isAlive(writer)) await disk.rm(path.join(folder, name), { force: true });
  }
}

/** A rename survives a loss of power only once its folder is on the disk. Windows has no such call. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await disk.open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

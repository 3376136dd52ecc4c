import { existsSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../../../platform/database/embedded/process-alive.ts';
import { makeFolder } from '../../../platform/files/make-folder.ts';
import { BackupError } from '../backup-error.ts';

const CLOCK_SLACK_MS = 2_000;
const WORK = /^\.restoring-(\d+)$/;
/** The database comes last: a folder with it holds a complete installation. */
const DATABASE = 'postgres';

export interface RestoreFolder {
  /** Where the data is restored: inside, because the folder may be a mounted volume. */
  readonly work: string;
  /** Puts what was restored in place. */
  finish(): Promise<void>;
  /** Removes everything that was written. */
  discard(): Promise<void>;
}

/**
 * Makes a place to restore to, and removes what a killed restore left behind.
 * @throws BackupError when the folder has content, or less space than needed
 */
export async function openRestoreFolder(folder: string, bytes: number): Promise<RestoreFolder> {
  const isNew = !existsSync(folder);
  await makeFolder(folder, 0o711);
  try {
    await refuseContent(folder);
    await refuseWithoutSpace(folder, bytes);
  } catch (error) {
    if (isNew) await disk.rmdir(folder);
    throw error;
  }
  const work = path.join(folder, `.restoring-${process.pid}`);
  await disk.mkdir(work, { mode: 0o711 });
  return {
    work,
    async finish() {
      const names = (await disk.readdir(work)).sort((a, b) => Number(a === DATABASE) - Number(b === DATABASE));
      for (const name of names) await disk.rename(path.join(work, name), path.join(folder, name));
      await disk.rmdir(work);
    },
    async discard() {
      await disk.rm(work, { recursive: true, force: true });
      if (isNew) await disk.rmdir(folder).catch(() => {});
    },
  };
}

/**
 * Refuses a data folder without a database in which a restore runs or was killed: a start would make a new installation there, into
 * which nothing can be restored.
 * @throws BackupError
 */
export async function refuseUnfinishedRestore(folder: string): Promise<void> {
  const names = existsSync(folder) ? await disk.readdir(folder) : [];
  if (names.includes(DATABASE)) return;
  for (const name of names) {
    const [, pid] = WORK.exec(name) ?? [];
    if (pid === undefined) continue;
    if (!(await isLeft(path.join(folder, name), Number(pid)))) {
      throw new BackupError(`A restore into ${folder} is running (process ${pid}). Start Stowage when it is done`);
    }
    // A restore that was killed after its last step has left an empty one.
    if ((await disk.readdir(path.join(folder, name))).length === 0) continue;
    throw new BackupError(`A restore into ${folder} did not finish. Empty the folder, and run stowage restore again`);
  }
}

async function refuseContent(folder: string): Promise<void> {
  const names = await disk.readdir(folder);
  for (const name of names) {
    const [, pid] = WORK.exec(name) ?? [];
    if (pid === undefined) throw new BackupError(`${folder} is not empty. Restore into an empty folder (STOWAGE_DATA_DIR or --to)`);
    if (!(await isLeft(path.join(folder, name), Number(pid)))) throw new BackupError(`Another restore into ${folder} is running (process ${pid})`);
  }
  for (const name of names) await disk.rm(path.join(folder, name), { recursive: true });
}

/** Whether no process works in the entry. In a container the next process often has the same number as the one that was killed. */
async function isLeft(entry: string, pid: number): Promise<boolean> {
  if (pid === process.pid || !isAlive(pid)) return true;
  const startedAt = await startOf(pid);
  return startedAt !== undefined && (await disk.stat(entry)).mtimeMs < startedAt - CLOCK_SLACK_MS;
}

/** When a process began, in milliseconds; undefined where /proc does not say it. */
async function startOf(pid: number): Promise<number | undefined> {
  const stat = await disk.readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // The name of the program, in parentheses, may contain spaces. The start is the 22nd field, in hundredths of a second since the boot.
  const ticks = Number(stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19]);
  return Number.isNaN(ticks) ? undefined : Date.now() - os.uptime() * 1000 + ticks * 10;
}

async function refuseWithoutSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await disk.statfs(folder);
  if (bavail * bsize < bytes)
    throw new BackupError(`There is not enough space in ${folder}: the restore needs ${gigabytes(bytes)} GB, and ${gigabytes(bavail * bsize)} GB are free`);
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1);
}

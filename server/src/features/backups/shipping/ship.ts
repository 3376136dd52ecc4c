import { createReadStream } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { ObjectMissingError } from '../../../integrations/storage/object-store.ts';
import { ignoreMissing } from '../../../platform/http/files/missing-file.ts';
import { BackupError } from '../backup-error.ts';
import { type FileEntry, type FileFolder, hashOf, knownFiles, storeFile, toLines, UNFINISHED } from '../vault/file-list.ts';
import { idOf } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { isWalFile, journalName, walName } from '../vault/wal.rules.ts';
import type { ChangedFiles } from './changed-files.ts';
import { noteGap } from './wal-gap.ts';

interface Shipment {
  /** Where PostgreSQL puts finished segments; undefined for an external server. */
  readonly spool: string | undefined;
  readonly folders: readonly FileFolder[];
  readonly changes: ChangedFiles;
  readonly line: string;
  readonly now: Date;
}

/**
 * Sends new files and finished segments of WAL to the target. Files go first: a row names a file that was written before it, so
 * a database that is restored to any shipped second finds its files.
 * @returns the number of segments
 */
export async function ship(vault: Vault, { spool, folders, changes, line, now }: Shipment): Promise<number> {
  const segments = spool === undefined ? [] : await listSpool(spool);
  await shipFiles(vault, { folders, changes, line, now });
  if (segments.length > 0) await vault.requireKey();
  for (const { name } of segments) {
    const file = path.join(spool ?? '', name);
    if (!(await isStored(vault, walName(line, name), file))) {
      const segment = createReadStream(file, { highWaterMark: 1024 * 1024 });
      // A target that is away may not read it at all.
      await vault.write(walName(line, name), segment).finally(() => segment.destroy());
      await vault.requireKey();
    }
    await disk.rm(file);
  }
  return segments.length;
}

/**
 * Whether the target has the segment: a process that was killed sent it and could not remove it from the spool.
 * @throws BackupError when it has another content, because it belongs to the history of another database
 */
async function isStored(vault: Vault, name: string, file: string): Promise<boolean> {
  const stored = await vault.read(name).then(hashOf, (error: unknown) => {
    if (!(error instanceof ObjectMissingError)) throw error;
    return undefined;
  });
  if (stored === undefined) return false;
  if (stored === (await hashOf(createReadStream(file)))) return true;
  throw new BackupError(
    `${name} exists in ${vault.store.address} with other content and is not replaced: another database uses the same history, such as a copy of this data directory. Stop the other one, or remove the file backup-line from the data directory of the copy`,
  );
}

async function shipFiles(vault: Vault, { folders, changes, line, now }: Omit<Shipment, 'spool'>): Promise<void> {
  const changed = await changes.since(now);
  if (changed.length > 0) await vault.requireKey();
  const known = await knownFiles(none());
  const entries: FileEntry[] = [];
  for (const { folder, name } of changed) {
    const from = folders.find((one) => one.folder === folder);
    const entry = from === undefined || UNFINISHED.test(name) ? undefined : await storeFile(vault, from, name, known);
    if (entry !== undefined) entries.push(entry);
  }
  if (entries.length > 0) {
    await vault.write(journalName(line, `${idOf(now)}-${now.getMilliseconds()}`), toLines(inOrder(entries)));
    await vault.requireKey();
  }
  changes.confirm();
}

export interface Spooled {
  readonly name: string;
  readonly bytes: number;
  readonly at: Date;
}

/** The segments that wait for the target, oldest first. PostgreSQL renames a segment into place when it is complete. */
export async function listSpool(spool: string): Promise<Spooled[]> {
  const names = (await disk.readdir(spool).catch(ignoreMissing)) ?? [];
  const found: Spooled[] = [];
  for (const name of names.filter(isWalFile).sort()) {
    const stat = await disk.stat(path.join(spool, name)).catch(() => undefined);
    if (stat !== undefined) found.push({ name, bytes: stat.size, at: stat.ctime });
  }
  return found;
}

/** Removes the oldest segments while the spool is too large. The database can then be restored only to before them, and after the next backup. */
export async function boundSpool(spool: string, limitBytes: number): Promise<string[]> {
  const waiting = await listSpool(spool);
  let bytes = waiting.reduce((sum, one) => sum + one.bytes, 0);
  const removed: string[] = [];
  for (const one of waiting) {
    if (bytes <= limitBytes) break;
    bytes -= one.bytes;
    removed.push(one.name);
  }
  const last = removed.at(-1);
  if (last === undefined) return removed;
  // On a full disk the note has space only afterwards.
  const isNoted = await noteGap(spool, last).then(
    () => true,
    () => false,
  );
  for (const name of removed) await disk.rm(path.join(spool, name), { force: true });
  if (!isNoted) await noteGap(spool, last);
  return removed;
}

async function* none(): AsyncGenerator<FileEntry> {}

async function* inOrder(entries: readonly FileEntry[]): AsyncGenerator<FileEntry> {
  yield* entries;
}

import { createHash } from 'node:crypto';
import path from 'node:path';
import { createFileStore, type FileStore } from '../../../integrations/storage/file-store.ts';
import { BackupError } from '../backup-error.ts';
import { type FileEntry, objectOf, readEntries } from '../vault/file-list.ts';
import { fileListName } from '../vault/manifest.ts';
import { tee, type Vault } from '../vault/vault.ts';
import { journalName } from '../vault/wal.rules.ts';
import type { RestorePlan } from './plan-restore.ts';

/** Writes the files of a backup and those that were shipped after it. @returns their number */
export async function restoreFiles(vault: Vault, plan: RestorePlan, folder: string): Promise<number> {
  const stores = new Map<string, FileStore>();
  let count = 0;
  for await (const entry of entriesOf(vault, plan)) {
    const store = stores.get(entry.folder) ?? createFileStore(path.join(folder, entry.folder));
    stores.set(entry.folder, store);
    await restoreFile(vault, store, entry);
    count += 1;
  }
  return count;
}

/** All entries, the later ones of the same file after the earlier ones. */
export async function* entriesOf(vault: Vault, { manifest, journals }: RestorePlan): AsyncGenerator<FileEntry> {
  yield* readEntries(vault, fileListName(manifest.id));
  for (const journal of journals) yield* readEntries(vault, journalName(manifest.line, journal.replace('.jsonl.gz.age', '')));
}

/** @throws BackupError when the content is not the one of that hash */
export async function checkFile(vault: Vault, { sha256, name }: FileEntry, write: (part: Uint8Array) => Promise<void> | void): Promise<void> {
  const hash = createHash('sha256');
  for await (const part of tee(await vault.read(objectOf(sha256)), hash.update.bind(hash))) await write(part);
  if (hash.digest('hex') !== sha256) throw new BackupError(`The file ${name} is not the one that was backed up`);
}

async function restoreFile(vault: Vault, store: FileStore, entry: FileEntry): Promise<void> {
  const draft = await store.begin();
  try {
    await checkFile(vault, entry, (part) => draft.append(part));
    await draft.keepAs(entry.name);
  } catch (error) {
    await draft.discard();
    throw error;
  }
}

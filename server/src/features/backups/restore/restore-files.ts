import { createHash } from 'node:crypto';
import path from 'node:path';
import { messageOf } from '@stowage/contract/errors';
import { createFileStore, type FileStore } from '../../../integrations/storage/file-store.ts';
import { ObjectMissingError } from '../../../integrations/storage/object-store.ts';
import { BackupError } from '../backup-error.ts';
import { type FileEntry, objectOf, readEntries } from '../vault/file-list.ts';
import { fileListName } from '../vault/manifest.ts';
import { tee, type Vault } from '../vault/vault.ts';
import { journalName } from '../vault/wal.rules.ts';
import type { RestorePlan } from './plan-restore.ts';

interface RestoredFiles {
  readonly count: number;
  /** The files that the target has not, or not whole, by name with the reason. */
  readonly lost: ReadonlyMap<string, string>;
}

/** Writes the files of a backup and those that were shipped after it. Lost ones are collected, so that one damaged photo costs nothing else. */
export async function restoreFiles(vault: Vault, plan: RestorePlan, folder: string): Promise<RestoredFiles> {
  const stores = new Map<string, FileStore>();
  const lost = new Map<string, string>();
  let count = 0;
  for await (const entry of entriesOf(vault, plan)) {
    const store = stores.get(entry.folder) ?? createFileStore(path.join(folder, entry.folder));
    stores.set(entry.folder, store);
    const name = `${entry.folder}/${entry.name}`;
    try {
      await restoreFile(vault, store, entry);
      count += 1;
      // A later version of the file.
      lost.delete(name);
    } catch (error) {
      if (!(error instanceof BackupError || error instanceof ObjectMissingError)) throw error;
      lost.set(name, messageOf(error));
    }
  }
  return { count, lost };
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

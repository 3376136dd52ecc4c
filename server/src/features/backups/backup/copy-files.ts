import { type FileEntry, type FileFolder, type KnownFiles, storeFile, UNFINISHED } from '../vault/file-list.ts';
import type { Vault } from '../vault/vault.ts';

export interface Copied {
  count: number;
  plainBytes: number;
}

/** Stores the files that no backup holds yet, and lists all of them. They are written once, so this follows the database's backup. */
export async function* copyFiles(
  vault: Vault,
  folders: readonly FileFolder[],
  { known, total, signal }: { known: KnownFiles; total: Copied; signal: AbortSignal | undefined },
): AsyncGenerator<FileEntry> {
  for (const folder of folders) {
    for await (const names of folder.files.folders()) {
      for (const name of names) {
        signal?.throwIfAborted();
        const entry = UNFINISHED.test(name) ? undefined : await storeFile(vault, folder, name, known);
        if (entry === undefined) continue;
        total.count += 1;
        total.plainBytes += entry.bytes;
        yield entry;
      }
    }
  }
}

import { backupsOfDays, backupsToKeep, type Retention } from './retention.rules.ts';
import { objectOf, readEntries } from './vault/file-list.ts';
import { baseName, fileListName, listBackups, momentOf, readManifest } from './vault/manifest.ts';
import type { Vault } from './vault/vault.ts';
import { isBefore, journalPrefix, walPrefix } from './vault/wal.rules.ts';

interface Needed {
  /** The oldest segment of a line that a kept backup's recovery may read. */
  readonly segment: string;
  /** Journals of files from this moment. */
  readonly from: string;
}

/**
 * Removes backups that the retention does not keep, the WAL and journals that no backup of the last days needs, and files that no
 * list names. The caller ships nothing meanwhile.
 * @returns the number of backups that it removed
 */
export async function prune(vault: Vault, retention: Retention): Promise<number> {
  const backups = (await listBackups(vault)).map((id) => ({ id, at: momentOf(id) }));
  const kept = backupsToKeep(backups, retention);
  const removed = backups.filter(({ id }) => !kept.has(id));
  for (const { id } of removed) {
    // The manifest first: what remains of a killed run no longer counts as a backup.
    await vault.store.remove(`backups/${id}/manifest.json.age`);
    for (const name of [baseName(id), fileListName(id)]) await vault.store.remove(name);
  }
  const needed = await readNeeded(vault, [...kept], backupsOfDays(backups, retention));
  await removeHistory(vault, needed);
  if (removed.length > 0) await removeFiles(vault, [...kept]);
  return removed.length;
}

/** By line. A line without a kept backup needs nothing. */
async function readNeeded(vault: Vault, kept: readonly string[], ofDays: ReadonlySet<string>): Promise<Map<string, Needed>> {
  const needed = new Map<string, Needed>();
  for (const id of kept.toSorted()) {
    if (!ofDays.has(id)) continue;
    const { line, base, startedAt } = await readManifest(vault, id);
    if (!needed.has(line)) needed.set(line, { segment: base?.firstSegment ?? '', from: startedAt.replaceAll(/[-:]|\.\d+/g, '') });
  }
  return needed;
}

async function removeHistory(vault: Vault, needed: ReadonlyMap<string, Needed>): Promise<void> {
  for (const kind of ['wal', 'journal'] as const) {
    for await (const { name } of vault.store.list(`${kind}/`)) {
      const [, line = '', file = ''] = name.split('/');
      const { segment, from } = needed.get(line) ?? { segment: undefined, from: undefined };
      if (segment === undefined) await vault.store.remove(name);
      else if (kind === 'wal' ? isBefore(file, segment) : file < (from ?? '')) await vault.store.remove(name);
    }
  }
}

async function removeFiles(vault: Vault, kept: readonly string[]): Promise<void> {
  const named = new Set<string>();
  for (const id of kept) for await (const { sha256 } of readEntries(vault, fileListName(id))) named.add(objectOf(sha256));
  for await (const { name } of vault.store.list('journal/')) for await (const { sha256 } of readEntries(vault, name)) named.add(objectOf(sha256));
  for await (const { name } of vault.store.list('files/')) if (!named.has(name)) await vault.store.remove(name);
}

/** The objects of a line, by their file's name. */
export async function listLine(vault: Vault, kind: 'wal' | 'journal', line: string): Promise<string[]> {
  const prefix = kind === 'wal' ? walPrefix(line) : journalPrefix(line);
  const names: string[] = [];
  for await (const { name } of vault.store.list(prefix)) names.push(name.slice(prefix.length));
  return names.sort();
}

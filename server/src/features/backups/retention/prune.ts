import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Retention } from '../../../platform/config/backup-retention.rules.ts';
import { objectOf, readEntries } from '../vault/file-list.ts';
import { backupPrefix, fileListName, findManifest, listBackups, type Manifest, manifestName, momentOf, readLine } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { isBefore, journalPrefix, walPrefix } from '../vault/wal.rules.ts';
import { backupsOfDays, backupsToKeep, horizonOf } from './retention.rules.ts';

interface Needed {
  /** The oldest segment of a line that a retained backup's recovery may read. */
  readonly segment: string;
  /** Journals of files from this moment. */
  readonly from: string;
}

/** The backups of all lines that the retention keeps, and those of them whose WAL and journals stay as well. */
interface Retained {
  readonly ids: ReadonlySet<string>;
  readonly ofDays: readonly Manifest[];
}

interface Options {
  readonly retention: Retention;
  /** That of this installation. */
  readonly line: string;
  readonly now: Date;
}

export interface Pruned {
  /** How many backups it removed. */
  readonly removed: number;
  /** Ids of backups whose format this version does not know. */
  readonly unknown: readonly string[];
}

/**
 * Removes backups that the retention does not keep, the WAL and journals that no backup of the last days needs, and files that no
 * list names. The caller takes no backup and ships nothing meanwhile. Another installation with the same target may: what it just
 * wrote stays. One of a newer version may have written what this one does not know: such a backup stays, with all WAL and journals
 * of its line and all files, because it may need them.
 */
export async function prune(vault: Vault, options: Options): Promise<Pruned> {
  const manifests: Manifest[] = [];
  const unknown: string[] = [];
  for (const id of await listBackups(vault)) {
    const manifest = await findManifest(vault, id);
    if (manifest === undefined) unknown.push(id);
    else manifests.push(manifest);
  }
  const retained = choose(manifests, options);
  const removed = manifests.filter(({ id }) => !retained.ids.has(id));
  for (const { id } of removed) {
    // The manifest first: what remains of a killed run no longer counts as a backup.
    await vault.store.remove(manifestName(id));
    for await (const { name } of vault.store.list(backupPrefix(id))) await vault.store.remove(name);
  }
  const lines = await Promise.all(unknown.map((id) => readLine(vault, id)));
  if (!lines.includes(undefined)) await removeHistory(vault, { needed: needsOf(retained.ofDays), untouched: lines }, options);
  if (removed.length > 0 && unknown.length === 0) await removeFiles(vault, [...retained.ids], options.now);
  return { removed: removed.length, unknown };
}

/** Each line by itself. One that takes no more backups, such as that of an older PostgreSQL, ends with the longest period. */
function choose(manifests: readonly Manifest[], { retention, line, now }: Options): Retained {
  const all = manifests.map((manifest) => ({ id: manifest.id, at: momentOf(manifest.id), manifest }));
  const backups = all.filter(({ at }) => at <= now);
  const newest = backups.at(-1)?.at ?? now;
  // Backups under a clock that was ahead stay, and replace no others: it may also be the clock of now that is wrong.
  const ahead = all.filter(({ at }) => at > now).map(({ id }) => id);
  const ids = new Set(ahead);
  const ofDays = new Set(ahead);
  for (const of of new Set(manifests.map((manifest) => manifest.line))) {
    const ofLine = backups.filter(({ manifest }) => manifest.line === of);
    const counted = of === line ? ofLine : ofLine.filter(({ at }) => at >= horizonOf(retention, newest));
    for (const id of backupsToKeep(counted, retention, newest)) ids.add(id);
    for (const id of backupsOfDays(counted, retention, newest)) ofDays.add(id);
  }
  return { ids, ofDays: manifests.filter(({ id }) => ofDays.has(id)) };
}

/** By line. */
function needsOf(ofDays: readonly Manifest[]): Map<string, Needed> {
  const needed = new Map<string, Needed>();
  for (const { line, base, startedAt } of ofDays) {
    if (!needed.has(line)) needed.set(line, { segment: base?.firstSegment ?? '', from: startedAt.replaceAll(/[-:]|\.\d+/g, '') });
  }
  return needed;
}

interface History {
  readonly needed: ReadonlyMap<string, Needed>;
  readonly untouched: readonly (string | undefined)[];
}

async function removeHistory(vault: Vault, { needed, untouched }: History, { retention, now }: Options): Promise<void> {
  for (const kind of ['wal', 'journal'] as const) {
    for await (const { name, at } of vault.store.list(`${kind}/`)) {
      const [, line = '', file = ''] = name.split('/');
      if (untouched.includes(line)) continue;
      const { segment, from } = needed.get(line) ?? { segment: undefined, from: undefined };
      // A line without a backup may be taking its first one.
      const isNeeded =
        segment === undefined ? now.getTime() - at.getTime() < retention.days * DAY_MS : kind === 'wal' ? !isBefore(file, segment) : file >= (from ?? '');
      if (!isNeeded) await vault.store.remove(name);
    }
  }
}

async function removeFiles(vault: Vault, retained: readonly string[], now: Date): Promise<void> {
  const named = new Set<string>();
  for (const id of retained) for await (const { sha256 } of readEntries(vault, fileListName(id))) named.add(objectOf(sha256));
  for await (const { name } of vault.store.list('journal/')) for await (const { sha256 } of readEntries(vault, name)) named.add(objectOf(sha256));
  for await (const { name, at } of vault.store.list('files/')) {
    // The list of a backup follows its files.
    if (!named.has(name) && now.getTime() - at.getTime() > DAY_MS) await vault.store.remove(name);
  }
}

/** The objects of a line, by their file's name. */
export async function listLine(vault: Vault, kind: 'wal' | 'journal', line: string): Promise<string[]> {
  const prefix = kind === 'wal' ? walPrefix(line) : journalPrefix(line);
  const names: string[] = [];
  for await (const { name } of vault.store.list(prefix)) names.push(name.slice(prefix.length));
  return names.sort();
}

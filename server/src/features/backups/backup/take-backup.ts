import { messageOf } from '@stowage/contract/errors';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseOwner } from '../../../platform/database/connection/connect.ts';
import { BackupError } from '../backup-error.ts';
import { endRun, listMigrations, readServerVersion, startRun, switchWal } from '../backup-run.repository.ts';
import { type FileEntry, type FileFolder, type KnownFiles, knownFiles, readEntries, toLines } from '../vault/file-list.ts';
import { backupPrefix, baseName, fileListName, idOf, lastOfAll, lastOfLine, type Manifest, writeLine, writeManifest } from '../vault/manifest.ts';
import { tee, type Vault } from '../vault/vault.ts';
import { segmentOf } from '../vault/wal.rules.ts';
import { openBaseBackup } from './base-backup.repository.ts';
import { type Copied, copyFiles } from './copy-files.ts';
import { removeUnfinished } from './remove-unfinished.ts';

export interface BackupSource extends Pick<Context, 'db' | 'clock'> {
  readonly owner: DatabaseOwner;
  /** An external server is backed up by its own tools. */
  readonly isEmbedded: boolean;
  readonly folders: readonly FileFolder[];
  readonly keyFingerprint: string;
  readonly line: string;
  /** Ends it when the process stops. */
  readonly signal?: AbortSignal | undefined;
}

export interface TakenBackup {
  readonly manifest: Manifest;
  /** Bytes that this run added to the target. */
  readonly bytes: number;
}

/**
 * Takes a backup while Stowage works: first the database, then the files, which are written once; the manifest makes it count.
 * The caller holds the lock of backups.
 */
export async function takeBackup(vault: Vault, source: BackupSource): Promise<TakenBackup> {
  const { db, clock } = source;
  const startedAt = clock.now();
  const id = idOf(startedAt);
  const run = await startRun(db, 'BACKUP', { name: id, now: startedAt });
  try {
    const taken = await writeBackup(vault, source, { id, startedAt });
    const { base } = taken.manifest;
    await endRun(db, run, { finishedAt: clock.now(), bytes: taken.bytes, walStart: base?.walStart, walEnd: base?.walEnd });
    // The WAL of what was just recorded shall not wait for the archive's timeout.
    if (source.isEmbedded) await switchWal(source.owner.db);
    return taken;
  } catch (error) {
    await endRun(db, run, { finishedAt: clock.now(), error: messageOf(error) });
    throw error;
  }
}

async function writeBackup(vault: Vault, source: BackupSource, { id, startedAt }: { id: string; startedAt: Date }): Promise<TakenBackup> {
  const { db, clock, keyFingerprint, line } = source;
  await vault.requireKey();
  await removeUnfinished(vault, line, startedAt);
  await reserve(vault, id, line);
  const migrations = await listMigrations(db);
  const base = source.isEmbedded ? await writeBase(vault, source, id) : null;
  const total: Copied = { count: 0, plainBytes: 0 };
  const counted = countingVault(vault);
  const list = await counted.vault.write(
    fileListName(id),
    toLines(copyFiles(counted.vault, source.folders, { known: await filesOfLastBackup(vault, line), total, signal: source.signal })),
  );
  const manifest: Manifest = {
    format: 1,
    ...{ id, startedAt: startedAt.toISOString(), finishedAt: clock.now().toISOString() },
    ...{ migrations, keyFingerprint, line, base },
    files: { ...total, sha256: list.sha256 },
  };
  await requireParts(vault, id, { [fileListName(id)]: list.bytes, ...(base !== null && { [baseName(id)]: base.bytes }) });
  await vault.requireKey();
  await writeManifest(vault, manifest);
  return { manifest, bytes: (base?.bytes ?? 0) + counted.bytes() };
}

async function writeBase(vault: Vault, { db, owner, signal }: BackupSource, id: string): Promise<Manifest['base']> {
  const { content, range } = await openBaseBackup(owner.connection);
  let plainBytes = 0;
  const written = await vault.write(
    baseName(id),
    tee(content, (part) => {
      signal?.throwIfAborted();
      plainBytes += part.length;
    }),
  );
  const { timeline, walStart, walEnd } = range();
  return { postgresMajor: await readServerVersion(db), timeline, walStart, walEnd, firstSegment: segmentOf(walStart, timeline), plainBytes, ...written };
}

/** Two installations with one target may begin in the same second. */
async function reserve(vault: Vault, id: string, line: string): Promise<void> {
  for await (const _ of vault.store.list(backupPrefix(id))) throw new BackupError(`There is a backup ${id} already in ${vault.store.address}. Try again`);
  await writeLine(vault, id, line);
}

/** A file that was written hours ago may have been removed or replaced since. */
async function requireParts(vault: Vault, id: string, parts: Readonly<Record<string, number>>): Promise<void> {
  const stored = new Map<string, number>();
  for await (const { name, bytes } of vault.store.list(backupPrefix(id))) stored.set(name, bytes);
  const lost = Object.keys(parts).find((name) => stored.get(name) !== parts[name]);
  if (lost !== undefined) throw new BackupError(`${lost} was removed or replaced in ${vault.store.address} while the backup was taken`);
}

async function filesOfLastBackup(vault: Vault, line: string): Promise<KnownFiles> {
  const last = (await lastOfLine(vault, line)) ?? (await lastOfAll(vault));
  return knownFiles(last === undefined ? none() : readEntries(vault, fileListName(last)));
}

async function* none(): AsyncGenerator<FileEntry> {}

function countingVault(vault: Vault): { readonly vault: Vault; readonly bytes: () => number } {
  let bytes = 0;
  const write: Vault['write'] = async (name, content) => {
    const written = await vault.write(name, content);
    bytes += written.bytes;
    return written;
  };
  return { vault: { ...vault, write }, bytes: () => bytes };
}

import type { Context } from '../../../platform/context.ts';
import { ADVISORY_LOCKS } from '../../../platform/database/advisory-locks.ts';
import type { DatabaseConnection } from '../../../platform/database/connect.ts';
import { BackupError } from '../backup-error.ts';
import { endRun, listMigrations, readServerVersion, startRun, switchWal, withLock } from '../backup-run.repository.ts';
import { type FileEntry, type FileFolder, type KnownFiles, knownFiles, readEntries, toLines } from '../vault/file-list.ts';
import { baseName, fileListName, idOf, listBackups, type Manifest, writeManifest } from '../vault/manifest.ts';
import { tee, type Vault } from '../vault/vault.ts';
import { segmentOf } from '../vault/wal.rules.ts';
import { openBaseBackup } from './base-backup.repository.ts';
import { type Copied, copyFiles } from './copy-files.ts';

export interface BackupSource extends Pick<Context, 'db' | 'clock'> {
  readonly connection: DatabaseConnection;
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
 * @throws BackupError when another backup is running
 */
export async function takeBackup(vault: Vault, source: BackupSource): Promise<TakenBackup> {
  const { db, clock } = source;
  const done = await withLock(db, ADVISORY_LOCKS.backup, async () => {
    const startedAt = clock.now();
    const id = idOf(startedAt);
    const run = await startRun(db, 'BACKUP', { name: id, now: startedAt });
    try {
      const taken = await writeBackup(vault, source, { id, startedAt });
      const { base } = taken.manifest;
      await endRun(db, run, { finishedAt: clock.now(), bytes: taken.bytes, walStart: base?.walStart, walEnd: base?.walEnd });
      // The WAL of what was just recorded shall not wait for the archive's timeout.
      if (source.isEmbedded) await switchWal(db);
      return taken;
    } catch (error) {
      await endRun(db, run, { finishedAt: clock.now(), error: error instanceof Error ? error.message : String(error) });
      throw error;
    }
  });
  if (done === undefined) throw new BackupError('Another backup is running');
  return done.result;
}

async function writeBackup(vault: Vault, source: BackupSource, { id, startedAt }: { id: string; startedAt: Date }): Promise<TakenBackup> {
  const { db, clock, keyFingerprint, line } = source;
  await removeUnfinished(vault);
  const migrations = await listMigrations(db);
  const base = source.isEmbedded ? await writeBase(vault, source, id) : null;
  const total: Copied = { count: 0, plainBytes: 0 };
  const counted = countingVault(vault);
  const list = await counted.vault.write(
    fileListName(id),
    toLines(copyFiles(counted.vault, source.folders, { known: await filesOfLastBackup(vault), total, signal: source.signal })),
  );
  const manifest: Manifest = {
    format: 1,
    ...{ id, startedAt: startedAt.toISOString(), finishedAt: clock.now().toISOString() },
    ...{ migrations, keyFingerprint, line, base },
    files: { ...total, sha256: list.sha256 },
  };
  await writeManifest(vault, manifest);
  return { manifest, bytes: (base?.bytes ?? 0) + counted.bytes() };
}

async function writeBase(vault: Vault, { db, connection, signal }: BackupSource, id: string): Promise<Manifest['base']> {
  const { content, range } = await openBaseBackup(connection);
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

async function filesOfLastBackup(vault: Vault): Promise<KnownFiles> {
  const last = (await listBackups(vault)).at(-1);
  return knownFiles(last === undefined ? none() : readEntries(vault, fileListName(last)));
}

async function* none(): AsyncGenerator<FileEntry> {}

/** Removes what a backup that was killed left behind. The caller holds the lock, so none of them is running. */
async function removeUnfinished(vault: Vault): Promise<void> {
  await vault.store.removeDrafts();
  const complete = new Set(await listBackups(vault));
  for await (const { name } of vault.store.list('backups/')) if (!complete.has(name.split('/')[1] ?? '')) await vault.store.remove(name);
}

function countingVault(vault: Vault): { readonly vault: Vault; readonly bytes: () => number } {
  let bytes = 0;
  const write: Vault['write'] = async (name, content) => {
    const written = await vault.write(name, content);
    bytes += written.bytes;
    return written;
  };
  return { vault: { ...vault, write }, bytes: () => bytes };
}

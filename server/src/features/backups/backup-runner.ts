import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createFileStore } from '../../integrations/storage/file-store.ts';
import type { BackupConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { ADVISORY_LOCKS } from '../../platform/database/advisory-locks.ts';
import type { DatabaseConnection, DatabasePool } from '../../platform/database/connect.ts';
import { walSpool } from '../../platform/database/embedded/wal-archive.ts';
import { type TakenBackup, takeBackup } from './backup/take-backup.ts';
import { BackupError } from './backup-error.ts';
import { readSystemIdentifier, withLock } from './backup-run.repository.ts';
import { prune } from './prune.ts';
import { readRetention } from './retention.rules.ts';
import { keyFingerprint, lineOf, openTarget } from './settings.ts';
import { followFiles } from './shipping/changed-files.ts';
import { ship } from './shipping/ship.ts';
import { closeGap, readGap } from './shipping/wal-gap.ts';
import { lastOfLine, momentOf } from './vault/manifest.ts';

export interface BackupDependencies extends Pick<Context, 'db' | 'clock'> {
  readonly connection: DatabaseConnection;
  readonly databaseServer: { readonly isEmbedded: boolean };
  readonly secrets: { readonly encryptionKey: Buffer };
  readonly backup: BackupConfig;
  readonly dataFolder: string;
  /** The folders of the data directory that hold people's files. */
  readonly fileFolders: readonly string[];
}

const LOCK_RETRY_MS = 500;

/** The spool of this installation; undefined for an external server. */
export function spoolOf({ databaseServer, dataFolder }: Pick<BackupDependencies, 'databaseServer' | 'dataFolder'>): string | undefined {
  return databaseServer.isEmbedded ? walSpool(dataFolder) : undefined;
}

/**
 * Takes backups and ships what comes after them.
 * @throws BackupError when the settings are wrong or the target has another passphrase
 */
export async function openBackupRunner(deps: BackupDependencies) {
  const { db, clock, connection, databaseServer, secrets, backup, dataFolder, fileFolders } = deps;
  const retention = readRetention(backup.keep);
  if (retention === undefined) throw new BackupError('STOWAGE_BACKUP_KEEP must keep at least one day, such as 7d,4w,12m');
  // Of two processes, the first makes the key of a new target.
  const vault = await alone(db, () => openTarget(backup, { create: true }));
  const line = lineOf(dataFolder, databaseServer.isEmbedded ? await readSystemIdentifier(db) : undefined);
  const spool = spoolOf(deps);
  const folders = fileFolders.map((folder) => ({ folder, files: createFileStore(path.join(dataFolder, folder)) }));
  const last = await lastOfLine(vault, line);
  const changes = followFiles(dataFolder, fileFolders, last === undefined ? clock.now() : momentOf(last));
  const source = { db, clock, connection, isEmbedded: databaseServer.isEmbedded, folders, keyFingerprint: keyFingerprint(secrets.encryptionKey), line };
  // A restored installation has a line of its own, and so has a new cluster: its WAL needs a backup of its own.
  let hasBackup = last !== undefined;
  return {
    /** Whether the target has a backup of this installation with all WAL after it: an exchanged target has none. */
    hasBackup: async () => hasBackup && (await gapIn(spool)) === undefined,
    /** @returns undefined while another process ships */
    shipOnce: () => withLock(db, ADVISORY_LOCKS.backupShipping, () => ship(vault, { spool, folders, changes, line, now: clock.now() })),
    /** @throws BackupError when another backup is running */
    async backUp(signal?: AbortSignal): Promise<TakenBackup & { readonly removed: number }> {
      const done = await withLock(db, ADVISORY_LOCKS.backup, async () => {
        const gap = await gapIn(spool);
        const taken = await takeBackup(vault, { ...source, signal });
        hasBackup = true;
        if (spool !== undefined && gap !== undefined) await closeGap(spool, gap);
        // No other process may begin a backup or ship while what they write seems to be unused.
        return { ...taken, removed: await alone(db, () => prune(vault, { retention, line, now: clock.now() })) };
      });
      if (done === undefined) throw new BackupError('Another backup is running');
      return done.result;
    },
  };
}

const gapIn = async (spool: string | undefined) => (spool === undefined ? undefined : readGap(spool));

/** Does the work when nobody ships. */
async function alone<R>(db: DatabasePool, work: () => Promise<R>): Promise<R> {
  for (;;) {
    const done = await withLock(db, ADVISORY_LOCKS.backupShipping, work);
    if (done !== undefined) return done.result;
    await sleep(LOCK_RETRY_MS);
  }
}

export type BackupRunner = Awaited<ReturnType<typeof openBackupRunner>>;

import { setTimeout as sleep } from 'node:timers/promises';
import type { FilePlaces } from '../../integrations/storage/file-places.ts';
import type { BackupConfig } from '../../platform/config/backup-config.ts';
import { readRetention } from '../../platform/config/backup-retention.rules.ts';
import type { Context } from '../../platform/context.ts';
import type { DatabaseConnection, DatabaseOwner } from '../../platform/database/connection/connect.ts';
import { walSpool } from '../../platform/database/embedded/wal-archive.ts';
import { withSessionLock } from '../../platform/database/session-lock.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type TakenBackup, takeBackup } from './backup/take-backup.ts';
import { BackupError } from './backup-error.ts';
import { readRunTimes, readSystemIdentifier } from './backup-run.repository.ts';
import { type Pruned, prune } from './retention/prune.ts';
import { keyFingerprint, lineOf, openTarget } from './settings.ts';
import { followFiles } from './shipping/changed-files.ts';
import { followObjects, inBothPlaces } from './shipping/changed-objects.ts';
import { ship } from './shipping/ship.ts';
import { closeGap, readGap } from './shipping/wal-gap.ts';
import { lastOfLine, momentOf } from './vault/manifest.ts';

/** Held while a backup is taken. */
const BACKUP_LOCK = 871_015;
/** Held while WAL and files are shipped, and while old backups are removed. */
const BACKUP_SHIPPING_LOCK = 871_016;

export interface BackupDependencies extends Pick<Context, 'db' | 'clock'> {
  readonly connection: DatabaseConnection;
  /** Copies the data directory, which the role of running processes may not read. */
  readonly owner: DatabaseOwner;
  readonly databaseServer: { readonly isEmbedded: boolean };
  readonly secrets: { readonly encryptionKey: Keyring };
  readonly backup: BackupConfig;
  readonly dataFolder: string;
  readonly filePlaces: Pick<FilePlaces, 'open' | 'bucketAddress' | 'listSince'>;
  /** The folders of the data directory that hold people's files. */
  readonly fileFolders: readonly string[];
}

const BEGIN_ANEW = ', although this installation has backups: mount its disk or correct STOWAGE_BACKUP_TARGET. To begin anew there, run stowage backup';
const LOCK_RETRY_MS = 500;

/** The spool of this installation; undefined for an external server. */
export function spoolOf({ databaseServer, dataFolder }: Pick<BackupDependencies, 'databaseServer' | 'dataFolder'>): string | undefined {
  return databaseServer.isEmbedded ? walSpool(dataFolder) : undefined;
}

interface Opening {
  /** Whether a person asked for it, who may begin anew in a target without backups. */
  readonly mayBegin: boolean;
}

/**
 * Takes backups and ships what comes after them. An installation that has backups begins anew in an empty target only on request:
 * its disk may not be mounted.
 * @throws BackupError when the settings are wrong, the target is empty or it has another passphrase
 */
export async function openBackupRunner(deps: BackupDependencies, { mayBegin }: Opening = { mayBegin: false }) {
  const { db, clock, connection, owner, databaseServer, secrets, backup, dataFolder, filePlaces, fileFolders } = deps;
  const retention = readRetention(backup.keep);
  if (retention === undefined) throw new BackupError('STOWAGE_BACKUP_KEEP must keep at least one day, such as 7d,4w,12m');
  const create = mayBegin || (await readRunTimes(db, clock.now())).lastBackupAt === null;
  // The first of two processes makes the key of a new target.
  const vault = await alone(connection, () => openTarget(backup, { create, orElse: BEGIN_ANEW }));
  const line = lineOf(dataFolder, databaseServer.isEmbedded ? await readSystemIdentifier(db) : undefined);
  const spool = spoolOf(deps);
  const folders = fileFolders.map((folder) => ({ folder, files: filePlaces.open(folder) }));
  const last = await lastOfLine(vault, line, clock.now());
  const from = last === undefined ? clock.now() : momentOf(last);
  const onDisk = followFiles(dataFolder, fileFolders, from);
  const changes = filePlaces.bucketAddress === undefined ? onDisk : inBothPlaces(onDisk, followObjects(filePlaces, fileFolders, from));
  const source = { db, clock, owner, isEmbedded: databaseServer.isEmbedded, folders, keyFingerprint: keyFingerprint(secrets.encryptionKey), line };
  // A restored installation has a line of its own, and so has a new cluster: its WAL needs a backup of its own.
  let hasBackup = last !== undefined;
  return {
    /** Whether the target has a backup of this installation with all WAL after it: an exchanged target has none. */
    hasBackup: async () => hasBackup && (await gapIn(spool)) === undefined,
    /** @returns undefined while another process ships */
    shipOnce: () => withSessionLock(connection, BACKUP_SHIPPING_LOCK, () => ship(vault, { spool, folders, changes, line, now: clock.now() })),
    /** @throws BackupError when another backup is running */
    async backUp(signal?: AbortSignal): Promise<TakenBackup & Pruned> {
      const done = await withSessionLock(connection, BACKUP_LOCK, async () => {
        const gap = await gapIn(spool);
        const taken = await takeBackup(vault, { ...source, signal });
        hasBackup = true;
        if (spool !== undefined && gap !== undefined) await closeGap(spool, gap);
        // No other process may begin a backup or ship while what they write seems to be unused.
        return { ...taken, ...(await alone(connection, () => prune(vault, { retention, line, now: clock.now() }))) };
      });
      if (done === undefined) throw new BackupError('Another backup is running');
      return done.result;
    },
  };
}

const gapIn = async (spool: string | undefined) => (spool === undefined ? undefined : readGap(spool));

/** Does the work when nobody ships. */
async function alone<R>(connection: DatabaseConnection, work: () => Promise<R>): Promise<R> {
  for (;;) {
    const done = await withSessionLock(connection, BACKUP_SHIPPING_LOCK, work);
    if (done !== undefined) return done.result;
    await sleep(LOCK_RETRY_MS);
  }
}

export type BackupRunner = Awaited<ReturnType<typeof openBackupRunner>>;

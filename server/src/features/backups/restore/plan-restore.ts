import { embeddedMajor } from '../../../platform/database/embedded/binaries.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { BackupError } from '../backup-error.ts';
import { listLine } from '../retention/prune.ts';
import { openAll } from '../settings.ts';
import { listBackups, type Manifest, momentOf, readManifest } from '../vault/manifest.ts';
import type { Vault } from '../vault/vault.ts';
import { isBefore, isSegment, missingSegment, segmentOf, WAL_SEGMENT_BYTES } from '../vault/wal.rules.ts';
import { findUnknownMigration } from './unknown-migration.ts';

export interface Wanted {
  /** By default the newest one that `at` allows. */
  readonly backup?: string | undefined;
  /** The second to restore; by default the last one that was shipped. */
  readonly at?: Date | undefined;
}

export interface RestorePlan {
  readonly manifest: Manifest;
  readonly at: Date | undefined;
  /** The WAL after the backup, without a gap. */
  readonly segments: readonly string[];
  /** A segment that is missing although later ones are there: nothing after it can be restored. */
  readonly missing: string | undefined;
  readonly journals: readonly string[];
  /** The space that the restored data takes, with WAL for the way. */
  readonly bytes: number;
}

/** PostgreSQL keeps up to `max_wal_size` of WAL, by default 1 GB. */
const RECOVERY_BYTES = 64 * WAL_SEGMENT_BYTES;

/**
 * Chooses a backup and checks everything that can be checked before something is written.
 * @param encryptionKey that of the installation; undefined when no file is to be opened
 * @throws BackupError with the reason for a refusal
 */
export async function planRestore(vault: Vault, { backup, at }: Wanted, encryptionKey: Keyring | undefined): Promise<RestorePlan> {
  const manifest = await chooseBackup(vault, { backup, at });
  await refuseNewer(manifest);
  if (encryptionKey !== undefined && !openAll(encryptionKey, manifest.keyFingerprint)) {
    throw new BackupError(
      `The keys are not those of backup ${manifest.id}: files and credentials could not be opened. Use the file of keys of that installation`,
    );
  }
  const { base, line, files } = manifest;
  const after =
    base === null
      ? []
      : (await listLine(vault, 'wal', line)).map((name) => name.replace('.gz.age', '')).filter((name) => isSegment(name) && !isBefore(name, base.firstSegment));
  // The base holds the WAL up to the segment in which it ended, and nothing can be replayed without the next one.
  const end = base === null ? undefined : segmentOf(base.walEnd, base.timeline);
  const missing = end === undefined ? undefined : missingSegment([end, ...after.filter((name) => !isBefore(name, end) && name !== end)]);
  return {
    ...{ manifest, at, missing },
    segments: missing === undefined ? after : after.filter((name) => isBefore(name, missing)),
    journals: await listLine(vault, 'journal', line),
    bytes: (base?.plainBytes ?? 0) + files.plainBytes + (base === null ? 0 : RECOVERY_BYTES),
  };
}

async function chooseBackup(vault: Vault, { backup, at }: Wanted): Promise<Manifest> {
  const ids = await listBackups(vault);
  if (backup !== undefined) {
    if (!ids.includes(backup)) throw new BackupError(`There is no complete backup ${backup} in ${vault.store.address}. There are: ${ids.join(', ') || 'none'}`);
    const manifest = await readManifest(vault, backup);
    if (at !== undefined && new Date(manifest.finishedAt) > at)
      throw new BackupError(`Backup ${backup} ended at ${manifest.finishedAt}, after the time to restore`);
    return manifest;
  }
  const now = new Date();
  // Backups under a clock that was ahead come last: they are older than they seem.
  const past = ids.filter((id) => momentOf(id) <= now);
  for (const id of [...past.toReversed(), ...ids.slice(past.length)]) {
    const manifest = await readManifest(vault, id);
    if (at === undefined || new Date(manifest.finishedAt) <= at) return manifest;
  }
  const first = ids[0] === undefined ? undefined : (await readManifest(vault, ids[0])).finishedAt;
  throw new BackupError(
    first === undefined ? `There is no complete backup in ${vault.store.address}` : `The oldest backup ended at ${first}, after the time to restore`,
  );
}

async function refuseNewer({ id, migrations, base }: Manifest): Promise<void> {
  const unknown = await findUnknownMigration(migrations);
  if (unknown !== undefined)
    throw new BackupError(`Backup ${id} was made by a newer version of Stowage (its database has ${unknown}). Install that version to restore it`);
  if (base !== null && base.postgresMajor !== embeddedMajor()) {
    throw new BackupError(
      `Backup ${id} needs PostgreSQL ${base.postgresMajor}; this version of Stowage has ${embeddedMajor()}. Restore it with the version that made it`,
    );
  }
}

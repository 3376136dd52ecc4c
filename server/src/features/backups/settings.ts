import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { openObjectStore } from '../../integrations/storage/open-object-store.ts';
import type { S3Options } from '../../integrations/storage/s3-client.ts';
import { wrongSetting } from '../../platform/config/wrong-setting.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { madeOnce } from '../../platform/made-once.ts';
import { BackupError } from './backup-error.ts';
import { openVault, readPassphrase, type Vault, type VaultOptions } from './vault/vault.ts';

/** Where backups are stored, and the passphrase that opens them. */
export interface BackupTarget {
  /** A folder, or `s3://bucket/prefix`. */
  readonly target: string | undefined;
  readonly passphraseFile: string | undefined;
  readonly s3: S3Options;
}

/** @throws BackupError when the settings are incomplete or the passphrase is another one */
export async function openTarget({ target, passphraseFile, s3 }: BackupTarget, { create, orElse }: VaultOptions): Promise<Vault> {
  if (target === undefined) throw new BackupError('Set STOWAGE_BACKUP_TARGET to a folder or to s3://bucket/prefix');
  if (passphraseFile === undefined) throw new BackupError('Set STOWAGE_BACKUP_PASSPHRASE_FILE to the file with the passphrase of the backups');
  const passphrase = readPassphrase(passphraseFile);
  // A misspelled folder, or that of a disk that is not mounted, would be made on the system's disk.
  if (create && !target.startsWith('s3://') && !existsSync(path.dirname(path.resolve(target)))) {
    throw new BackupError(`The folder ${path.dirname(path.resolve(target))} for the backups does not exist: mount its disk, or create it`);
  }
  return openVault(await openObjectStore(target, s3), passphrase, { create, orElse });
}

/** A start that could take no backup must not go unnoticed. @throws Error that names the variable */
export function requirePassphrase({ target, passphraseFile }: Pick<BackupTarget, 'target' | 'passphraseFile'>): void {
  if (target === undefined || passphraseFile === undefined) return;
  try {
    readPassphrase(passphraseFile);
  } catch (error) {
    throw error instanceof BackupError ? wrongSetting('STOWAGE_BACKUP_PASSPHRASE_FILE', error.message) : error;
  }
}

/** Names the keys without showing them, so that a restore without one of them is refused. */
export function keyFingerprint(encryptionKey: Keyring): string {
  return fingerprintsOf(encryptionKey).join('+');
}

/** Whether the keys open everything in a backup. During a rotation, it needs two. */
export function openAll(encryptionKey: Keyring, fingerprint: string): boolean {
  const known = fingerprintsOf(encryptionKey);
  return fingerprint.split('+').every((each) => known.includes(each));
}

function fingerprintsOf(encryptionKey: Keyring): string[] {
  return encryptionKey.all().map(({ key }) => createHash('sha256').update('stowage backup key').update(key).digest('hex').slice(0, 32));
}

/**
 * The name of this database's history. The data directory's part is in no backup, so an installation that was restored continues
 * under another name. A new cluster, such as that of a newer PostgreSQL, has another identifier, and its WAL another place.
 * @param cluster PostgreSQL's system identifier; undefined for an external server, which ships no WAL
 */
export function lineOf(dataFolder: string, cluster: string | undefined): string {
  const file = path.join(dataFolder, 'backup-line');
  mkdirSync(dataFolder, { recursive: true });
  const folder = madeOnce(file, randomUUID);
  return cluster === undefined ? folder : `${folder}-${cluster}`;
}

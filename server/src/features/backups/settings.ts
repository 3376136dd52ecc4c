import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openObjectStore } from '../../integrations/storage/open-object-store.ts';
import type { S3Options } from '../../integrations/storage/s3-client.ts';
import { madeOnce } from '../../platform/made-once.ts';
import { BackupError } from './backup-error.ts';
import { openVault, readPassphrase, type Vault } from './vault/vault.ts';

/** Where backups are stored, and the passphrase that opens them. */
export interface BackupTarget {
  /** A folder, or `s3://bucket/prefix`. */
  readonly target: string | undefined;
  readonly passphraseFile: string | undefined;
  readonly s3: S3Options;
}

/** @throws BackupError when the settings are incomplete or the passphrase is another one */
export async function openTarget({ target, passphraseFile, s3 }: BackupTarget, { create }: { readonly create: boolean }): Promise<Vault> {
  if (target === undefined) throw new BackupError('Set STOWAGE_BACKUP_TARGET to a folder or to s3://bucket/prefix');
  if (passphraseFile === undefined) throw new BackupError('Set STOWAGE_BACKUP_PASSPHRASE_FILE to the file with the passphrase of the backups');
  const passphrase = readPassphrase(passphraseFile);
  return openVault(await openObjectStore(target, s3), passphrase, { create });
}

/** Names a key without showing it, so that a restore with another one is refused. */
export function keyFingerprint(encryptionKey: Buffer): string {
  return createHash('sha256').update('stowage backup key').update(encryptionKey).digest('hex').slice(0, 32);
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

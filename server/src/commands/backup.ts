import type { AppContext } from '../app-context.ts';
import { readConfig } from '../config/config.ts';
import { BackupError, openBackupRunner, readKeys, readPassphrase, writeKeysFile } from '../features/backups/index.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { isDiskFull } from '../platform/full-disk.ts';
import type { Given } from './line/command.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage backup` */
export const backUp = () => withPlatform((context) => takeBackup(context, console.warn));

/** Takes a backup now, and sends what is waiting. */
async function takeBackup(context: AppContext, say: (line: string) => void): Promise<number> {
  const runner = await openBackupRunner({ ...context, fileFolders: FILE_FOLDERS }, { mayBegin: true });
  const { manifest, bytes, removed, unknown } = await runner.backUp().catch((error: unknown) => {
    throw isDiskFull(error)
      ? new BackupError(`The disk of ${context.backup.target} is full. This backup is not complete. Earlier ones are as they were`, { cause: error })
      : error;
  });
  await runner.shipOnce();
  const { base, files, id } = manifest;
  const database = base === null ? 'no database: back it up with the tools of its server' : `a database of ${megabytes(base.plainBytes)} MB`;
  say(`Backup ${id} is complete: ${database}, ${files.count} files of ${megabytes(files.plainBytes)} MB. ${megabytes(bytes)} MB were added to the target.`);
  if (removed > 0) say(`${removed} old backups were removed.`);
  if (unknown.length > 0) {
    say(`Made by a newer version of Stowage, or damaged: ${unknown.join(', ')}. While they are in the target, no file there is removed.`);
  }
  return 0;
}

/** `stowage backup keys --to FILE`: the secrets of this installation, which are in no backup. */
export async function backUpKeys({ text }: Given): Promise<number> {
  const file = text('to') ?? '';
  const config = readConfig(process.env);
  const { passphraseFile } = config.backup;
  if (passphraseFile === undefined) throw new BackupError('Set STOWAGE_BACKUP_PASSPHRASE_FILE to the file with the passphrase');
  return withPlatform(async ({ dataFolder }) => {
    await writeKeysFile(file, readKeys(dataFolder, config), readPassphrase(passphraseFile));
    console.warn(`The keys are in ${file}. Store it apart from the backups: a restore needs both, and the passphrase.`);
    return 0;
  });
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

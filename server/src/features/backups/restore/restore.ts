import { counted } from '@stowage/contract/formats/text/counted';
import type { DatabaseConnection } from '../../../platform/database/connection/connect.ts';
import { isDiskFull } from '../../../platform/full-disk.ts';
import { BackupError } from '../backup-error.ts';
import { type InstallationKeys, keyOf, placeKeys } from '../vault/keys-file.ts';
import type { Vault } from '../vault/vault.ts';
import { planRestore, type RestorePlan, type Wanted } from './plan-restore.ts';
import { recover } from './recover.ts';
import { restoreFiles } from './restore-files.ts';
import { openRestoreFolder } from './restore-folder.ts';
import { finishRestore } from './restored-database.repository.ts';

interface Options extends Wanted {
  readonly keys: InstallationKeys;
  /** Empty, or absent. */
  readonly folder: string;
  readonly say: (line: string) => void;
  /** Restores what is before a gap in the write-ahead log, too, when no time is named. */
  readonly acceptsGap?: boolean;
  /** Restores the rest, too, when the target has lost files. */
  readonly acceptsLostFiles?: boolean;
  /** Looks at the restored installation before it counts. */
  readonly check?: ((restored: Restored) => Promise<void>) | undefined;
}

export interface Restored {
  readonly plan: RestorePlan;
  readonly folder: string;
  /** Undefined for a backup of files only. */
  readonly connection: DatabaseConnection | undefined;
}

/**
 * Restores an installation into an empty folder: database, files and keys. A refusal or a failure leaves the folder as it was.
 * @throws BackupError
 */
export async function restore(
  vault: Vault,
  { keys, folder, acceptsGap = false, acceptsLostFiles = false, say, check, ...wanted }: Options,
): Promise<RestorePlan> {
  const plan = await planRestore(vault, wanted, keyOf(keys));
  const { manifest, missing, at } = plan;
  if (missing !== undefined && at === undefined && !acceptsGap) {
    throw new BackupError(
      `The write-ahead log has a gap: ${missing} is missing, and nothing after it can be restored. Restore what is before it with --accept-gap, or the moment you need with --at`,
    );
  }
  const place = await openRestoreFolder(folder, plan.bytes);
  say(`Restoring backup ${manifest.id}${at === undefined ? ` and the changes after it` : ` to ${at.toISOString()}`} into ${folder} …`);
  if (missing !== undefined) say(`Warning: the write-ahead log has a gap at ${missing}. Nothing after it can be restored`);
  try {
    await restoreInto(vault, plan, { folder: place.work, keys, acceptsLostFiles, say, check });
    await place.finish();
  } catch (error) {
    await place.discard();
    throw isDiskFull(error) ? new BackupError(`The disk of ${folder} is full. Nothing was restored`, { cause: error }) : error;
  }
  return plan;
}

type Steps = Pick<Options, 'folder' | 'keys' | 'acceptsLostFiles' | 'say' | 'check'>;

async function restoreInto(vault: Vault, plan: RestorePlan, { folder, keys, acceptsLostFiles, say, check }: Steps): Promise<void> {
  const server = plan.manifest.base === null ? undefined : await recover(vault, plan, folder);
  try {
    if (server === undefined) say('This backup has no database: restore that with the tools of its server');
    else say(`The database is restored; the newest movement of its ledger: ${await finishRestore(server.connection, plan.manifest.id)}`);
    const { count, lost } = await restoreFiles(vault, plan, folder);
    for (const [name, reason] of lost) say(`${name}: ${reason}`);
    if (lost.size > 0 && acceptsLostFiles !== true) {
      throw new BackupError(`${counted(lost.size, 'file')} can't be restored. Restore everything else with --accept-lost-files`);
    }
    say(`${counted(count, 'file')} restored`);
    await placeKeys(folder, keys);
    await check?.({ plan, folder, connection: server?.connection });
  } finally {
    await server?.stop();
  }
}

import { existsSync } from 'node:fs';
import { counted } from '@stowage/contract/formats/text/counted';
import { readConfig } from '../config/config.ts';
import { BackupError, drill, openTarget, readKeys, recordedDrill, verify } from '../features/backups/index.ts';
import { hasCluster } from '../platform/database/embedded/cluster.ts';
import { dataRoot } from '../platform/database/embedded/data-root.ts';
import type { Given } from './line/command.ts';
import { openGiven } from './restore.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage verify-backup [--keys FILE] [--from TARGET] [--backup ID] [--drill] [--to FOLDER]` */
export async function verifyBackup({ text, isSet }: Given): Promise<number> {
  const parent = text('to');
  // Before everything is compared, which can take hours.
  if (isSet('drill') && parent !== undefined && !existsSync(parent)) throw new BackupError(`The folder ${parent} for the drill does not exist`);
  const config = readConfig(process.env);
  const vault = await openTarget({ ...config.backup, target: text('from') ?? config.backup.target }, { create: false });
  const { plan, files, faults } = await verify(vault, text('backup'));
  for (const fault of faults) console.warn(fault);
  if (faults.length > 0) throw new BackupError(`Backup ${plan.manifest.id} is damaged: ${counted(faults.length, 'fault')}`);
  const { id, base } = plan.manifest;
  console.warn(
    base === null
      ? `Backup ${id} is whole: ${files} files have their hashes. It has no database, which the tools of its server back up.`
      : `Backup ${id} is whole: the database, ${plan.segments.length} WAL segments after it, and ${files} files have their hashes.`,
  );
  if (!isSet('drill')) return 0;

  const { folder } = dataRoot(config);
  const isHere = config.databaseUrl !== undefined || hasCluster(folder);
  const keys = text('keys') === undefined && isHere ? readKeys(folder, config) : (await openGiven(config, text)).keys;
  const run = () => drill(vault, { keys, backup: plan.manifest.id, in: parent, say: console.warn });
  if (!isHere) await run();
  else {
    await withPlatform(async (context) => {
      await recordedDrill(context, plan.manifest.id, run);
      return 0;
    });
  }
  console.warn(`The restore drill of backup ${plan.manifest.id} succeeded${isHere ? ' and is recorded' : ''}.`);
  return 0;
}

import path from 'node:path';
import { day } from '@stowage/contract/formats/day';
import { type Config, readConfig } from '../config/config.ts';
import { openTarget, readKeysFile, readPassphrase, restore } from '../features/backups/index.ts';
import { dataRoot } from '../platform/database/embedded/data-root.ts';
import { type Given, UsageError } from './line/command.ts';

/** `stowage restore --keys FILE [--from TARGET] [--to FOLDER] [--at TIME] [--backup ID] [--accept-gap] [--accept-lost-files]` */
export async function restoreBackup({ text, isSet }: Given): Promise<number> {
  const at = readMoment(text('at'));
  const config = readConfig(process.env);
  const { backup, keys } = await openGiven(config, text);
  const to = text('to');
  const folder = to === undefined ? dataRoot({ dataDir: config.dataDir, databaseUrl: undefined }).folder : path.resolve(to);
  const accepts = { acceptsGap: isSet('accept-gap'), acceptsLostFiles: isSet('accept-lost-files') };
  await restore(backup, { keys, folder, at, backup: text('backup'), ...accepts, say: console.warn });
  console.warn(`Done. Start Stowage on ${folder} (STOWAGE_DATA_DIR).`);
  return 0;
}

/** Opens the target and the file of keys that a command names. */
export async function openGiven({ backup }: Config, text: Given['text']) {
  const keysFile = text('keys');
  const { passphraseFile } = backup;
  if (keysFile === undefined) throw new UsageError('Name the file of keys with --keys (it was written by: stowage backup keys --to FILE)');
  const vault = await openTarget({ ...backup, target: text('from') ?? backup.target }, { create: false });
  return { backup: vault, keys: await readKeysFile(keysFile, readPassphrase(passphraseFile ?? '')) };
}

/** @throws UsageError for another text than `2026-11-23T10:00:00Z` */
function readMoment(value: string | undefined): Date | undefined {
  if (value === undefined) return undefined;
  const moment = new Date(value);
  // JavaScript takes 30 February for 2 March.
  const isDay = day.safeParse(value.slice(0, 10)).success;
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/.test(value) || !isDay || Number.isNaN(moment.getTime())) {
    throw new UsageError(`--at must be a time with its zone, such as 2026-11-23T10:00:00Z, not ${value}`);
  }
  return moment;
}

import path from 'node:path';
import { day, utcDay } from '@stowage/contract/formats/day';
import type { AppContext } from '../app-context.ts';
import { type ArchiveContext, archiveBefore, attachFile, listArchives } from '../features/archives/index.ts';
import { auditArchive } from '../features/audit-log/index.ts';
import { stockArchive } from '../features/inventory/index.ts';
import { type Given, UsageError } from './line/command.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage archive --before 2024-01-01 [--to folder] [--dry-run]` */
export async function archiveOldPartitions({ text, isSet }: Given): Promise<number> {
  const before = dayOf(text('before') ?? '');
  if (before === undefined) throw new UsageError('--before is a day, such as 2024-01-01.');
  return withPlatform((context) => archivePartitions(context, { before, to: text('to'), isDryRun: isSet('dry-run') }, console.log));
}

/** `stowage archive attach <file>` */
export const attachArchivedPartition = (file: string) =>
  withPlatform(async (context) => {
    await attachFile(archiveContext(context, console.log), file);
    return 0;
  });

/** `stowage archive list` */
export const listArchivedPartitions = () =>
  withPlatform(async (context) => {
    await listArchives(archiveContext(context, console.log));
    return 0;
  });

type Dependencies = Pick<AppContext, 'db' | 'owner' | 'secrets' | 'dataFolder'>;

interface Options {
  readonly before: Date;
  readonly to: string | undefined;
  readonly isDryRun: boolean;
}

/** Archives what is older. @returns the exit code: 1 when a partition that is old enough was refused */
export async function archivePartitions(deps: Dependencies, { before, to, isDryRun }: Options, say: (line: string) => void): Promise<number> {
  const folder = path.resolve(to ?? path.join(deps.dataFolder, 'archive'));
  const { archived, refused } = await archiveBefore(archiveContext(deps, say), { before, folder, isDryRun });
  if (archived + refused === 0) say(`No partition has only rows from before ${utcDay(before)}.`);
  else if (archived > 0 && !isDryRun) say('Copy the files to a safe place: a backup of the database does not contain these rows any more.');
  return refused > 0 ? 1 : 0;
}

export const archiveContext = ({ db, owner, secrets }: Pick<Dependencies, 'db' | 'owner' | 'secrets'>, say: (line: string) => void): ArchiveContext => ({
  ...{ db, owner, say },
  encryptionKey: secrets.encryptionKey,
  tables: [auditArchive, stockArchive],
});

/** The start of a day in UTC. */
function dayOf(text: string): Date | undefined {
  return day.safeParse(text).success ? new Date(`${text}T00:00:00Z`) : undefined;
}

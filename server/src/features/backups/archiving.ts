import { existsSync } from 'node:fs';
import { archiveSettings, walSpool } from '../../platform/database/embedded/wal-archive.ts';
import { noteGap, readGap } from './shipping/wal-gap.ts';

interface Start {
  /** Whether this process has a backup target. */
  readonly isSetUp: boolean;
  readonly purpose: 'serve' | 'visit';
}

/**
 * The settings with which a process that starts the embedded server archives its WAL. A command often runs without the settings of
 * the service: what it writes waits in the spool for the next start. A server without backups would fill the disk.
 * @returns undefined for a server that archives nothing
 */
export async function archivingOf(folder: string, { isSetUp, purpose }: Start) {
  const spool = walSpool(folder);
  const archives = isSetUp || (purpose === 'visit' && existsSync(spool) && (await readGap(spool)) === undefined);
  return archives ? archiveSettings(folder) : undefined;
}

/** Records that a server ran without archiving although there are backups: they need a new one. */
export async function noteUnarchivedRun(folder: string, now: Date): Promise<void> {
  const spool = walSpool(folder);
  if (existsSync(spool)) await noteGap(spool, `a run without archiving at ${now.toISOString()}`);
}

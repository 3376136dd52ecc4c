import type { Context } from '../../platform/context.ts';
import { isArchivingFailing, readRunTimes } from './backup-run.repository.ts';
import { listSpool } from './shipping/ship.ts';

/** The state of backups, for the dashboard and for checks of the installation. */
export interface BackupState {
  readonly isSetUp: boolean;
  readonly lastBackupAt: Date | null;
  /** When the first backup began, successful or not. */
  readonly firstStartedAt: Date | null;
  readonly lastDrillAt: Date | null;
  /** Why the newest backup failed; null after a success. */
  readonly failure: string | null;
  /** Since when the oldest finished segment of WAL, or a file, has been waiting for the target. */
  readonly waitingSince: Date | null;
  readonly waitingBytes: number;
  /** PostgreSQL can't put finished segments into the spool. */
  readonly isArchivingFailing: boolean;
}

interface Source extends Pick<Context, 'db' | 'clock'> {
  readonly isSetUp: boolean;
  /** Undefined for an external server, which archives by its own means. */
  readonly spool: string | undefined;
  /** Since when this process fails to send changes. */
  readonly failingSince?: (() => Date | undefined) | undefined;
}

/** Reads the record of runs and the spool; the target is not asked. */
export async function backupState({ db, clock, isSetUp, spool, failingSince }: Source): Promise<BackupState> {
  const { lastBackupAt, lastDrillAt, failure, firstStartedAt } = await readRunTimes(db, clock.now());
  const waiting = spool === undefined ? [] : await listSpool(spool);
  return {
    ...{ isSetUp, lastBackupAt, firstStartedAt, lastDrillAt, failure },
    waitingSince: waiting[0]?.at ?? failingSince?.() ?? null,
    waitingBytes: waiting.reduce((sum, { bytes }) => sum + bytes, 0),
    isArchivingFailing: spool !== undefined && isSetUp && (await isArchivingFailing(db)),
  };
}

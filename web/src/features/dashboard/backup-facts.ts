import { BACKUP_LATE_MS, BACKUP_WAITING_MS } from '@stowage/contract/dashboard/backup-limits';
import type { SystemState } from '@stowage/contract/dashboard/dashboard';
import { dateTime24 } from '../../ui/format/date-time.ts';

interface BackupFact {
  readonly name: string;
  readonly text: string;
  readonly tone?: 'warn' | 'bad' | undefined;
}

const NOT_SET_UP = 'Not set up. Set STOWAGE_BACKUP_TARGET on the server.';

/** The age of the last backup and of the last restore drill, and what is wrong with them. */
export function backupFacts({ isSetUp, lastBackupAt, lastDrillAt, failure, waitingSince }: SystemState['backup'], now: number): BackupFact[] {
  if (!isSetUp) return [{ name: 'Last backup', text: NOT_SET_UP }];
  const isOld = (moment: string | null, ms: number) => moment !== null && now - Date.parse(moment) > ms;
  const last = lastBackupAt === null ? 'None yet' : dateTime24(new Date(lastBackupAt));
  return [
    {
      name: 'Last backup',
      text: failure === null ? last : `${last}. The next one failed: ${failure}`,
      tone: failure !== null || isOld(lastBackupAt, BACKUP_LATE_MS) ? 'bad' : lastBackupAt === null ? 'warn' : undefined,
    },
    ...(isOld(waitingSince, BACKUP_WAITING_MS)
      ? [{ name: 'Waiting for the backup target', text: `Changes since ${dateTime24(new Date(waitingSince ?? now))}`, tone: 'bad' as const }]
      : []),
    { name: 'Last restore drill', text: lastDrillAt === null ? 'None yet. Run stowage verify-backup --drill.' : dateTime24(new Date(lastDrillAt)) },
  ];
}

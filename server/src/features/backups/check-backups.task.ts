import { BACKUP_LATE_MS, BACKUP_WAITING_MS } from '@stowage/contract/dashboard/backup-limits';
import { utcDay } from '@stowage/contract/formats/day';
import type { Context } from '../../platform/context.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { notify } from '../notifications/index.ts';
import { type BackupState, backupState } from './backup-state.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly isSetUp: boolean;
  readonly spool: string | undefined;
  readonly failingSince?: () => Date | undefined;
  /** When the installation could have had its first backup, if none was tried. */
  readonly since: Date;
}

/** Alerts administrators about backups that fail, are late or are not shipped: once a day for each of these. */
export function checkBackupsTask({ since, ...source }: Dependencies): Task {
  const { db, clock, isSetUp } = source;
  return {
    ...{ name: 'check-backups', cron: '*/10 * * * *' },
    async run() {
      if (!isSetUp) return;
      const now = clock.now();
      for (const { name, title, body } of problemsOf(await backupState(source), { now, since })) {
        const record = { kind: 'backup', id: `${name} ${utcDay(now)}` };
        await db.transaction().execute((tx) => notify(tx, { kind: 'backup-problem', title, body, record, path: '/dashboard' }));
      }
    },
  };
}

interface Problem {
  readonly name: string;
  readonly title: string;
  readonly body: string;
}

/** What an administrator should know about backups, the worst first. */
export function problemsOf(state: BackupState, { now, since }: { readonly now: Date; readonly since: Date }): Problem[] {
  const problems: Problem[] = [];
  const isOld = (moment: Date | null, ms: number) => moment !== null && now.getTime() - moment.getTime() > ms;
  if (state.failure !== null) problems.push({ name: 'failed', title: 'The backup failed', body: `${state.failure}. Stowage tries again every 15 minutes.` });
  else if (isOld(state.lastBackupAt ?? state.firstStartedAt ?? since, BACKUP_LATE_MS)) {
    const title = state.lastBackupAt === null ? 'There is no backup yet' : 'The last backup is older than 26 hours';
    problems.push({ name: 'late', title, body: 'Check the backup target, or run stowage backup on the server.' });
  }
  if (isOld(state.waitingSince, BACKUP_WAITING_MS) || state.isArchivingFailing) {
    const body = 'Changes of the last minutes are only on this machine. Check the backup target and the free space of the data directory.';
    problems.push({ name: 'waiting', title: 'Changes are not reaching the backup target', body });
  }
  return problems;
}

import { DAY_MS } from '@stowage/contract/formats/durations';
import { type BackupState, problemsOf } from '../../features/backups/index.ts';
import { type Check, ok, warn } from '../check.ts';

const NAME = 'backups';
const LATE_DRILL_MS = 35 * DAY_MS;

/** @param isDemo a demo has nothing to lose */
export function checkBackups(state: BackupState, { now, isDemo }: { readonly now: Date; readonly isDemo: boolean }): Check {
  if (!state.isSetUp)
    return isDemo ? ok(NAME, 'None are set up. The demo needs none.') : warn(NAME, 'None are set up', 'Set STOWAGE_BACKUP_TARGET: docs/operations/backup.md.');
  if (state.lastBackupAt === null && state.failure === null)
    return warn(NAME, 'There is no backup yet', 'Start Stowage, which takes the first one, or run stowage backup.');
  const [problem] = problemsOf(state, { now, since: now });
  if (problem !== undefined) return warn(NAME, problem.title, problem.body);
  const isDrillLate = state.lastDrillAt === null || now.getTime() - state.lastDrillAt.getTime() > LATE_DRILL_MS;
  const last = `The last backup ended at ${state.lastBackupAt?.toISOString()}`;
  return isDrillLate ? warn(NAME, `${last}; no restore was tried within 35 days`, 'Run stowage verify-backup --drill.') : ok(NAME, `${last}.`);
}

import type { Context } from '../../platform/context.ts';
import { startBackupLoop } from './backup-loop.ts';
import { type BackupDependencies, spoolOf } from './backup-runner.ts';
import { type BackupState, backupState } from './backup-state.ts';
import { checkBackupsTask } from './check-backups.task.ts';

type Dependencies = BackupDependencies & Pick<Context, 'logger'>;

/** Backups by schedule, while a target is set. */
export function createBackups(deps: Dependencies) {
  const isSetUp = deps.backup.target !== undefined;
  const spool = spoolOf(deps);
  return {
    tasks: [checkBackupsTask({ ...deps, isSetUp, spool, since: deps.clock.now() })],
    start: () => (isSetUp ? startBackupLoop(deps) : async () => {}),
    state: (): Promise<BackupState> => backupState({ ...deps, isSetUp, spool }),
  };
}

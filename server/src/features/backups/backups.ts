import type { Clock } from '../../platform/clock.ts';
import type { Context } from '../../platform/context.ts';
import { type Shipping, startBackupLoop } from './backup-loop.ts';
import { type BackupDependencies, spoolOf } from './backup-runner.ts';
import { type BackupState, backupState } from './backup-state.ts';
import { checkBackupsTask } from './check-backups.task.ts';

type Dependencies = BackupDependencies & Pick<Context, 'logger'>;

/** Nothing takes the first backup by itself. */
const NEVER = new Date(0);

/** Backups by schedule, while a target is set. */
export function createBackups(deps: Dependencies) {
  const isSetUp = deps.backup.target !== undefined;
  const spool = spoolOf(deps);
  const shipping = watchShipping(deps.clock);
  const source = { ...deps, isSetUp, spool, failingSince: shipping.failingSince };
  return {
    tasks: [checkBackupsTask({ ...source, since: deps.backup.at === 'off' ? NEVER : deps.clock.now() })],
    start: () => (isSetUp ? startBackupLoop({ ...deps, shipping }) : async () => {}),
    state: (): Promise<BackupState> => backupState(source),
  };
}

/** An external server has no spool that shows what is waiting. */
function watchShipping(clock: Clock): Shipping & { readonly failingSince: () => Date | undefined } {
  let since: Date | undefined;
  return {
    failingSince: () => since,
    succeeded() {
      since = undefined;
    },
    failed() {
      since ??= clock.now();
    },
  };
}

import { messageOf } from '@stowage/contract/errors';
import type { Context } from '../../../platform/context.ts';
import { endRun, startRun } from '../backup-run.repository.ts';
import type { RestorePlan } from '../restore/plan-restore.ts';

/** Records a drill in the running installation, whose dashboard shows the last successful one. */
export async function recordedDrill({ db, clock }: Pick<Context, 'db' | 'clock'>, name: string, run: () => Promise<RestorePlan>): Promise<void> {
  const id = await startRun(db, 'DRILL', { name, now: clock.now() });
  try {
    await run();
    await endRun(db, id, { finishedAt: clock.now() });
  } catch (error) {
    await endRun(db, id, { finishedAt: clock.now(), error: messageOf(error) });
    throw error;
  }
}

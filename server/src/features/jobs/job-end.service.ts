import type { DatabasePool } from '../../platform/database/connection/connect.ts';
import { notify } from '../notifications/index.ts';
import { finishRun, hasFailedBefore, type OpenRun } from './job-run.repository.ts';

interface JobOutcome {
  readonly run: Pick<OpenRun, 'id' | 'kind' | 'requested_by'>;
  readonly title: string;
  readonly state: 'DONE' | 'FAILED';
  readonly error: string | null;
  readonly now: Date;
}

/** Finishes a run and notifies the person who started it. A failed scheduled run notifies the people who manage jobs. */
export async function finishAndNotify(db: DatabasePool, { run, title, state, error, now }: JobOutcome): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await finishRun(tx, run.id, { state, error, now }))) return;
    // Scheduled runs are frequent: a successful one needs no notification, and one that goes on failing a first one a day.
    if (run.requested_by === null && (state === 'DONE' || (await hasFailedBefore(tx, run, now)))) return;
    await notify(tx, {
      kind: state === 'DONE' ? 'job-finished' : 'job-failed',
      ...(run.requested_by !== null && { to: [run.requested_by] }),
      title: `${title}: ${state === 'DONE' ? 'finished' : 'failed'}`,
      ...(error !== null && { body: error }),
      record: { kind: 'job', id: run.id },
      path: `/jobs?job=${run.id}`,
      key: `job ${run.id} ${state} ${now.toISOString()}`,
    });
  });
}

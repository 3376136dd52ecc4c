import type { Database, DatabasePool } from '../../platform/database/connect.ts';
import { queueMail, readEmailSettings } from '../mail/index.ts';
import { notify } from '../notifications/index.ts';
import { finishRun } from './job-run.repository.ts';

interface End {
  readonly run: { readonly id: number; readonly requested_by: number | null };
  readonly title: string;
  readonly state: 'DONE' | 'FAILED';
  readonly error: string | null;
  readonly now: Date;
}

/** Ends a run and tells of it, in one transaction: whoever asked for it, or who looks after jobs when one failed that nobody asked for. */
export async function finishAndTell(db: DatabasePool, { run, title, state, error, now }: End): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await finishRun(tx, run.id, { state, error, now }))) return;
    // What runs by itself every hour and succeeds is no news.
    if (state === 'DONE' && run.requested_by === null) return;
    const told = `${title}: ${state === 'DONE' ? 'finished' : 'failed'}`;
    await notify(tx, {
      kind: state === 'DONE' ? 'job-finished' : 'job-failed',
      ...(run.requested_by !== null && { to: [run.requested_by] }),
      title: told,
      ...(error !== null && { body: error }),
      record: { kind: 'job', id: run.id },
      path: `/jobs?job=${run.id}`,
      key: `job ${run.id} ${state} ${now.toISOString()}`,
    });
    await mailRecipients(tx, { runId: run.id, told, error, state });
  });
}

/** Everybody on the list gets one mail per end of a batch process. */
async function mailRecipients(
  tx: Database,
  { runId, told, error, state }: { runId: number; told: string; error: string | null; state: string },
): Promise<void> {
  const { enabled, recipients, batchProcessNotifications } = await readEmailSettings(tx);
  if (!enabled || !batchProcessNotifications) return;
  for (const recipient of recipients) {
    await queueMail(tx, {
      kind: 'batch-process',
      recipient,
      subject: told,
      lines: error === null ? [`${told}.`] : [`${told}.`, error],
      action: { label: 'Open the job', path: `/jobs?job=${runId}` },
      footer: { text: 'Choose who gets these mails', path: '/admin/settings' },
      key: `job ${runId} ${state} ${recipient.toLowerCase()}`,
    });
  }
}

import type { Database, DatabasePool } from '../../platform/database/connection/connect.ts';
import { queueMail, readEmailSettings } from '../mail/index.ts';
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
    const summary = `${title}: ${state === 'DONE' ? 'finished' : 'failed'}`;
    await notify(tx, {
      kind: state === 'DONE' ? 'job-finished' : 'job-failed',
      ...(run.requested_by !== null && { to: [run.requested_by] }),
      title: summary,
      ...(error !== null && { body: error }),
      record: { kind: 'job', id: run.id },
      path: `/jobs?job=${run.id}`,
      key: `job ${run.id} ${state} ${now.toISOString()}`,
    });
    await mailRecipients(tx, { runId: run.id, summary, error, state });
  });
}

/** Mails each recipient of batch process mails once for each finished run. */
async function mailRecipients(
  tx: Database,
  { runId, summary, error, state }: { runId: number; summary: string; error: string | null; state: string },
): Promise<void> {
  const { enabled, recipients, batchProcessNotifications } = await readEmailSettings(tx);
  if (!enabled || !batchProcessNotifications) return;
  for (const recipient of recipients) {
    await queueMail(tx, {
      kind: 'batch-process',
      recipient,
      subject: summary,
      lines: error === null ? [`${summary}.`] : [`${summary}.`, error],
      action: { label: 'Open the job', path: `/jobs?job=${runId}` },
      footer: { text: 'Choose who gets these mails', path: '/admin/settings' },
      key: `job ${runId} ${state} ${recipient.toLowerCase()}`,
    });
  }
}

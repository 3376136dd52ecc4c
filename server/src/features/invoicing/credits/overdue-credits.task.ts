import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { listOverdueCredits, listOverdueRefunds, type OverdueCredits } from './overdue-credit.read-model.ts';

const OVERDUE_AFTER_DAYS = 30;

/** Every morning: notifies about vendors who have owed credits or refunds for 30 days, and again when another one becomes that old. */
export function overdueCreditsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'overdue-credits',
    cron: '40 5 * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        const before = new Date(clock.now().getTime() - OVERDUE_AFTER_DAYS * DAY_MS);
        for (const owed of await listOverdueCredits(tx, before)) await notifyOf(tx, owed, 'credit');
        for (const owed of await listOverdueRefunds(tx, before)) await notifyOf(tx, owed, 'refund');
      }),
  };
}

function notifyOf(tx: Database, { vendor, count, newestId }: OverdueCredits, what: 'credit' | 'refund'): Promise<void> {
  const narrowed = { tab: 'credits', ...(vendor !== null && { vendor }), ...(what === 'refund' && { refunds: 'true' }) };
  return notify(tx, {
    kind: 'credit-overdue',
    title: `${vendor ?? 'A vendor'} has owed ${count === 1 ? `a ${what}` : `${count} ${what}s`} for more than ${OVERDUE_AFTER_DAYS} days`,
    record: { kind: 'vendor', id: vendor ?? '-' },
    path: `/poinvoicecredits?${new URLSearchParams(narrowed)}`,
    key: `${what}-overdue ${newestId}`,
  });
}

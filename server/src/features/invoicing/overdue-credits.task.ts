import { DAY_MS } from '@stowage/contract/durations';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Task } from '../../platform/jobs/task.ts';
import { notify } from '../notifications/index.ts';
import { listOverdueCredits } from './overdue-credit.read-model.ts';

const OVERDUE_AFTER_DAYS = 30;

/** Every morning: tells of vendors who have owed credits for 30 days; again when another of theirs is that old. */
export function overdueCreditsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
  return {
    name: 'overdue-credits',
    payload: z.object({}).loose(),
    cron: '40 5 * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        for (const { vendor, count, newestId } of await listOverdueCredits(tx, new Date(clock.now().getTime() - OVERDUE_AFTER_DAYS * DAY_MS))) {
          await notify(tx, {
            kind: 'credit-overdue',
            title: `${vendor ?? 'A vendor'} has owed ${count === 1 ? 'a credit' : `${count} credits`} for more than ${OVERDUE_AFTER_DAYS} days`,
            record: { kind: 'vendor', id: vendor ?? '-' },
            path: `/poinvoicecredits?${new URLSearchParams({ tab: 'credits', ...(vendor !== null && { vendor }) })}`,
            key: `credit-overdue ${newestId}`,
          });
        }
      }),
  };
}

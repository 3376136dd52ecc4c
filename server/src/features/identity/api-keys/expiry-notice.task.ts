import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { listExpiring } from './api-key.repository.ts';

/** The days before the end on which administrators are notified, of keys that live at least twice as long. */
const NOTICE_DAYS = [14, 2] as const;

/** Notifies administrators of API keys that expire soon, so that no program stops without a warning. Safe to run twice. */
export function notifyOfExpiryTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    ...{ name: 'notify-of-api-key-expiry', cron: '15 6 * * *' },
    async run() {
      const now = clock.now();
      for (const days of NOTICE_DAYS) {
        const expiring = await listExpiring(db, { now, before: new Date(now.getTime() + days * DAY_MS), minLifeDays: 2 * days });
        for (const { id, name, owner, expiresAt } of expiring) {
          await db.transaction().execute((tx) =>
            notify(tx, {
              ...{
                kind: 'api-key-expires',
                title: `The API key “${name}” expires on ${utcDay(expiresAt)}`,
                path: '/admin/settings/api-keys',
              },
              body: `${owner} created it. Programs that use it stop then. Create another one and give it to them.`,
              ...{ record: { kind: 'api_keys', id }, key: `api-key-expires ${id} ${days}` },
            }),
          );
        }
      }
    },
  };
}

import * as z from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { casePath } from '../review/case-change.ts';
import { listDueClaims } from './due-claim.read-model.ts';

const DAYS = [14, 7, 3, 1] as const;
/** From this many days on, managers are notified too. */
const EVERYBODY_FROM_DAYS = 3;

/** Notifies owners, every morning, of claims that are due in 14, 7, 3 and 1 days. Notification keys make a second run a no-op. */
export function dueClaimsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'due-claims',
    payload: z.object({}).loose(),
    cron: '30 5 * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        for (const { caseId, days, dueOn, personId } of await listDueClaims(tx, clock.now(), DAYS)) {
          const claim = {
            kind: 'claim-due',
            title: `The claim of case ${caseId} must be filed within ${days === 1 ? '1 day' : `${days} days`}`,
            body: `The last day is ${dueOn}.`,
            record: { kind: 'case', id: caseId },
            path: casePath(caseId),
            key: `claim-due ${caseId} ${dueOn} ${days}`,
          } as const;
          if (personId !== null) await notify(tx, { ...claim, to: [personId] });
          if (personId === null || days <= EVERYBODY_FROM_DAYS) await notify(tx, claim);
        }
      }),
  };
}

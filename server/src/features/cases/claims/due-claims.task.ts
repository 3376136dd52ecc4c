import type { Context } from '../../../platform/context.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { casePath } from '../review/case-change.ts';
import { listDueClaims } from './due-claim.read-model.ts';

const DAYS = [1, 3, 7, 14] as const;
const FIRST_DAYS = 14;
/** From this many days on, managers are notified too. */
const EVERYBODY_FROM_DAYS = 3;

/**
 * Notifies owners, every morning, of claims that are due in 14, 7, 3 and 1 days, or later if no process ran on the day. Notification
 * keys make a second run a no-op.
 */
export function dueClaimsTask({ db, clock }: Pick<Context, 'db' | 'clock'>): Task {
  return {
    name: 'due-claims',
    cron: '30 5 * * *',
    run: () =>
      db.transaction().execute(async (tx) => {
        for (const { caseId, days, dueOn, knownDays, personId } of await listDueClaims(tx, clock.now(), FIRST_DAYS)) {
          const reached = DAYS.find((one) => days <= one) ?? FIRST_DAYS;
          // The person who creates a case sees its last day.
          if (reached > knownDays) continue;
          const claim = {
            kind: 'claim-due',
            title: `The claim of case ${caseId} must be filed ${days === 0 ? 'today' : days === 1 ? 'within 1 day' : `within ${days} days`}`,
            body: `The last day is ${dueOn}.`,
            record: { kind: 'case', id: caseId },
            path: casePath(caseId),
            key: `claim-due ${caseId} ${dueOn} ${reached}`,
          } as const;
          if (personId !== null) await notify(tx, { ...claim, to: [personId] });
          if (personId === null || days <= EVERYBODY_FROM_DAYS) await notify(tx, claim);
        }
      }),
  };
}

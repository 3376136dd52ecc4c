import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { casePath } from '../review/case-change.service.ts';
import { listDueClaims } from './due-claim.read-model.ts';

const DAYS = [14, 7, 3, 1] as const;
/** From then on managers hear of it too. */
const EVERYBODY_FROM_DAYS = 3;

/** Every morning: tells whose claims run out in 14, 7, 3 and 1 days. A second run of a day tells nothing new. */
export function dueClaimsTask({ db, clock }: { db: DatabasePool; clock: Clock }): Task {
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

import { casesTopic } from '@stowage/contract/cases/cases';
import { STARTABLE_JOBS } from '@stowage/contract/jobs/jobs';
import type { Context } from '../../../platform/context.ts';
import type { Job } from '../../jobs/index.ts';
import { insertEvent } from '../review/case-event.repository.ts';
import { isReversal, paymentText, proposeByCaseId, proposeByFnsku, proposeByOriginal } from './reimbursement-match.repository.ts';

const KIND = 'match-reimbursements';

/** Proposes, every morning after the imports, payments from Amazon for our cases. People decide on them. */
export function matchReimbursementsJob({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>): Job {
  return {
    kind: KIND,
    title: STARTABLE_JOBS[KIND],
    cron: '15 6 * * *',
    run: async (_payload, context) => {
      const now = clock.now();
      const proposed = await db.transaction().execute(async (tx) => {
        const found = [...(await proposeByCaseId(tx, now)), ...(await proposeByFnsku(tx, now)), ...(await proposeByOriginal(tx, now))];
        for (const { caseId, reimbursementId, amount, currency } of found) {
          const proposal = isReversal(amount) ? 'to be subtracted' : 'proposed as resolved';
          const detail = `Amazon ${paymentText({ amount, currency })} (reimbursement ${reimbursementId}): ${proposal}`;
          await insertEvent(tx, { caseId, kind: 'PROPOSED', detail, actorId: null, at: now });
        }
        return found;
      });
      for (const caseId of new Set(proposed.map((one) => one.caseId))) topics.publish(casesTopic, { caseId, change: 'PROPOSED' });
      await context.progress({ done: proposed.length, message: 'Payments proposed', counts: { proposed: proposed.length } });
      return undefined;
    },
  };
}

import { casesTopic } from '@stowage/contract/cases/cases';
import { counted } from '@stowage/contract/formats/text/counted';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { revokeLinks } from '../../photos/index.ts';
import { dismissProposals } from '../claims/reimbursement-match.repository.ts';
import { findCaseIdOfDecision, lockCase } from './case.repository.ts';
import { moveTo, requireCase } from './case-change.ts';
import { insertEvent } from './case-event.repository.ts';

const CLOSED = 'Concluded - No Credit';
const REASON = 'Opened by mistake';

export interface CaseWithdrawal {
  /**
   * Closes the case of units whose disposition decision is undone, in the same transaction.
   * @returns a function that notifies open pages, to be called after the commit
   * @throws AppError `has_case` when somebody has worked on the case
   */
  withdraw(tx: DatabaseTransaction, decisionId: number, actorId: number): Promise<() => void>;
}

export function createCaseWithdrawal({ clock, topics }: Pick<Context, 'clock' | 'topics'>): CaseWithdrawal {
  return {
    async withdraw(tx, decisionId, actorId) {
      const caseId = requireCase(await findCaseIdOfDecision(tx, decisionId));
      const locked = requireCase(await lockCase(tx, caseId));
      if (locked.photoCount > 0 || locked.amazonCaseId || locked.reimbursementId) {
        const content = locked.photoCount > 0 ? 'photos' : 'an Amazon case ID';
        throw new AppError('conflict', `Case ${caseId} already has ${content}. Continue in Case Review`, { reason: 'has_case' });
      }
      const now = clock.now();
      if (locked.status === CLOSED) await insertEvent(tx, { caseId, kind: 'STATUS', detail: REASON, actorId, at: now });
      else await moveTo(tx, locked, { status: CLOSED, reason: REASON, actorId, now });
      await revokeLinks(tx, { kind: 'case', id: caseId }, now);
      const dismissed = await dismissProposals(tx, caseId, { actorId, now });
      if (dismissed > 0) {
        const detail = `${counted(dismissed, 'proposed payment')} ${dismissed === 1 ? 'is' : 'are'} not for this case`;
        await insertEvent(tx, { caseId, kind: 'DECIDED', detail, actorId, at: now });
      }
      return () => topics.publish(casesTopic, { caseId, change: 'STATUS' });
    },
  };
}

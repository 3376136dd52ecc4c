import { RESTORE_HOURS } from '@stowage/contract/pricing/listing-jobs';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import { chooseCandidate, undoAssignments } from '../engine/assignment.repository.ts';
import { getJob, isSkuTaken, markUndone } from './listing-job.repository.ts';
import { isUndoable } from './listing-job.rules.ts';
import type { ListingJobService } from './listing-job.service.ts';

export type UndoService = ReturnType<typeof createUndoService>;

/** Undoes clears and assignments, and resolves the conflicts of assignments. */
export function createUndoService({ db, clock, jobs }: { db: DatabasePool; clock: Clock; jobs: ListingJobService }) {
  return {
    /** Starts a job that restores the quantities of a clear. @returns the ID of the new job */
    async restore(code: string, userId: number): Promise<string> {
      const job = await getJob(db, code);
      const refusal = () =>
        new AppError('conflict', `Quantities can be restored once, for ${RESTORE_HOURS} hours after they were cleared`, { reason: 'not_restorable' });
      if (!isUndoable(job, clock.now()) || job.kind !== 'clear-listings') throw refusal();
      return jobs.start('restore-listings', { clearJobId: job.id }, userId, async (tx) => {
        if (!(await markUndone(tx, job.id, clock.now()))) throw refusal();
      });
    },

    async undoAssignment(code: string) {
      const job = await getJob(db, code);
      return db
        .transaction()
        .execute(async (tx) => {
          if (job.kind !== 'assign-skus' || job.status !== 'COMPLETED' || !(await markUndone(tx, job.id, clock.now()))) {
            throw new AppError('conflict', 'Only an assignment can be undone, once', { reason: 'not_undoable' });
          }
          return undoAssignments(tx, job.id);
        })
        .catch((error: unknown) => {
          throw isSkuTaken(error) ? new AppError('conflict', 'Another listing got a former SKU at this moment. Try again.', { reason: 'taken' }) : error;
        });
    },

    /** Resolves a conflict of an assignment. */
    async choose(code: string, choice: { listingId: number; sku: string }): Promise<void> {
      const job = await getJob(db, code);
      const chosen = await db
        .transaction()
        .execute((tx) => chooseCandidate(tx, { jobId: job.id, ...choice }))
        .catch((error: unknown) => {
          if (!isSkuTaken(error)) throw error;
          throw new AppError('conflict', `Another listing has the SKU ${choice.sku}`, { reason: 'taken' });
        });
      if (chosen === undefined) throw new AppError('conflict', 'This SKU is not a candidate of the conflict', { reason: 'not_a_candidate' });
    },
  };
}

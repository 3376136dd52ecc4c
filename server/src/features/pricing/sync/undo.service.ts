import { RESTORE_HOURS } from '@stowage/contract/pricing/pricing';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import { chooseCandidate, undoAssignments } from '../engine/assignment.repository.ts';
import { findJobByCode, isSkuTaken, markUndone } from './listing-job.repository.ts';
import { isUndoable } from './listing-job.rules.ts';
import type { ListingJobService } from './listing-job.service.ts';

export interface UndoService {
  /** Starts the opposite of a clear. @returns the new job's id */
  restore(code: string, userId: number): Promise<string>;
  undoAssignment(code: string): Promise<{ undoneCount: number; keptCount: number }>;
  /** Settles a conflict of an assignment. */
  choose(code: string, choice: { listingId: number; sku: string }): Promise<void>;
}

/** What takes a job back, or settles what it left open. */
export function createUndoService({ db, clock, jobs }: { db: DatabasePool; clock: Clock; jobs: ListingJobService }): UndoService {
  const getJob = async (code: string) => {
    const job = await findJobByCode(db, code);
    if (job === undefined) throw new AppError('not_found', 'There is no such job');
    return job;
  };
  return {
    async restore(code, userId) {
      const job = await getJob(code);
      if (!isUndoable(job, clock.now()) || job.kind !== 'clear-listings') {
        throw new AppError('conflict', `Quantities can be restored once, for ${RESTORE_HOURS} hours after they were cleared`, { reason: 'not_restorable' });
      }
      const restored = await jobs.start('restore-listings', { clearJobId: job.id }, userId);
      await markUndone(db, job.id, clock.now());
      return restored;
    },

    async undoAssignment(code) {
      const job = await getJob(code);
      return db.transaction().execute(async (tx) => {
        if (job.kind !== 'assign-skus' || job.status !== 'COMPLETED' || !(await markUndone(tx, job.id, clock.now()))) {
          throw new AppError('conflict', 'Only an assignment can be undone, once', { reason: 'not_undoable' });
        }
        const { undone, kept } = await undoAssignments(tx, job.id);
        return { undoneCount: undone, keptCount: kept };
      });
    },

    async choose(code, choice) {
      const job = await getJob(code);
      const chosen = await db
        .transaction()
        .execute((tx) => chooseCandidate(tx, { jobId: job.id, ...choice }))
        .catch((error: unknown) => {
          if (!isSkuTaken(error)) throw error;
          throw new AppError('conflict', `Another listing has the SKU ${choice.sku}`, { reason: 'taken' });
        });
      if (chosen === undefined) throw new AppError('conflict', 'This SKU is not one of the conflict’s', { reason: 'not_a_candidate' });
    },
  };
}

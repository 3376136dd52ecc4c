import { COUNT_LOCATIONS_LIMIT, countsTopic } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { findLocationCode } from '../locations/location.repository.ts';
import { requireLocation } from '../locations/location.service.ts';
import type { StockWorker } from '../stock-worker.rules.ts';
import { closeCount, findOpenCountOf, insertCount } from './count.repository.ts';
import { requireActiveUser } from './count-assignee.service.ts';
import { stateAfter, withLockedCount } from './count-lock.service.ts';
import { createCountReviewService } from './count-review.service.ts';

interface NewCount {
  /** Ids or codes. */
  readonly locations: readonly (number | string)[];
  readonly isBlind: boolean;
  readonly assigneeId: number | null;
  /** A plain date. */
  readonly dueOn: string | null;
  readonly actorId: number;
}

export type CountService = ReturnType<typeof createCountService>;

/** Starts, reviews and cancels counts. Each command locks the count. */
export function createCountService({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>) {
  return {
    ...createCountReviewService({ db, topics }),

    /** @returns the count's id */
    async start(count: NewCount): Promise<number> {
      const countId = await startCount(db, count);
      topics.publish(countsTopic, { countId, change: 'STARTED' });
      return countId;
    },

    async cancel(countId: number, counter: StockWorker): Promise<void> {
      await withLockedCount(db, countId, async (tx, count) => {
        if (count.state === 'CANCELED') return;
        stateAfter(count, 'cancel');
        if (count.startedBy !== counter.userId && !counter.mayApprove) {
          throw new AppError('forbidden', 'Only the person who started a count, or one who may approve counts, can cancel it', { reason: 'not_yours' });
        }
        await closeCount(tx, countId, { state: 'CANCELED', actorId: counter.userId, at: clock.now() });
      });
      topics.publish(countsTopic, { countId, change: 'STATE' });
    },
  };
}

const OPEN_COUNT_KEY = 'count_session_locations_open_key';

async function startCount(db: DatabasePool, count: NewCount): Promise<number> {
  let locationIds: number[] = [];
  try {
    return await db.transaction().execute(async (tx) => {
      locationIds = await lockLocations(tx, count.locations);
      if (count.assigneeId !== null) await requireActiveUser(tx, count.assigneeId);
      return insertCount(tx, { ...count, startedBy: count.actorId, locationIds });
    });
  } catch (error) {
    if (!violatesUnique(error, OPEN_COUNT_KEY)) throw error;
    const open = await findOpenCountOf(db, locationIds);
    throw new AppError(
      'conflict',
      open ? `${open.location} is already being counted, in count ${open.id}` : 'Another count of one of these locations has just ended. Try again.',
      {
        reason: 'already_being_counted',
        ...(open && { details: { countId: open.id } }),
      },
    );
  }
}

/**
 * The open count of a location. Starts a blind, unassigned count if there is none. The caller publishes after its commit.
 * @throws AppError `already_being_counted` when another transaction starts a count of the location
 */
export async function countLocation(tx: DatabaseTransaction, location: number, actorId: number): Promise<{ id: number; location: string; isNew: boolean }> {
  const locationIds = await lockLocations(tx, [location]);
  const open = await findOpenCountOf(tx, locationIds);
  if (open !== undefined) return { ...open, isNew: false };
  const id = await insertCount(tx, { isBlind: true, assigneeId: null, dueOn: null, startedBy: actorId, locationIds }).catch((error: unknown) => {
    if (!violatesUnique(error, OPEN_COUNT_KEY)) throw error;
    throw new AppError('conflict', 'A count of this location was started at the same time. Report the problem again.', { reason: 'already_being_counted' });
  });
  return { id, location: (await findLocationCode(tx, location)) ?? '', isNew: true };
}

/** @returns each location's id once, in ascending order */
async function lockLocations(tx: DatabaseTransaction, locations: readonly (number | string)[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const location of locations.slice(0, COUNT_LOCATIONS_LIMIT)) ids.add((await requireLocation(tx, location)).id);
  return [...ids].sort((a, b) => a - b);
}

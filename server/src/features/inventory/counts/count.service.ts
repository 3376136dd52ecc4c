import { COUNT_LOCATIONS_LIMIT, causesOf, countsTopic, type RootCause } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { isActiveUser } from '../../identity/index.ts';
import { notify } from '../../notifications/index.ts';
import { findLocationCode, locationReference, lockActiveLocation } from '../locations/location.repository.ts';
import { beginRound, type Count, closeCount, findOpenCountOf, hasCounted, insertCount, setHold, setState } from './count.repository.ts';
import { type Counter, isHeld, needsApproval } from './count.rules.ts';
import {
  countRemainingAsMissing,
  countUncounted,
  findLine,
  type Line,
  markReviewed,
  resetDifferingLines,
  setCause,
  setCauseOfUnexplained,
} from './count-line.repository.ts';
import { holdCount, stateAfter, withLockedCount } from './count-lock.service.ts';
import { summariseLines } from './count-page.read-model.ts';

interface NewCount {
  /** Ids or codes. */
  readonly locations: readonly (number | string)[];
  readonly isBlind: boolean;
  readonly assigneeId: number | null;
  /** A plain date. */
  readonly dueOn: string | null;
  readonly actorId: number;
}

export interface CountService {
  /** @returns the count's id */
  start(count: NewCount): Promise<number>;
  /** Takes the count over on this device. */
  claim(id: number, counter: Counter, device: string): Promise<void>;
  /** Keeps what was claimed. @throws AppError `lock_lost` when somebody else has it, or the same person elsewhere */
  keep(id: number, counter: Counter, device: string): Promise<void>;
  release(id: number, counter: Counter, force: boolean): Promise<void>;
  /** @param isRestMissing what nobody has counted is not there */
  submit(id: number, counter: Counter, isRestMissing: boolean): Promise<void>;
  recount(id: number, assigneeId: number | null): Promise<void>;
  review(id: number): Promise<void>;
  explain(id: number, lineId: number, why: { rootCause: RootCause | null; fromLocation: number | string | null }): Promise<void>;
  /** The same for every line that differs, has no cause yet and can have this one. @returns how many */
  setRemainingCauses(id: number, rootCause: RootCause): Promise<number>;
  look(id: number, lineId: number): Promise<void>;
  cancel(id: number, counter: Counter): Promise<void>;
}

type Change = 'STARTED' | 'HELD' | 'RELEASED' | 'EXPLAINED' | 'STATE';

/** The life of a count, from its start to its review. Each act locks the count, so that rivals take turns. */
export function createCountService({ db, clock, topics }: { db: DatabasePool; clock: Clock; topics: Topics }): CountService {
  const change = async (countId: number, kind: Change, work: (tx: DatabaseTransaction, count: Count) => Promise<void>) => {
    await withLockedCount(db, countId, work);
    topics.publish(countsTopic, { countId, change: kind });
  };
  const changeLine = (countId: number, lineId: number, work: (tx: DatabaseTransaction, line: Line) => Promise<void>) =>
    change(countId, 'EXPLAINED', async (tx, count) => {
      stateAfter(count, 'post');
      const line = await findLine(tx, count.id, lineId);
      if (line === undefined) throw new AppError('not_found', `There is no line ${lineId} in this count`);
      await work(tx, line);
    });

  return {
    async start(count) {
      const countId = await startCount(db, count);
      topics.publish(countsTopic, { countId, change: 'STARTED' });
      return countId;
    },
    claim: (id, counter, device) => change(id, 'HELD', (tx, count) => holdCount(tx, count, counter, { now: clock.now(), device })),
    async keep(id, counter, device) {
      await withLockedCount(db, id, async (tx, { hold }) => {
        if (hold?.userId !== counter.userId || hold.device !== device) {
          throw new AppError('conflict', 'The count goes on elsewhere, or was released', { reason: 'lock_lost' });
        }
        await setHold(tx, id, { ...hold, heldAt: clock.now() });
      });
    },
    release: (id, counter, force) =>
      change(id, 'RELEASED', async (tx, { hold }) => {
        if (isHeld(hold, clock.now()) && hold.userId !== counter.userId && !(force && counter.mayApprove)) {
          throw new AppError('forbidden', 'Somebody else is counting this right now', { reason: 'held_by_other' });
        }
        await setHold(tx, id, undefined);
      }),
    submit: (id, counter, isRestMissing) =>
      change(id, 'STATE', async (tx, count) => {
        // Handed in already, and the answer was lost.
        if (count.state === 'SUBMITTED' || (count.state === 'REVIEW' && count.round > 1)) return;
        await holdCount(tx, count, counter, { now: clock.now() });
        const rest = await countUncounted(tx, id);
        if (rest > 0 && !isRestMissing) {
          throw new AppError('rule_violated', `${rest.toLocaleString('en-US')} ${rest === 1 ? 'line is' : 'lines are'} not counted yet`, {
            reason: 'not_all_counted',
            details: { rest },
          });
        }
        await handIn(tx, id, { count, counterId: counter.userId });
      }),
    recount: (id, assigneeId) =>
      change(id, 'STATE', async (tx, count) => {
        stateAfter(count, 'recount');
        if (assigneeId !== null) await requireRecounter(tx, id, assigneeId);
        await beginRound(tx, id, { round: count.round + 1, assigneeId });
        const again = await resetDifferingLines(tx, id, count.round + 1);
        if (again === 0) throw new AppError('rule_violated', 'Nothing differs, so nothing is to be counted again', { reason: 'nothing_differs' });
      }),
    review: (id) => change(id, 'STATE', async (tx, count) => setState(tx, id, stateAfter(count, 'review'))),
    explain: (id, lineId, why) => changeLine(id, lineId, (tx, line) => setLineCause(tx, line, why)),
    async setRemainingCauses(id, rootCause) {
      let lines = 0;
      await change(id, 'EXPLAINED', async (tx, count) => {
        stateAfter(count, 'post');
        lines = await setCauseOfUnexplained(tx, id, rootCause, linesThatMayHave(rootCause));
        await tellExplained(tx, { countId: id, rootCause, lines });
      });
      return lines;
    },
    look: (id, lineId) => changeLine(id, lineId, lookAt),
    cancel: (id, counter) =>
      change(id, 'STATE', async (tx, count) => {
        if (count.state === 'CANCELED') return;
        stateAfter(count, 'cancel');
        if (count.startedBy !== counter.userId && !counter.mayApprove) {
          throw new AppError('forbidden', 'Only who started a count, or an administrator, may cancel it', { reason: 'not_yours' });
        }
        await closeCount(tx, id, { state: 'CANCELED', actorId: counter.userId, at: clock.now() });
      }),
  };
}

const OPEN_COUNT_KEY = 'count_session_locations_open_key';

async function startCount(db: DatabasePool, count: NewCount): Promise<number> {
  let locationIds: number[] = [];
  try {
    return await db.transaction().execute(async (tx) => {
      locationIds = await lockLocations(tx, count.locations);
      if (count.assigneeId !== null) await requirePerson(tx, count.assigneeId);
      return insertCount(tx, { ...count, startedBy: count.actorId, locationIds });
    });
  } catch (error) {
    if (!violatesUnique(error, OPEN_COUNT_KEY)) throw error;
    const open = await findOpenCountOf(db, locationIds);
    throw new AppError('conflict', open ? `${open.location} is being counted already, in count ${open.id}` : 'One of these locations was just being counted', {
      reason: 'already_being_counted',
      ...(open && { details: { countId: open.id } }),
    });
  }
}

/**
 * The open count of a location, begun if there is none: blind, for whoever comes first. The caller publishes after its commit.
 * @throws AppError `already_being_counted` when another one was begun at the same moment
 */
export async function countLocation(tx: DatabaseTransaction, location: number, actorId: number): Promise<{ id: number; location: string; isNew: boolean }> {
  const locationIds = await lockLocations(tx, [location]);
  const open = await findOpenCountOf(tx, locationIds);
  if (open !== undefined) return { ...open, isNew: false };
  const id = await insertCount(tx, { isBlind: true, assigneeId: null, dueOn: null, startedBy: actorId, locationIds }).catch((error: unknown) => {
    if (!violatesUnique(error, OPEN_COUNT_KEY)) throw error;
    throw new AppError('conflict', 'A count of this location was begun at this moment: report it again', { reason: 'already_being_counted' });
  });
  return { id, location: (await findLocationCode(tx, location)) ?? '', isNew: true };
}

/** Each location once, in the order of ids. */
async function lockLocations(tx: DatabaseTransaction, locations: readonly (number | string)[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const location of locations.slice(0, COUNT_LOCATIONS_LIMIT)) {
    const place = await lockActiveLocation(tx, locationReference(location));
    if (place === undefined) throw new AppError('not_found', `There is no location ${location}`, { reason: 'unknown_location' });
    ids.add(place.id);
  }
  return [...ids].sort((a, b) => a - b);
}

async function requirePerson(tx: DatabaseTransaction, userId: number): Promise<void> {
  if (!(await isActiveUser(tx, userId))) throw new AppError('not_found', 'There is no such person', { reason: 'unknown_person' });
}

async function requireRecounter(tx: DatabaseTransaction, countId: number, userId: number): Promise<void> {
  await requirePerson(tx, userId);
  if (await hasCounted(tx, countId, userId)) throw new AppError('conflict', 'Whoever has counted before may not count again', { reason: 'counted_before' });
}

/** Where misplaced units are booked differs from line to line, so a surplus is not told so together with others. */
function linesThatMayHave(rootCause: RootCause): 'missing' | 'surplus' | 'both' {
  if (rootCause === 'MISPLACED' || !causesOf(1).includes(rootCause)) return 'missing';
  return causesOf(-1).includes(rootCause) ? 'both' : 'surplus';
}

async function setLineCause(tx: DatabaseTransaction, line: Line, why: { rootCause: RootCause | null; fromLocation: number | string | null }): Promise<void> {
  const difference = (line.counted ?? 0) - (line.booked ?? 0);
  if (difference === 0) throw new AppError('rule_violated', 'The line does not differ', { reason: 'no_difference' });
  if (why.rootCause !== null && !causesOf(difference).includes(why.rootCause)) {
    throw new AppError('rule_violated', difference > 0 ? 'A surplus is neither lost nor damaged' : 'What is missing was not found', {
      reason: 'impossible_cause',
    });
  }
  if (why.rootCause !== 'MISPLACED' || difference < 0) return saveCause(tx, line, why.rootCause, null);
  const place = why.fromLocation === null ? undefined : await lockActiveLocation(tx, locationReference(why.fromLocation));
  if (place === undefined || place.id === line.locationId) {
    throw new AppError('rule_violated', 'Please select the location where the misplaced units are booked', { reason: 'unknown_location' });
  }
  await saveCause(tx, line, why.rootCause, place.id);
}

async function lookAt(tx: DatabaseTransaction, line: Line): Promise<void> {
  await markReviewed(tx, line);
  await writeAuditEntry(tx, { action: 'LOOKED_AT', record: { kind: 'count_sessions', id: line.countId }, after: { line: line.id, on_hand: line.onHand } });
}

async function tellExplained(tx: DatabaseTransaction, { countId, rootCause, lines }: { countId: number; rootCause: RootCause; lines: number }): Promise<void> {
  if (lines === 0) return;
  await writeAuditEntry(tx, { action: 'EXPLAINED', record: { kind: 'count_sessions', id: countId }, after: { root_cause: rootCause }, records: lines });
}

async function saveCause(tx: DatabaseTransaction, line: Line, rootCause: RootCause | null, otherLocationId: number | null): Promise<void> {
  await setCause(tx, line.id, rootCause, otherLocationId);
  const told = (cause: string | null, place: number | null) => ({ line: line.id, root_cause: cause, from_location: place });
  const [before, after] = [told(line.rootCause, line.otherLocationId), told(rootCause, otherLocationId)];
  await writeAuditEntry(tx, { action: 'EXPLAINED', record: { kind: 'count_sessions', id: line.countId }, before, after });
}

async function handIn(tx: DatabaseTransaction, id: number, { count: { state, round }, counterId }: { count: Count; counterId: number }): Promise<void> {
  await countRemainingAsMissing(tx, id);
  await setHold(tx, id, undefined);
  await setState(tx, id, state === 'RECOUNT' ? 'REVIEW' : 'SUBMITTED');
  const summary = await summariseLines(tx, id);
  // What whoever counts may post needs nobody else.
  if (!needsApproval(summary)) return;
  const { differences } = summary;
  const title = `Count ${id} differs in ${differences === 1 ? '1 line' : `${differences.toLocaleString('en-US')} lines`}`;
  await notify(tx, {
    kind: 'count-variance',
    except: counterId,
    title,
    record: { kind: 'count', id },
    path: `/counts/${id}`,
    key: `count-variance ${id} ${round}`,
  });
}

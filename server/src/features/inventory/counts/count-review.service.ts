import { numberText } from '@stowage/contract/formats/text/number-text';
import { causesOf, type RootCause } from '@stowage/contract/inventory/count-review';
import { countsTopic } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import { writeAuditEntry } from '../../../platform/audit/audit-entry.repository.ts';
import { requireVersion } from '../../../platform/commands/require-version.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { locationReference, lockActiveLocation } from '../locations/location.repository.ts';
import { beginRound, type Count, hasCounted, setState } from './count.repository.ts';
import { requireActiveUser } from './count-assignee.service.ts';
import { findLine, type Line, markReviewed, resetDifferingLines, setCause, setCauseOfUnexplained } from './count-line.repository.ts';
import { stateAfter, withLockedCount } from './count-lock.service.ts';

interface Explanation {
  readonly rootCause: RootCause | null;
  /** The id or code of the location where misplaced units are booked. */
  readonly fromLocation: number | string | null;
}

/** The commands between submitting a count and posting it. */
export function createCountReviewService({ db, topics }: Pick<Context, 'db' | 'topics'>) {
  const change = async <T>(countId: number, kind: 'EXPLAINED' | 'STATE', work: (tx: DatabaseTransaction, count: Count) => Promise<T>) => {
    const result = await withLockedCount(db, countId, work);
    topics.publish(countsTopic, { countId, change: kind });
    return result;
  };
  const changeLine = (countId: number, lineId: number, work: (tx: DatabaseTransaction, line: Line) => Promise<void>) =>
    change(countId, 'EXPLAINED', async (tx, count) => {
      stateAfter(count, 'post');
      const line = await findLine(tx, count.id, lineId);
      if (line === undefined) throw new AppError('not_found', `There is no line ${lineId} in this count`);
      await work(tx, line);
    });

  return {
    recount: (id: number, assigneeId: number | null) =>
      change(id, 'STATE', async (tx, count) => {
        stateAfter(count, 'recount');
        if (assigneeId !== null) await requireRecounter(tx, id, assigneeId);
        await beginRound(tx, id, { round: count.round + 1, assigneeId });
        const lines = await resetDifferingLines(tx, id, count.round + 1);
        if (lines === 0) throw new AppError('rule_violated', 'This count has no differences to recount', { reason: 'nothing_differs' });
      }),
    startReview: (id: number) => change(id, 'STATE', async (tx, count) => setState(tx, id, stateAfter(count, 'review'))),
    setCause: (id: number, lineId: number, explanation: Explanation) => changeLine(id, lineId, (tx, line) => explain(tx, line, explanation)),
    /** Sets the cause of all differences that have none and can have this one. @returns the number of lines */
    setRemainingCauses: (id: number, rootCause: RootCause) =>
      change(id, 'EXPLAINED', async (tx, count) => {
        stateAfter(count, 'post');
        const lines = await setCauseOfUnexplained(tx, id, rootCause, linesThatCanHave(rootCause));
        const record = { kind: 'count_sessions', id } as const;
        if (lines > 0) await writeAuditEntry(tx, { action: 'EXPLAINED', record, after: { root_cause: rootCause }, records: lines });
        return lines;
      }),
    /** @param expected the booked quantity that the person saw */
    acceptDifference: (id: number, lineId: number, expected?: number) =>
      changeLine(id, lineId, async (tx, line) => {
        if (expected !== undefined) requireVersion({ expected, current: line.onHand, of: `the stock of this line to ${numberText(line.onHand)}` });
        await markReviewed(tx, line);
        await writeAuditEntry(tx, { action: 'LOOKED_AT', record: { kind: 'count_sessions', id }, after: { line: line.id, on_hand: line.onHand } });
      }),
  };
}

async function requireRecounter(tx: DatabaseTransaction, countId: number, userId: number): Promise<void> {
  await requireActiveUser(tx, userId);
  if (await hasCounted(tx, countId, userId)) {
    throw new AppError('conflict', 'A recount needs a person who has not counted this before', { reason: 'counted_before' });
  }
}

/** A misplaced surplus needs a location per line, so only missing units can be marked as misplaced together. */
function linesThatCanHave(rootCause: RootCause): 'missing' | 'surplus' | 'both' {
  if (rootCause === 'MISPLACED' || !causesOf(1).includes(rootCause)) return 'missing';
  return causesOf(-1).includes(rootCause) ? 'both' : 'surplus';
}

async function explain(tx: DatabaseTransaction, line: Line, { rootCause, fromLocation }: Explanation): Promise<void> {
  const difference = (line.counted ?? 0) - (line.booked ?? 0);
  if (difference === 0) throw new AppError('rule_violated', 'The line has no difference', { reason: 'no_difference' });
  if (rootCause !== null && !causesOf(difference).includes(rootCause)) {
    throw new AppError('rule_violated', difference > 0 ? "Surplus units can't be lost or damaged" : "Missing units can't be found", {
      reason: 'impossible_cause',
    });
  }
  if (rootCause !== 'MISPLACED' || difference < 0) return saveCause(tx, line, rootCause, null);
  const location = fromLocation === null ? undefined : await lockActiveLocation(tx, locationReference(fromLocation));
  if (location === undefined || location.id === line.locationId) {
    throw new AppError('rule_violated', 'Please select the location where the misplaced units are booked', { reason: 'unknown_location' });
  }
  await saveCause(tx, line, rootCause, location.id);
}

async function saveCause(tx: DatabaseTransaction, line: Line, rootCause: RootCause | null, otherLocationId: number | null): Promise<void> {
  await setCause(tx, line.id, rootCause, otherLocationId);
  await writeAuditEntry(tx, {
    action: 'EXPLAINED',
    record: { kind: 'count_sessions', id: line.countId },
    before: { line: line.id, root_cause: line.rootCause, from_location: line.otherLocationId },
    after: { line: line.id, root_cause: rootCause, from_location: otherLocationId },
  });
}

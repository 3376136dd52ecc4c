import { counted } from '@stowage/contract/formats/text/counted';
import { APPROVAL_DOLLARS, APPROVAL_UNITS } from '@stowage/contract/inventory/count-review';
import { countsTopic } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../../platform/app-error.ts';
import type { Context } from '../../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../../platform/database/connection/connect.ts';
import { type Correction, correctStock } from '../../ledger/stock-document.repository.ts';
import type { ScannedItem } from '../../ledger/stock-ledger.repository.ts';
import type { Unit } from '../../ledger/stock-movement.repository.ts';
import { type ActiveLocation, findLocationCode, lockActiveLocations } from '../../locations/location.repository.ts';
import type { StockWorker } from '../../stock-worker.rules.ts';
import { publishStock } from '../../units/publish-stock.ts';
import { statusAt } from '../../units/unit-status.repository.ts';
import { closeCount, listCountedLocations } from '../count.repository.ts';
import { needsApproval, needsReview } from '../count.rules.ts';
import { type Line, listLines } from '../count-line.repository.ts';
import { stateAfter, withLockedCount } from '../count-lock.service.ts';
import { summarizeLines } from '../count-page.read-model.ts';
import { blockAudits, lockUnitsOf } from './posting.repository.ts';
import { itemKey, type PostedLine, type Posting, planPosting } from './posting.rules.ts';

type CountedLine = PostedLine & ScannedItem;

export type PostingService = ReturnType<typeof createPostingService>;

export function createPostingService({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>) {
  return {
    /** Corrects the stock by the count's differences, in one transaction. A second call finds the count posted. */
    async post(countId: number, counter: StockWorker): Promise<void> {
      const changed = await withLockedCount(db, countId, async (tx, count) => {
        if (count.state === 'POSTED') return [];
        stateAfter(count, 'post');
        const lines = (await listLines(tx, countId)).map(toPostedLine);
        await blockAudits(tx, await touchedLocations(tx, countId, lines));
        const unitsAt = await lockUnitsOf(tx, countId);
        await refuseUnfinished(tx, countId, counter);
        const posting = planPosting(lines, unitsAt);
        if ('notThere' in posting) return refuseNotThere(tx, posting.notThere);
        const unitIds = await correctStock(tx, await toCorrection(tx, posting), { actorId: counter.userId, countId });
        await closeCount(tx, countId, { state: 'POSTED', actorId: counter.userId, at: clock.now() });
        return unitIds;
      });
      topics.publish(countsTopic, { countId, change: 'STATE' });
      publishStock(topics, changed, 'COUNTED');
    },
  };
}

/** Reads the lines after locking the units, so that no movement can be missed. */
async function refuseUnfinished(tx: DatabaseTransaction, countId: number, { mayApprove }: StockWorker): Promise<void> {
  const lines = await listLines(tx, countId);
  const unexplained = lines.filter((line) => line.counted !== line.booked && line.rootCause === null).length;
  if (unexplained > 0) throw new AppError('rule_violated', `Select a root cause for ${linesOf(unexplained)}`, { reason: 'without_cause' });
  const unseen = lines.filter((line) => isCounted(line) && needsReview(line)).length;
  if (unseen > 0)
    throw new AppError('conflict', `Stock moved since the count started. Accept the difference of ${linesOf(unseen)}.`, { reason: 'unseen_moves' });
  if (!mayApprove && needsApproval(await summarizeLines(tx, countId))) {
    throw new AppError(
      'forbidden',
      `Differences of more than ${APPROVAL_UNITS} units or $${APPROVAL_DOLLARS} must be posted by a person who may approve counts`,
      {
        reason: 'needs_approval',
      },
    );
  }
}

function toPostedLine(line: Line): CountedLine {
  const { id, locationId, listingId, identifier, counted, booked, rootCause, otherLocationId } = line;
  return {
    id,
    locationId,
    listingId,
    identifier,
    item: itemKey(line),
    counted: counted ?? 0,
    booked: booked ?? 0,
    cause: rootCause,
    fromLocationId: otherLocationId,
  };
}

const linesOf = (count: number) => counted(count, 'line');

function isCounted(line: Line): line is Line & { counted: number; booked: number } {
  return line.counted !== null && line.booked !== null;
}

async function refuseNotThere(tx: DatabaseTransaction, line: PostedLine): Promise<never> {
  const place = line.fromLocationId === null ? null : await findLocationCode(tx, line.fromLocationId);
  throw new AppError('conflict', `${place} no longer has the misplaced units`, { reason: 'no_longer_there', details: { lineId: line.id } });
}

async function touchedLocations(tx: DatabaseTransaction, countId: number, lines: readonly PostedLine[]): Promise<number[]> {
  const others = lines.map(({ fromLocationId }) => fromLocationId).filter((id) => id !== null);
  return [...new Set([...(await listCountedLocations(tx, countId)), ...others])].sort((a, b) => a - b);
}

async function toCorrection(tx: DatabaseTransaction, posting: Posting<Unit, CountedLine>): Promise<Correction> {
  const places = new Map<number, ActiveLocation>();
  const targets = [...posting.moves.map(({ toLocationId }) => toLocationId), ...posting.additions.map(({ line }) => line.locationId)];
  const ids = [...new Set(targets)].sort((a, b) => a - b);
  const locked = await lockActiveLocations(
    tx,
    ids.map((id) => ({ id })),
  );
  for (const [at, id] of ids.entries()) {
    const place = locked[at];
    if (place === undefined) throw new AppError('conflict', `${await findLocationCode(tx, id)} is inactive`, { reason: 'unknown_location' });
    places.set(id, place);
  }
  const placeOf = (id: number) => ({ isQuarantine: places.get(id)?.isQuarantine ?? false });
  const moves: Correction['moves'][number][] = [];
  for (const { unit, toLocationId } of posting.moves) {
    moves.push({ unit, to: { locationId: toLocationId, status: await statusAt(tx, placeOf(toLocationId), unit) }, reason: 'MISPLACED' });
  }
  return {
    removals: posting.removals.map(({ unit, cause }) => ({ unit, reason: cause })),
    moves,
    additions: posting.additions.map(({ line, quantity }) => ({
      item: line,
      to: { locationId: line.locationId, status: placeOf(line.locationId).isQuarantine ? 'QUARANTINE' : 'AVAILABLE' },
      quantity,
      reason: line.cause,
    })),
    confirmations: posting.confirmations,
  };
}

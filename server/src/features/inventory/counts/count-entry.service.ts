import { IDENTIFIER_MESSAGES, normaliseCode } from '@stowage/contract/catalog/identifiers';
import { type CountedItem, countsTopic } from '@stowage/contract/inventory/counts';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type DatabasePool, type DatabaseTransaction, violatesUnique } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { describeItem } from '../audit/audit.repository.ts';
import { findActiveLocation, findLocationCode, locationReference } from '../locations/location.repository.ts';
import { resolveItem } from '../scan/scanned-item.service.ts';
import { type Count, findCountedLocation } from './count.repository.ts';
import type { Counter } from './count.rules.ts';
import { type Entry, findEntry, findLine, findOrAddLine, insertEntry, type Line, setCounted } from './count-line.repository.ts';
import { holdCount, withLockedCount } from './count-lock.service.ts';

interface CountScan {
  readonly code: string;
  readonly location: number | string;
  readonly clientScanId: string;
}

export interface CountEntryService {
  /** Counts one unit. Changes no stock: that is what the posting does. The same client scan id counts once. */
  scan(countId: number, counter: Counter, scan: CountScan): Promise<CountedItem>;
  /** Says how many units of a line there are, whatever was scanned before. The same client entry id counts once. */
  enter(countId: number, counter: Counter, entry: { lineId: number; counted: number; clientEntryId: string }): Promise<CountedItem>;
}

export function createCountEntryService({ db, clock, topics }: { db: DatabasePool; clock: Clock; topics: Topics }): CountEntryService {
  const count = async (countId: number, counter: Counter, wanted: Wanted, lineOf: (tx: DatabaseTransaction, count: Count) => Promise<Line>) => {
    const item = await withLockedCount(db, countId, async (tx, session) => {
      const again = await enteredBefore(tx, session, counter, wanted, lineOf);
      if (again !== undefined) return again;
      await holdCount(tx, session, counter, { now: clock.now() });
      const line = await lineOf(tx, session);
      await saveEntry(tx, session, line, { ...wanted, actorId: counter.userId });
      return describe(tx, session, line.id);
    }).catch(refuseRacingId);
    topics.publish(countsTopic, { countId, change: 'COUNTED' });
    return item;
  };

  return {
    async scan(countId, counter, { code: rawCode, location, clientScanId }) {
      const item = await resolveItem(db, normaliseCode(rawCode), IDENTIFIER_MESSAGES.invalidLengthOnAudit);
      return count(countId, counter, { clientId: clientScanId, kind: 'SCAN', quantity: 1 }, async (tx, session) => {
        const place = await findActiveLocation(tx, locationReference(location));
        const locationId = place && (await findCountedLocation(tx, session.id, place.id));
        if (locationId === undefined) throw new AppError('conflict', `${place?.code ?? location} is not part of this count`, { reason: 'not_in_this_count' });
        return findOrAddLine(tx, { countId: session.id, locationId, round: session.round }, item);
      });
    },
    enter: (countId, counter, { lineId, counted, clientEntryId }) =>
      count(countId, counter, { clientId: clientEntryId, kind: 'NUMBER', quantity: counted }, async (tx, session) => {
        const line = await findLine(tx, session.id, lineId);
        if (line === undefined) throw new AppError('not_found', `There is no line ${lineId} in this count`);
        return line;
      }),
  };
}

type Wanted = Pick<Entry, 'clientId' | 'kind' | 'quantity'>;

async function saveEntry(tx: DatabaseTransaction, count: Count, line: Line, entry: Wanted & { actorId: number }): Promise<void> {
  if (line.round !== count.round) {
    throw new AppError('conflict', 'This item was counted and did not differ: it is not to be counted again', { reason: 'not_to_recount' });
  }
  await insertEntry(tx, { ...entry, countId: count.id, lineId: line.id, round: count.round });
  await setCounted(tx, line, entry.kind === 'NUMBER' ? entry.quantity : (line.counted ?? 0) + entry.quantity);
}

/** What was counted already answers as the line stands now; the same id on something else is a mistake of the sender. */
async function enteredBefore(
  tx: DatabaseTransaction,
  count: Count,
  { userId }: Counter,
  wanted: Wanted,
  lineOf: (tx: DatabaseTransaction, count: Count) => Promise<Line>,
): Promise<CountedItem | undefined> {
  const entry = await findEntry(tx, wanted.clientId);
  if (entry === undefined) return undefined;
  const isSame = entry.countId === count.id && entry.actorId === userId && entry.kind === wanted.kind && entry.quantity === wanted.quantity;
  if (!isSame || (await lineOf(tx, count)).id !== entry.lineId) refuseReusedId();
  return describe(tx, count, entry.lineId);
}

function refuseReusedId(): never {
  throw new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
}

/** The same id arrived for two counts at once, which take no turns. */
function refuseRacingId(error: unknown): never {
  if (violatesUnique(error, 'count_entries_pkey')) refuseReusedId();
  throw error;
}

async function describe(tx: DatabaseTransaction, count: Count, lineId: number): Promise<CountedItem> {
  const line = await findLine(tx, count.id, lineId);
  if (line === undefined) throw new Error(`Line ${lineId} is gone`);
  return {
    ...(await describeItem(tx, line)),
    outcome: 'COUNTED',
    line_id: line.id,
    location: (await findLocationCode(tx, line.locationId)) ?? '',
    counted: line.counted ?? 0,
    expected: count.isBlind ? null : line.expected,
  };
}

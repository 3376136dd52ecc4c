import { IDENTIFIER_MESSAGES, normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { CountedItem } from '@stowage/contract/inventory/count-entry';
import { countsTopic } from '@stowage/contract/inventory/counts';
import type { IncompleteCode } from '@stowage/contract/inventory/scan';
import { AppError } from '../../../platform/app-error.ts';
import { onceOrRepeat } from '../../../platform/commands/once.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { describeItems } from '../audit/audit.repository.ts';
import { findActiveLocation, findLocationCode, locationReference } from '../locations/location.repository.ts';
import { scanIdReused } from '../scan/scan-id.rules.ts';
import { resolveItem } from '../scan/scanned-item.service.ts';
import type { StockWorker } from '../stock-worker.rules.ts';
import { type Count, findCountedLocation, setHold } from './count.repository.ts';
import { isHeld } from './count.rules.ts';
import { type Entry, findLine, findLineOfEntry, findOrAddLine, insertEntry, type Line, setCounted } from './count-line.repository.ts';
import { holdCount, withLockedCount } from './count-lock.service.ts';
import { submitCount } from './count-submission.service.ts';

type NewEntry = Pick<Entry, 'clientId' | 'kind' | 'quantity'>;
interface CountScan {
  readonly code: string;
  readonly incomplete: IncompleteCode;
  readonly location: number | string;
  readonly clientScanId: string;
}

type FindLine = (tx: DatabaseTransaction, count: Count) => Promise<Line>;
type Change = 'HELD' | 'RELEASED' | 'COUNTED' | 'STATE';

export type CountEntryService = ReturnType<typeof createCountEntryService>;

/** The commands of the person who counts. None of them changes stock: posting the count does. */
export function createCountEntryService({ db, clock, topics }: Pick<Context, 'db' | 'clock' | 'topics'>) {
  const publishChange = (countId: number, kind: Change) => topics.publish(countsTopic, { countId, change: kind });
  const change = async <T>(countId: number, kind: Change, work: (tx: DatabaseTransaction, count: Count) => Promise<T>) => {
    const result = await withLockedCount(db, countId, work);
    publishChange(countId, kind);
    return result;
  };
  const enter = async (countId: number, counter: StockWorker, { of, ...entry }: NewEntry & { of: unknown }, lineOf: FindLine) => {
    const { item, isRepeat } = await withLockedCount(db, countId, async (tx, count) => {
      const { clientId: key, kind, quantity } = entry;
      const command = { command: 'inventory.count', key, actorId: counter.userId, content: [countId, kind, quantity, of], refusal: scanIdReused };
      const ran = await onceOrRepeat(tx, command, async () => {
        await holdCount(tx, count, counter, { now: clock.now() });
        const line = await lineOf(tx, count);
        await saveEntry(tx, count, line, { ...entry, actorId: counter.userId });
        return line.id;
      });
      // A repeat is answered with the line as it is now.
      return { item: await describe(tx, count, key), isRepeat: ran.isRepeat };
    });
    if (!isRepeat) publishChange(countId, 'COUNTED');
    return item;
  };

  return {
    /** Lets the person count on this device. */
    claim: (id: number, counter: StockWorker, device: string) => change(id, 'HELD', (tx, count) => holdCount(tx, count, counter, { now: clock.now(), device })),

    /** Extends the hold. @throws AppError `lock_lost` when another person or device holds the count */
    renewHold: (id: number, counter: StockWorker, device: string) =>
      withLockedCount(db, id, async (tx, { hold }) => {
        if (hold?.userId !== counter.userId || hold.device !== device) {
          throw new AppError('conflict', 'The count was released, or is being counted on another device', { reason: 'lock_lost' });
        }
        await setHold(tx, id, { ...hold, heldAt: clock.now() });
      }),

    /** @param force ends another person's hold; needs an approver */
    release: (id: number, counter: StockWorker, force: boolean) =>
      change(id, 'RELEASED', async (tx, { hold }) => {
        if (isHeld(hold, clock.now()) && hold.userId !== counter.userId && !(force && counter.mayApprove)) {
          throw new AppError('forbidden', 'Another person is counting this right now', { reason: 'held_by_other' });
        }
        await setHold(tx, id, undefined);
      }),

    /** Counts one unit. The same client scan id counts once. */
    async scan(countId: number, counter: StockWorker, scan: CountScan): Promise<CountedItem> {
      const item = await resolveItem(db, {
        code: normalizeCode(scan.code),
        incomplete: scan.incomplete,
        invalidMessage: IDENTIFIER_MESSAGES.invalidLengthOnAudit,
      });
      const of = [normalizeCode(scan.code), scan.location];
      return enter(countId, counter, { clientId: scan.clientScanId, kind: 'SCAN', quantity: 1, of }, async (tx, count) => {
        const location = await findActiveLocation(tx, locationReference(scan.location));
        const locationId = location && (await findCountedLocation(tx, count.id, location.id));
        if (locationId === undefined) {
          throw new AppError('conflict', `${location?.code ?? scan.location} is not part of this count`, { reason: 'not_in_this_count' });
        }
        return findOrAddLine(tx, { countId: count.id, locationId, round: count.round }, item);
      });
    },

    /** Sets the counted quantity of a line; it replaces earlier scans. The same client entry id counts once. */
    enter: (countId: number, counter: StockWorker, { lineId, counted, clientEntryId }: { lineId: number; counted: number; clientEntryId: string }) =>
      enter(countId, counter, { clientId: clientEntryId, kind: 'NUMBER', quantity: counted, of: lineId }, async (tx, count) => {
        const line = await findLine(tx, count.id, lineId);
        if (line === undefined) throw new AppError('not_found', `There is no line ${lineId} in this count`);
        return line;
      }),

    /** @param isRestMissing counts the uncounted lines as zero */
    async submit(id: number, counter: StockWorker, isRestMissing: boolean) {
      const isRepeat = await withLockedCount(db, id, async (tx, count) => {
        if (count.state === 'SUBMITTED' || (count.state === 'REVIEW' && count.round > 1)) return true;
        await holdCount(tx, count, counter, { now: clock.now() });
        await submitCount(tx, count, counter, isRestMissing);
        return false;
      });
      if (!isRepeat) publishChange(id, 'STATE');
    },
  };
}

async function saveEntry(tx: DatabaseTransaction, count: Count, line: Line, entry: NewEntry & { actorId: number }): Promise<void> {
  if (line.round !== count.round) {
    throw new AppError('conflict', "This item had no difference, so it isn't part of the recount", { reason: 'not_to_recount' });
  }
  await insertEntry(tx, { ...entry, countId: count.id, lineId: line.id, round: count.round });
  await setCounted(tx, line, entry.kind === 'NUMBER' ? entry.quantity : (line.counted ?? 0) + entry.quantity);
}

async function describe(tx: DatabaseTransaction, count: Count, clientId: string): Promise<CountedItem> {
  const line = await findLineOfEntry(tx, count.id, clientId);
  const [item] = line === undefined ? [] : await describeItems(tx, [line]);
  if (line === undefined || item === undefined) throw new Error(`The line of the entry ${clientId} was not found`);
  return {
    ...item,
    outcome: 'COUNTED',
    line_id: line.id,
    location: (await findLocationCode(tx, line.locationId)) ?? '',
    counted: line.counted ?? 0,
    expected: count.isBlind ? null : line.expected,
  };
}

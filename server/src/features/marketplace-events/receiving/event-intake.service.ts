import { messageOf } from '@stowage/contract/errors';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { type KindChange, queueReading, rememberChanges } from '../reading/change.repository.ts';
import { type ChangeReader, type ChangeWaker, READ_KINDS } from '../reading/event-reader.ts';
import { countEvents, deleteFailed, lockFailed, type Outcome, recordEvents, saveFailed } from './event.repository.ts';
import { type ChangedRecord, type MarketplaceEvent, type OwnAccount, readEvent, typeOf } from './event-message.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly readers: readonly ChangeReader[];
  readonly wakers: readonly ChangeWaker[];
}

const RETRIED_AT_ONCE = 500;

export type EventIntake = ReturnType<typeof createEventIntake>;

/** Turns messages into work: what they name is read again, by the queue. */
export function createEventIntake({ db, clock, readers, wakers }: Dependencies) {
  /** Stores the effects of messages in the caller's transaction. */
  const save = async (tx: DatabaseTransaction, events: readonly MarketplaceEvent[]): Promise<{ type: string; outcome: Outcome }[]> => {
    const recorded = await recordEvents(tx, events, clock.now());
    const outcomes: { type: string; outcome: Outcome }[] = [];
    const changes: (ChangedRecord & { at: Date })[] = [];
    for (const { id, type, at, changed } of events) {
      const outcome = outcomeOf(recorded.get(id), changed);
      // An event that arrives twice at once counts the first time.
      recorded.delete(id);
      outcomes.push({ type, outcome });
      if (outcome === 'received' && changed !== undefined) changes.push({ ...changed, at });
    }
    await remember(tx, newestOfEach(changes.filter(({ kind }) => READ_KINDS.some((readable) => readable === kind))));
    // In one order, so that two processes don't wait for each other.
    for (const waker of wakers) {
      const woken = changes.flatMap(({ kind, subject }) => (kind === waker.kind ? subject : []));
      for (const subject of woken.toSorted()) await waker.wake(tx, subject);
    }
    return outcomes;
  };

  /** Has records read again. Units that an earlier event of a record announced are announced no longer. */
  const remember = async (tx: DatabaseTransaction, changes: readonly KindChange[]): Promise<void> => {
    const before = await rememberChanges(tx, changes);
    for (const kind of READ_KINDS) {
      const changed = changes.filter((change) => change.kind === kind);
      const skus = [...before.flatMap((was) => (was.kind === kind ? was.sku : [])), ...changed.flatMap((change) => change.skus ?? [])];
      if (skus.length > 0) await readers.find((reader) => reader.kind === kind)?.announce?.(tx, skus);
      if (changed.length > 0) await queueReading(tx, kind);
    }
  };

  return {
    /**
     * Stores the effects of messages, completely or not at all. A message that can't be read is stored with its error.
     * @throws Error when the database refuses any of them
     */
    async accept(bodies: readonly string[], own: OwnAccount): Promise<void> {
      const { events, unreadable } = readAll(bodies, own);
      await db.transaction().execute(async (tx) => {
        const outcomes = await save(tx, events);
        for (const failed of unreadable) await saveFailed(tx, failed, clock.now());
        await countEvents(tx, [...outcomes, ...unreadable.map(({ type }) => ({ type, outcome: 'failed' as const }))], clock.now());
      });
    },

    /** Stores a message that could be read and not processed. */
    async reject(body: string, error: unknown): Promise<void> {
      const failed = { type: typeOf(body), body, error: messageOf(error) };
      await db.transaction().execute(async (tx) => {
        await saveFailed(tx, failed, clock.now());
        await countEvents(tx, [{ type: failed.type, outcome: 'failed' }], clock.now());
      });
    },

    /** Processes stored messages again. @returns how many succeeded, and how many still fail */
    async retry(own: OwnAccount): Promise<{ done: number; failed: number }> {
      return db.transaction().execute(async (tx) => {
        const messages = await lockFailed(tx, RETRIED_AT_ONCE);
        let done = 0;
        for (const { id, type, body } of messages) {
          const kind = READ_KINDS.find((candidate) => type === `READ_${candidate}`);
          const { events } = kind === undefined ? readAll([body], own) : { events: [] };
          if (events.length === 0 && kind === undefined) continue;
          if (kind === undefined) await save(tx, events);
          else await remember(tx, [{ kind, subject: body, at: clock.now() }]);
          await deleteFailed(tx, id);
          done += 1;
        }
        return { done, failed: messages.length - done };
      });
    },
  };
}

function readAll(bodies: readonly string[], own: OwnAccount) {
  const events: MarketplaceEvent[] = [];
  const unreadable: { type: string; body: string; error: string }[] = [];
  for (const body of bodies) {
    try {
      events.push(readEvent(body, own));
    } catch (error) {
      unreadable.push({ type: typeOf(body), body, error: messageOf(error) });
    }
  }
  return { events, unreadable };
}

function outcomeOf(recorded: 'new' | 'outdated' | undefined, changed: ChangedRecord | undefined): Outcome {
  if (recorded === undefined) return 'duplicates';
  if (recorded === 'outdated') return 'outdated';
  return changed === undefined ? 'unread' : 'received';
}

/** Different types of events may name the same record. */
function newestOfEach(changes: readonly (KindChange & { at: Date })[]): readonly KindChange[] {
  const byRecord = new Map(changes.toSorted((a, b) => a.at.getTime() - b.at.getTime()).map((change) => [`${change.kind} ${change.subject}`, change]));
  return [...byRecord.values()];
}

import { messageOf } from '@stowage/contract/errors';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { queueReading, rememberChange } from '../reading/change.repository.ts';
import { type ChangeReader, type ChangeWaker, READ_KINDS } from '../reading/event-reader.ts';
import { countEvents, deleteFailed, lockFailed, type Outcome, recordEvent, saveFailed } from './event.repository.ts';
import { type MarketplaceEvent, type OwnAccount, readEvent, typeOf } from './event-message.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly readers: readonly ChangeReader[];
  readonly wakers: readonly ChangeWaker[];
}

const RETRIED_AT_ONCE = 500;

export type EventIntake = ReturnType<typeof createEventIntake>;

/** Turns messages into work: what they name is read again, by the queue. */
export function createEventIntake({ db, clock, readers, wakers }: Dependencies) {
  /** Stores the effects of messages in the caller's transaction. In order of their ids, so that two processes don't wait for each other. */
  const save = async (tx: DatabaseTransaction, events: readonly MarketplaceEvent[]): Promise<{ type: string; outcome: Outcome }[]> => {
    const outcomes: { type: string; outcome: Outcome }[] = [];
    const changes: (NonNullable<MarketplaceEvent['changed']> & { at: Date })[] = [];
    for (const event of events.toSorted((a, b) => compare(a.id, b.id))) {
      const recorded = await recordEvent(tx, event, clock.now());
      const outcome = recorded === 'duplicate' ? 'duplicates' : recorded === 'outdated' ? 'outdated' : event.changed === undefined ? 'unread' : 'received';
      outcomes.push({ type: event.type, outcome });
      if (outcome === 'received' && event.changed !== undefined) changes.push({ ...event.changed, at: event.at });
    }
    for (const change of changes.toSorted((a, b) => compare(`${a.kind} ${a.subject}`, `${b.kind} ${b.subject}`))) {
      if (READ_KINDS.some((kind) => kind === change.kind)) await remember(tx, change);
      for (const { kind, wake } of wakers) if (kind === change.kind) await wake(tx, change.subject);
    }
    for (const kind of READ_KINDS) if (changes.some((change) => change.kind === kind)) await queueReading(tx, kind);
    return outcomes;
  };

  /** Units that an earlier event of the record announced are announced no longer. */
  const remember = async (tx: DatabaseTransaction, change: Parameters<typeof rememberChange>[1]): Promise<void> => {
    const skus = [...(await rememberChange(tx, change)), ...(change.skus ?? [])];
    if (skus.length > 0) await readers.find(({ kind }) => kind === change.kind)?.announce?.(tx, skus);
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
          else {
            await remember(tx, { kind, subject: body, at: clock.now() });
            await queueReading(tx, kind);
          }
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

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

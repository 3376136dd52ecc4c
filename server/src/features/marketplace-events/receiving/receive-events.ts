import { setTimeout as sleep } from 'node:timers/promises';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { type MessageQueue, type QueueAddress, QueueError } from '../../../integrations/queue/message-queue.ts';
import type { Context } from '../../../platform/context.ts';
import { waitAtMost } from '../../../platform/wait-at-most.ts';
import { saveQueueState } from '../settings/queue-settings.repository.ts';
import type { QueueSettings } from '../settings/queue-settings.service.ts';
import type { Subscriptions } from '../settings/subscription.service.ts';
import type { EventIntake } from './event-intake.service.ts';
import { processMessages } from './process-messages.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly marketplaces: MarketplaceSource;
  readonly settings: QueueSettings;
  readonly intake: EventIntake;
  readonly subscriptions: Subscriptions;
  readonly openQueue: (address: QueueAddress) => Promise<MessageQueue>;
}

const LOOK_FOR_QUEUE_EVERY_MS = 30_000;
const COUNT_EVERY_MS = 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
const STOP_MS = 5_000;

/** Receives Amazon's messages while a queue and an account are known. Any number of processes may do so. @returns a function that stops it */
export function receiveEvents(deps: Dependencies): () => Promise<void> {
  const { logger } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const receiver = createReceiver(deps, signal);
  const run = async () => {
    let failures = 0;
    while (!signal.aborted) {
      try {
        if (!(await receiver.receiveOnce())) await wait(LOOK_FOR_QUEUE_EVERY_MS);
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        failures += 1;
        if (failures === 1) logger.warn({ err: error }, 'the queue of events failed');
        await receiver.recordFailure(error);
        await wait(Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
      }
    }
    receiver.close();
  };
  const over = run();
  return async () => {
    stopping.abort();
    // What was received and is not stored yet appears in the queue again.
    await waitAtMost(STOP_MS, over);
  };
}

function createReceiver(deps: Dependencies, signal: AbortSignal) {
  const { db, clock, marketplaces, settings, intake, subscriptions, logger, openQueue } = deps;
  let opened: { readonly key: string; readonly queue: MessageQueue } | undefined;
  let countedAt = Number.NEGATIVE_INFINITY;
  const close = () => {
    opened?.queue.close();
    opened = undefined;
    countedAt = Number.NEGATIVE_INFINITY;
  };

  const queueAt = async (address: QueueAddress, isSimulated: boolean): Promise<MessageQueue> => {
    const key = JSON.stringify(address);
    if (opened?.key === key) return opened.queue;
    close();
    const queue = await openQueue(address);
    // A restarted simulator has forgotten its subscriptions.
    if (isSimulated) await subscriptions.subscribe(null);
    opened = { key, queue };
    return queue;
  };

  /** What the page shows, once a minute. The address of another queue is known at once. */
  const counted = async (queue: MessageQueue) => {
    if (performance.now() - countedAt < COUNT_EVERY_MS) return {};
    countedAt = performance.now();
    return queue.state();
  };

  return {
    /** @returns false without a queue or an account */
    async receiveOnce(): Promise<boolean> {
      const { source, address } = await settings.find();
      const account = address && (await marketplaces.current());
      if (address === undefined || account === undefined) {
        close();
        return false;
      }
      const queue = await queueAt(address, source === 'SIMULATOR');
      const messages = await queue.receive(signal);
      if (messages.length > 0) await processMessages({ queue, intake, logger }, messages, account);
      // The queue may have been replaced during the long poll.
      const isCurrent = JSON.stringify((await settings.find()).address) === opened?.key;
      if (isCurrent) await saveQueueState(db, { lastAnswerAt: clock.now(), ...(await counted(queue)) });
      return true;
    },

    async recordFailure(error: unknown): Promise<void> {
      close();
      const lastError = error instanceof QueueError ? error.message : 'Messages could not be stored. They stay in the queue.';
      await saveQueueState(db, { lastError, lastErrorAt: clock.now() }).catch(() => {});
    },
    close,
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../platform/logger.ts';
import { waitAtMost } from '../../../platform/wait-at-most.ts';
import type { Target } from './delivery.repository.ts';

const EVERY_MS = 1_000;
/** Most installations have no endpoint, and an idle one should do little. */
const WITHOUT_ENDPOINT_MS = 5_000;
const AFTER_FAILURE_MS = 10_000;
const STOP_MS = 20_000;

export interface Work {
  /** @returns how many events were written; undefined when there is no endpoint */
  readonly collect: () => Promise<number | undefined>;
  /** The endpoints that something may be sent to now. */
  readonly listTargets: () => Promise<readonly Target[]>;
  /** Sends the next events of one endpoint. @returns how many attempts were made */
  readonly deliver: (target: Target) => Promise<number>;
}

/**
 * Reads events and sends them, again and again. Any number of processes may do so. Each endpoint is sent to by itself, so that
 * a slow one keeps no other waiting.
 * @returns a function that stops it, once what is being sent is answered
 */
export function runWebhooks({ collect, listTargets, deliver }: Work, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  let resting = new AbortController();
  const waitAfterFailure = () => sleep(AFTER_FAILURE_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
  /** The endpoints that are being sent to. */
  const sending = new Map<number, Promise<void>>();

  const send = async (target: Target) => {
    try {
      // While there is more, nothing waits.
      if ((await deliver(target)) > 0) resting.abort();
    } catch (error) {
      logger.warn({ err: error }, 'webhooks could not be sent');
      await waitAfterFailure();
    } finally {
      sending.delete(target.id);
    }
  };
  /** @returns how long to rest after it */
  const round = async () => {
    const written = await collect();
    if (written === undefined) return WITHOUT_ENDPOINT_MS;
    for (const target of await listTargets()) {
      if (!stopping.signal.aborted && !sending.has(target.id)) sending.set(target.id, send(target));
    }
    if (written > 0) resting.abort();
    return EVERY_MS;
  };
  const run = async () => {
    while (!stopping.signal.aborted) {
      resting = new AbortController();
      try {
        const restMs = await round();
        await sleep(restMs, undefined, { signal: resting.signal, ref: false }).catch(() => {});
      } catch (error) {
        logger.warn({ err: error }, 'events for webhooks could not be read');
        await waitAfterFailure();
      }
    }
    await Promise.all(sending.values());
  };
  const over = run();
  return async () => {
    stopping.abort();
    resting.abort();
    await waitAtMost(STOP_MS, over);
  };
}

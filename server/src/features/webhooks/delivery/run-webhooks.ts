import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../../../platform/logger.ts';

const EVERY_MS = 1_000;
const AFTER_FAILURE_MS = 10_000;
const STOP_MS = 20_000;

/**
 * Reads events and sends them, again and again. Any number of processes may do so.
 * @param round returns how much there was to do
 * @returns a function that stops it
 */
export function runWebhooks(round: () => Promise<number>, logger: Logger): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const run = async () => {
    while (!signal.aborted) {
      let pause = EVERY_MS;
      try {
        // While there is more, nothing waits.
        if ((await round()) > 0) pause = 0;
      } catch (error) {
        logger.warn({ err: error }, 'webhooks could not be sent');
        pause = AFTER_FAILURE_MS;
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {});
    }
  };
  const over = run();
  return async () => {
    stopping.abort();
    await Promise.race([over, sleep(STOP_MS, undefined, { ref: false })]);
  };
}

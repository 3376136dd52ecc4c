import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work that ends, but not longer than a time: a service that doesn't answer must not delay the end of the process. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(ms, undefined, { ref: false })]);
}

import { vi } from 'vitest';

const SHORTEST_MS = 1_000;
/** Longer ones are limits, such as the time that a test waits for an element. */
const LONGEST_MS = 10_000;
const FACTOR = 20;

/** Shortens the pauses of a page, before a retry for example, until the end of the test. For tests that do not examine how long they are. */
export function shortenPauses(): void {
  const { setTimeout: start, setInterval: repeat } = globalThis;
  const short = (ms = 0) => (ms >= SHORTEST_MS && ms <= LONGEST_MS ? ms / FACTOR : ms);
  const startShort = (run: () => void, ms?: number, ...args: []) => start(run, short(ms), ...args);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(Object.assign(startShort, { __promisify__: start.__promisify__ }));
  vi.spyOn(globalThis, 'setInterval').mockImplementation((run, ms) => repeat(run, short(ms)));
}

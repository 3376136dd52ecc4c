import { expect, it } from 'vitest';
import { mailPauseMs } from './mail-pause.rules.ts';

it('waits half a minute after the first attempt, twice as long after each further one, and gives up after the eighth', () => {
  const pauses = Array.from({ length: 8 }, (_, nth) => mailPauseMs(nth + 1));
  expect(pauses).toEqual([30_000, 60_000, 120_000, 240_000, 480_000, 960_000, 1_920_000, undefined]);
});

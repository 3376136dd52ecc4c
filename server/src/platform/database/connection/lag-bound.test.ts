import { expect, it } from 'vitest';
import { createLagBound } from './lag-bound.rules.ts';

it('is the time since the newest position that the standby has replayed', () => {
  const bound = createLagBound();
  expect(bound.lagAt(1_000, 0)).toBe(Number.POSITIVE_INFINITY);
  bound.noteWritten(100, 1_000);
  bound.noteWritten(200, 3_000);
  bound.noteWritten(300, 5_000);
  expect(bound.lagAt(99, 5_010)).toBe(Number.POSITIVE_INFINITY);
  expect(bound.lagAt(250, 5_010)).toBe(2_010);
  expect(bound.lagAt(300, 5_010)).toBe(10);
});

it('stays small while nothing is written', () => {
  const bound = createLagBound();
  for (let at = 0; at < 1_000_000; at += 2_000) {
    bound.noteWritten(100, at);
    expect(bound.lagAt(100, at + 5)).toBe(5);
  }
});

it('is infinite when the standby stopped before all remembered positions', () => {
  const bound = createLagBound();
  for (let at = 0; at < 200; at += 1) bound.noteWritten(100 + at, at);
  expect(bound.lagAt(110, 200)).toBe(Number.POSITIVE_INFINITY);
});

import { expect, it } from 'vitest';
import { createRateLimit } from './rate-limit.ts';

it('limits each key per window', () => {
  let now = 1_000;
  const take = createRateLimit({ clock: { now: () => new Date(now) }, limit: 2, windowMs: 60_000 });
  take('a');
  take('a');
  take('b');
  expect(() => take('a')).toThrow('Too many calls');
  now += 60_000;
  expect(() => take('a')).not.toThrow();
});

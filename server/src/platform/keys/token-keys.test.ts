import { expect, it } from 'vitest';
import { createTokenKeys } from './token-keys.ts';

const MINUTE_MS = 60_000;

it('accept a former key for as long as what it signed may live, and a minute in which others notice', () => {
  let now = 0;
  const keys = createTokenKeys(() => ({ current: 'new', other: { key: 'old', replacedAt: 0 } }), { now: () => new Date(now) });
  expect(keys.current()).toBe('new');
  now = 16 * MINUTE_MS - 1;
  expect(keys.accepted(15 * MINUTE_MS)).toEqual(['new', 'old']);
  now = 16 * MINUTE_MS;
  expect(keys.accepted(15 * MINUTE_MS)).toEqual(['new']);
  expect(keys.accepted(120 * MINUTE_MS)).toEqual(['new', 'old']);
});

it('accept a configured one as long as it is configured', () => {
  expect(createTokenKeys(() => ({ current: 'new', other: { key: 'old' } })).accepted(1)).toEqual(['new', 'old']);
});

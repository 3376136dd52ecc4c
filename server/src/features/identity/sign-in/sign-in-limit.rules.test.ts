import { expect, it } from 'vitest';
import { attemptKeys, codeKeys, deviceAttemptKeys, isOverLimit, windowOf } from './sign-in-limit.rules.ts';

it('uses one key for all spellings of an e-mail address', () => {
  expect(attemptKeys(' Ann@Example.COM ', '10.0.0.1')).toEqual(attemptKeys('ann@example.com', '10.0.0.1'));
});

it('allows ten attempts at one account from one address, a hundred in all', () => {
  const { near, far } = attemptKeys('ann@example.com', '10.0.0.1');
  const limits = [...near, ...far].map((key) => Array.from({ length: 200 }, (_, index) => index).findIndex((attempts) => isOverLimit(key, attempts)) - 1);
  expect(limits).toEqual([10, 100, 100]);
});

it('does not count attempts on a known device for the whole account', () => {
  expect(deviceAttemptKeys('Ann@example.com', 'd', '10.0.0.1')).toEqual({ near: ['account-at-device:ann@example.com d', 'address:10.0.0.1'], far: [] });
});

it('allows ten codes of one person in 15 minutes and thirty in a day, from all addresses', () => {
  const limits = codeKeys(7, undefined).map((key) => [key, windowOf(key) / 60_000, [10, 11, 30, 31].filter((attempts) => !isOverLimit(key, attempts)).at(-1)]);
  expect(limits).toEqual([
    ['codes-of:7', 15, 10],
    ['codes-of-day:7', 24 * 60, 30],
  ]);
});

it('counts the codes on a known device separately', () => {
  expect(codeKeys(7, 'd')).toEqual(['codes-at-device-day:7 d']);
});

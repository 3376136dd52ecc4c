import { expect, it } from 'vitest';
import { attemptKeys, deviceAttemptKeys, isOverLimit } from './sign-in-limit.rules.ts';

it('counts one account under one key, however its address is written', () => {
  expect(attemptKeys(' Ann@Example.COM ', '10.0.0.1')).toEqual(attemptKeys('ann@example.com', '10.0.0.1'));
});

it('allows ten attempts at one account from one address, a hundred in all', () => {
  const { near, far } = attemptKeys('ann@example.com', '10.0.0.1');
  const limits = [...near, ...far].map((key) => Array.from({ length: 200 }, (_, index) => index).findIndex((attempts) => isOverLimit(key, attempts)) - 1);
  expect(limits).toEqual([10, 100, 100]);
});

it('counts nothing of a known device under the account alone', () => {
  expect(deviceAttemptKeys('Ann@example.com', 'd', '10.0.0.1')).toEqual({ near: ['account-at-device:ann@example.com d', 'address:10.0.0.1'], far: [] });
});

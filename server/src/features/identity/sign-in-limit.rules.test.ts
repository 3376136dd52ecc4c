import { expect, it } from 'vitest';
import { attemptKeys, isOverLimit } from './sign-in-limit.rules.ts';

it('counts one account under one key, however its address is written', () => {
  expect(attemptKeys(' Ann@Example.COM ', '10.0.0.1')).toEqual(attemptKeys('ann@example.com', '10.0.0.1'));
});

it('allows ten attempts at one account from one address, a hundred in all', () => {
  const keys = attemptKeys('ann@example.com', '10.0.0.1');
  expect([isOverLimit(keys.accountAtAddress, 10), isOverLimit(keys.accountAtAddress, 11)]).toEqual([false, true]);
  expect([isOverLimit(keys.account, 100), isOverLimit(keys.account, 101)]).toEqual([false, true]);
  expect([isOverLimit(keys.address, 100), isOverLimit(keys.address, 101)]).toEqual([false, true]);
});

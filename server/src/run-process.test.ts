import { afterEach, expect, it, vi } from 'vitest';
import { runProcess } from './run-process.ts';

afterEach(() => vi.restoreAllMocks());

it('ends with the reason of a connection that was refused at several addresses', async () => {
  const print = vi.spyOn(console, 'error').mockImplementation(() => {});
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  const refused = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));
  runProcess(() => Promise.reject(new AggregateError(refused)));
  await expect.poll(() => exit.mock.calls).toEqual([[1]]);
  expect(print.mock.calls).toEqual([['connect ECONNREFUSED ::1:5432']]);
});

import { expect, it } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

/** Reads that end when the test says so; each has the number of its start as its result. */
function heldReads() {
  const ends: ((error?: Error) => void)[] = [];
  const share = createSharedReads<number>();
  const ask = (key: string) =>
    share(key, () => {
      const nth = ends.length + 1;
      return new Promise((resolve, reject) => ends.push((error) => (error === undefined ? resolve(nth) : reject(error))));
    });
  return { ask, ends };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('reads immediately for a call that arrives alone', async () => {
  const { ask, ends } = heldReads();
  const answer = ask('page 1');
  expect(ends).toHaveLength(1);
  ends[0]?.();
  expect(await answer).toBe(1);
});

it('reads once more for all calls that arrive during a read', async () => {
  const { ask, ends } = heldReads();
  const answers = ['page 1', 'page 1', 'page 1'].map(ask);
  ends[0]?.();
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  expect(await Promise.all(answers)).toEqual([1, 2, 2]);
});

it('gives no call an answer that was read before the call arrived', async () => {
  const { ask, ends } = heldReads();
  void ask('page 1');
  const late = ask('page 1');
  ends[0]?.();
  await turn();
  const later = ask('page 1');
  ends[1]?.();
  await turn();
  ends[2]?.();
  expect(await Promise.all([late, later])).toEqual([2, 3]);
});

it('lets reads with different keys run side by side', async () => {
  const { ask, ends } = heldReads();
  const answers = ['page 1', 'page 2'].map(ask);
  expect(ends).toHaveLength(2);
  for (const end of ends) end();
  expect(await Promise.all(answers)).toEqual([1, 2]);
});

it('gives the failure of a read to the calls that share it, and reads again for the next', async () => {
  const { ask, ends } = heldReads();
  const first = ask('page 1');
  const shared = [ask('page 1'), ask('page 1')];
  ends[0]?.();
  await turn();
  ends[1]?.(new Error('The database is away'));
  expect(await first).toBe(1);
  expect(await Promise.allSettled(shared)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const next = ask('page 1');
  ends[2]?.();
  expect(await next).toBe(3);
});

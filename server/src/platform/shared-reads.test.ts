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

it('reads side by side for two callers, as often as they ask', async () => {
  const { ask, ends } = heldReads();
  const first = ask('page 1');
  const second = ask('page 1');
  expect(ends).toHaveLength(2);
  ends[0]?.();
  expect(await first).toBe(1);
  const third = ask('page 1');
  expect(ends).toHaveLength(3);
  ends[1]?.();
  expect(await second).toBe(2);
  const fourth = ask('page 1');
  expect(ends).toHaveLength(4);
  for (const end of ends) end();
  expect(await Promise.all([third, fourth])).toEqual([3, 4]);
});

it('reads once more for all calls that arrive during the reads of two', async () => {
  const { ask, ends } = heldReads();
  const answers = ['page 1', 'page 1', 'page 1', 'page 1'].map(ask);
  expect(ends).toHaveLength(2);
  ends[0]?.();
  await turn();
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await turn();
  expect(ends).toHaveLength(3);
  ends[2]?.();
  expect(await Promise.all(answers)).toEqual([1, 2, 3, 3]);
});

it('gives no call an answer that was read before the call arrived', async () => {
  const { ask, ends } = heldReads();
  void ask('page 1');
  void ask('page 1');
  const late = ask('page 1');
  ends[1]?.();
  await turn();
  const later = ask('page 1');
  ends[2]?.();
  await turn();
  ends[3]?.();
  expect(await Promise.all([late, later])).toEqual([3, 4]);
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
  const alone = [ask('page 1'), ask('page 1')];
  const shared = [ask('page 1'), ask('page 1')];
  ends[0]?.();
  ends[1]?.();
  await turn();
  ends[2]?.(new Error('The database is away'));
  expect(await Promise.all(alone)).toEqual([1, 2]);
  expect(await Promise.allSettled(shared)).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
  const next = ask('page 1');
  ends[3]?.();
  expect(await next).toBe(4);
});

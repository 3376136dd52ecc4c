import { describe, expect, it } from 'vitest';
import { ALONE, createBatches, refused, writeTogether, written } from './batches.ts';

/** Batches whose runs end when the test says so. */
function heldBatches(maxItems = 10) {
  const runs: { items: readonly string[]; end: (failed?: string) => void }[] = [];
  const add = createBatches<string, string>(
    maxItems,
    (items) =>
      new Promise((resolve) => {
        const end = (failed?: string) =>
          resolve(
            items.map((item) => (item === failed ? { status: 'rejected', reason: new Error(item) } : { status: 'fulfilled', value: item.toUpperCase() })),
          );
        runs.push({ items, end });
      }),
  );
  return { add, runs };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('runs an item that arrives alone immediately', async () => {
  const { add, runs } = heldBatches();
  const result = add('a');
  expect(runs.map(({ items }) => items)).toEqual([['a']]);
  runs[0]?.end();
  expect(await result).toBe('A');
});

it('runs the items that arrive during a run together, up to the limit', async () => {
  const { add, runs } = heldBatches(2);
  const results = ['a', 'b', 'c', 'd'].map(add);
  runs[0]?.end();
  await turn();
  runs[1]?.end();
  await turn();
  runs[2]?.end();
  expect(await Promise.all(results)).toEqual(['A', 'B', 'C', 'D']);
  expect(runs.map(({ items }) => items)).toEqual([['a'], ['b', 'c'], ['d']]);
});

it('keeps no item waiting for a run that is held up, and starts a limited number of runs', async () => {
  const { add, runs } = heldBatches(1);
  const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const results = items.map(add);
  expect(runs).toHaveLength(1);
  await expect.poll(() => runs.length).toBe(6);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(runs).toHaveLength(6);
  runs[1]?.end();
  expect(await results[1]).toBe('B');
  await expect.poll(() => runs.length).toBe(7);
  for (const { end } of runs) end();
  expect(await Promise.all(results)).toEqual(items.map((item) => item.toUpperCase()));
});

it('gives each item its own failure', async () => {
  const { add, runs } = heldBatches();
  const results = Promise.allSettled(['a', 'b', 'c'].map(add));
  runs[0]?.end();
  await turn();
  runs[1]?.end('b');
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});

it('rejects all items of a run that fails, and continues with the next', async () => {
  let isBroken = true;
  const add = createBatches<number, number>(10, async (items) => {
    if (isBroken) throw new Error('broken');
    return items.map((value) => ({ status: 'fulfilled', value }));
  });
  await expect(add(1)).rejects.toThrow('broken');
  isBroken = false;
  expect(await add(2)).toBe(2);
});

describe('items that are written together', () => {
  interface Item {
    readonly name: string;
    readonly key?: string;
  }

  /** Writes items; `broken` breaks its whole transaction, `bad` is refused, and `loner` must be alone. */
  async function write(items: readonly Item[]) {
    const transactions: string[][] = [];
    const results = await writeTogether<Item, string>(items, {
      keyOf: ({ key }) => key ?? null,
      write: async (some) => {
        transactions.push(some.map(({ name }) => name));
        if (some.some(({ name }) => name === 'broken')) throw new Error('broken');
        return some.map(({ name }) => {
          if (name === 'bad') return refused(new Error('bad'));
          return name === 'loner' && some.length > 1 ? ALONE : written(name.toUpperCase());
        });
      },
    });
    return { transactions, results: results.map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as Error).message)) };
  }

  it('share a transaction, also with one that is refused', async () => {
    expect(await write([{ name: 'a' }, { name: 'bad' }, { name: 'b' }])).toEqual({ transactions: [['a', 'bad', 'b']], results: ['A', 'bad', 'B'] });
  });

  it('are written one by one when one breaks the transaction, and only that one fails', async () => {
    expect(await write([{ name: 'a' }, { name: 'broken' }, { name: 'b' }])).toEqual({
      transactions: [['a', 'broken', 'b'], ['a'], ['broken'], ['b']],
      results: ['A', 'broken', 'B'],
    });
  });

  it('leave one that repeats a key, or must be alone, to a transaction of its own', async () => {
    const items = [{ name: 'a', key: '1' }, { name: 'b', key: '1' }, { name: 'loner' }, { name: 'c' }, { name: 'd' }];
    expect(await write(items)).toEqual({ transactions: [['a', 'loner', 'c', 'd'], ['b'], ['loner']], results: ['A', 'B', 'LONER', 'C', 'D'] });
  });
});

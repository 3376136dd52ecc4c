import { expect, it } from 'vitest';
import { createBatches } from './batches.ts';

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

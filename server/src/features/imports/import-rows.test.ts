import { expect, it } from 'vitest';
import { NO_COUNTS } from './import-counts.ts';
import { importRows } from './import-rows.ts';

const ROWS = 40_000;

async function* table(keys: readonly number[]) {
  for (const [index, key] of keys.entries()) yield { line: index + 2, get: () => String(key) };
}

async function run(keys: readonly number[], save: (rows: readonly string[]) => Promise<void> = async () => {}) {
  const refused: string[] = [];
  const saved: string[] = [];
  const counts = await importRows(
    table(keys),
    {
      parse: (get) => ({ row: get('key') }),
      keyOf: (row) => row,
      save: async (rows) => {
        await save(rows);
        saved.push(...rows);
        return { added: rows.length, changed: 0 };
      },
    },
    { counts: NO_COUNTS, context: { log: async (_, texts) => void refused.push(...texts), progress: async () => {} } },
  );
  return { counts, refused, saved };
}

it('saves every row once and in order, over several batches', async () => {
  const keys = Array.from({ length: ROWS }, (_, index) => index);
  const { counts, saved } = await run(keys);
  expect(counts).toEqual({ read: ROWS, new: ROWS, changed: 0, unchanged: 0, rejected: 0 });
  expect(saved).toEqual(keys.map(String));
});

it('refuses the second row of one key wherever it stands', async () => {
  const { counts, refused } = await run([...Array.from({ length: ROWS }, (_, index) => index), 7]);
  expect(counts).toMatchObject({ read: ROWS + 1, new: ROWS, rejected: 1 });
  expect(refused).toEqual([`Line ${ROWS + 2}: 7 is there twice; the first one counts`]);
});

it('fails when a batch could not be saved, the last one too', async () => {
  const fails = async () => Promise.reject(new Error('full'));
  await expect(
    run(
      Array.from({ length: ROWS }, (_, index) => index),
      fails,
    ),
  ).rejects.toThrow('full');
  await expect(run([1], fails)).rejects.toThrow('full');
});

import { expect, it } from 'vitest';
import { NO_COUNTS } from './import-counts.ts';
import { importRows } from './import-rows.ts';

const ROWS = 40_000;

/** The keys of one attempt. */
function keysInMemory() {
  const known = new Set<string>();
  const claim = async (keys: readonly string[]) => {
    const fresh = new Set(keys.filter((key) => !known.has(key)));
    for (const key of fresh) known.add(key);
    return fresh;
  };
  return { claim };
}

async function* table(keys: readonly number[], breaksAfter = Number.POSITIVE_INFINITY) {
  for (const [index, key] of keys.entries()) {
    if (index >= breaksAfter) throw new Error('The download broke');
    yield { line: index + 2, get: () => String(key) };
  }
}

async function run(keys: readonly number[], save: (rows: readonly string[]) => Promise<void> = async () => {}) {
  const refused: string[] = [];
  const saved: string[] = [];
  const counts = await importRows(
    table(keys),
    {
      parse: (get) => ({ row: get('key') }),
      keyOf: (row) => row,
      keys: keysInMemory(),
      save: async (rows) => {
        await save(rows);
        saved.push(...rows);
        return { added: rows.length, changed: 0 };
      },
    },
    { counts: NO_COUNTS, context: { log: async (_, texts) => void refused.push(...texts), progress: async () => {}, remember: async () => {} } },
  );
  return { counts, refused, saved };
}

it('saves every row once and in order, over several batches', async () => {
  const keys = Array.from({ length: ROWS }, (_, index) => index);
  const { counts, saved } = await run(keys);
  expect(counts).toEqual({ read: ROWS, new: ROWS, changed: 0, unchanged: 0, rejected: 0 });
  expect(saved).toEqual(keys.map(String));
});

it('rejects the second row with the same key anywhere in the report', async () => {
  const { counts, refused } = await run([...Array.from({ length: ROWS }, (_, index) => index), 7]);
  expect(counts).toMatchObject({ read: ROWS + 1, new: ROWS, rejected: 1 });
  expect(refused).toEqual([`Line ${ROWS + 2}: 7 is a duplicate; the first row counts`]);
  expect((await run([1, 2, 1, 3, 1])).refused).toEqual(['Line 4: 1 is a duplicate; the first row counts', 'Line 6: 1 is a duplicate; the first row counts']);
});

it('fails when a batch could not be saved, also the last one', async () => {
  const fails = async () => Promise.reject(new Error('full'));
  await expect(
    run(
      Array.from({ length: ROWS }, (_, index) => index),
      fails,
    ),
  ).rejects.toThrow('full');
  await expect(run([1], fails)).rejects.toThrow('full');
});

it('counts and logs each row once when a report is read again after an interrupted download', async () => {
  const keys = Array.from({ length: ROWS }, (_, index) => index);
  const there = new Set(keys.slice(35_000));
  const told: string[] = [];
  let memory: Record<string, unknown> = {};
  const attempt = (breaksAfter?: number) =>
    importRows(
      table(keys, breaksAfter),
      {
        // Every thousandth row is malformed.
        parse: (get) => (Number(get('key')) % 1_000 === 999 ? { reason: 'bad' } : { row: Number(get('key')) }),
        keyOf: String,
        keys: keysInMemory(),
        save: async (rows) => {
          const added = rows.filter((row) => !there.has(row)).length;
          for (const row of rows) there.add(row);
          return { added, changed: 0 };
        },
      },
      {
        counts: { read: 10, new: 1, changed: 2, unchanged: 3, rejected: 4 },
        earlier: memory.kept as Parameters<typeof importRows>[2]['earlier'],
        context: {
          log: async (_, texts) => void told.push(...texts),
          progress: async () => {},
          remember: async (values) => {
            memory = { ...memory, ...values };
          },
        },
      },
    );
  for (const breaksAfter of [20_000, 36_000]) await expect(attempt(breaksAfter)).rejects.toThrow('The download broke');
  expect(memory.kept).toEqual({ added: 30_000, changed: 0, told: 30 });
  expect(await attempt()).toEqual({ read: 10 + ROWS, new: 1 + 34_965, changed: 2, unchanged: 3 + 4_995, rejected: 4 + 40 });
  expect(told).toHaveLength(40);
  expect(new Set(told).size).toBe(40);
});

import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createRateLimit } from './rate-limit.ts';

const { db, pool } = await createTestDatabase();
let now = 1_000_000;
const clock = { now: () => new Date(now) };
const refused = { code: 'rate_limited', message: 'Too many calls. Please wait.' };

it('limits each key per window, for all processes together', async () => {
  const [one, two] = [0, 1].map(() => createRateLimit({ db, clock, name: 'test', limit: 2, windowMs: 60_000 }));
  await one?.('a');
  await two?.('a');
  await one?.('b');
  await expect(one?.('a')).rejects.toMatchObject(refused);
  await expect(two?.('a')).rejects.toMatchObject(refused);
  now += 60_000;
  await two?.('a');
  // Ended windows are deleted.
  expect((await pool.query('select key, calls from rate_limits')).rows).toEqual([{ key: 'a', calls: 1 }]);
});

it('counts a high limit in shares, with at most one statement in a hundred calls', async () => {
  const [one, two] = [0, 1].map(() => createRateLimit({ db, clock, name: 'many', limit: 1_000, windowMs: 60_000 }));
  for (let nth = 0; nth < 700; nth++) await one?.('a');
  for (let nth = 0; nth < 300; nth++) await two?.('a');
  await expect(one?.('a')).rejects.toMatchObject(refused);
  await expect(one?.('a')).rejects.toMatchObject(refused);
  expect((await pool.query(`select calls from rate_limits where name = 'many'`)).rows).toEqual([{ calls: 1_010 }]);
});

it('lets calls that arrive together use the whole limit', async () => {
  const limit = createRateLimit({ db, clock, name: 'together', limit: 1_000, windowMs: 60_000 });
  const settle = async (calls: number) =>
    (await Promise.allSettled(Array.from({ length: calls }, () => limit('a')))).filter(({ status }) => status === 'fulfilled');
  expect([(await settle(900)).length, (await settle(300)).length]).toEqual([900, 100]);
});

it('opens a new window when the clock was set back', async () => {
  const limits = [1, 1_000].map((limit) => createRateLimit({ db, clock, name: `back ${limit}`, limit, windowMs: 60_000 }));
  const use = (calls: number) => Promise.all(limits.map(async (limit) => limit(`${calls}`)));
  now += 3_600_000;
  await use(1);
  for (let nth = 1; nth < 1_000; nth++) await limits[1]?.('1');
  for (const limit of limits) await expect(limit('1')).rejects.toMatchObject(refused);
  now -= 3_600_000;
  await use(1);
});

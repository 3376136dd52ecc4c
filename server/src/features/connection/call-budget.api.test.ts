import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../test/test-database.ts';
import { createLimits } from '../../integrations/marketplace/transport/call-budget.ts';
import { createSharedBudget } from './call-budget.repository.ts';

const query = vi.spyOn(pg.Client.prototype, 'query');
const { db } = await createTestDatabase();
const ACCOUNT = { baseUrl: 'https://sp.test', tokenUrl: '', refreshToken: '', clientId: 'c', clientSecret: '', sellerId: 'A1', marketplaceId: 'M' };
const processes = [0, 1].map(() => createLimits(createSharedBudget(db, ACCOUNT), Date.now));
const [one, two] = processes;

it('shares the calls of an operation between processes, also the first ones', async () => {
  // searchOrders: a burst of 20, and one more every three minutes.
  const waits = (await Promise.all(processes.flatMap((limits) => Array.from({ length: 11 }, () => limits.take('searchOrders'))))).sort((a, b) => a - b);
  expect(waits.slice(0, 20)).toEqual(Array(20).fill(0));
  expect(waits[20]).toBeGreaterThan(100_000);
  expect(waits[21]).toBeGreaterThan(250_000);
  expect(await two?.readyInMs('searchOrders')).toBeGreaterThan(400_000);
});

it('shares throttling and a rate that the marketplace reported', async () => {
  await one?.learn('searchListingsItems', 0.05);
  await one?.empty('searchListingsItems');
  expect(await two?.readyInMs('searchListingsItems')).toBeGreaterThan(10_000);
  expect(two?.rateOf('searchListingsItems')).toBe(0.05);
  expect(two?.stateOf('searchListingsItems')).toMatchObject({ rate: 0.05, burst: 5 });
});

it('changes a bucket once for the calls of a process that wait together', async () => {
  const limits = createLimits(createSharedBudget(db, { ...ACCOUNT, sellerId: 'A3' }), Date.now);
  query.mockClear();
  const waits = await Promise.all(Array.from({ length: 40 }, () => limits.take('searchOrders')));
  const replaced = query.mock.calls.filter(([statement]) => (statement as { name?: string }).name === 'replace_call_budget');
  // The first call inserts the bucket; those that wait for it change it together, or in two turns if it was slow.
  expect([1, 2]).toContain(replaced.length);
  expect(waits.filter((ms) => ms === 0)).toHaveLength(20);
});

it('costs no account what another one calls', async () => {
  expect(await createLimits(createSharedBudget(db, { ...ACCOUNT, sellerId: 'A2' }), Date.now).readyInMs('searchOrders')).toBe(0);
});

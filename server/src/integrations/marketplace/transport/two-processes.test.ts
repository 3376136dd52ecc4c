import { startSimulator } from '@stowage/simulator/simulator';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { createMemorySubmissions, type JournalEntry, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { createLogger } from '../../../platform/logger.ts';
import { createMarketplace } from '../marketplace.ts';

/** Its quotas are the real ones. */
const simulator = await startSimulator({ rateScale: 1 });
afterAll(() => simulator.close());
afterEach(() => vi.restoreAllMocks());

const admin = async (method: string, name: string, body?: unknown) =>
  (await fetch(`${simulator.url}/__sim/${name}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) })).json();

/** A clock that advances only while every process waits, to the end of the shortest wait. */
function createSharedTime(processes: number) {
  let now = Date.now();
  let awake = processes;
  const sleepers: { at: number; wake: () => void }[] = [];
  const goOn = async () => {
    if (awake > 0) return;
    const next = sleepers.sort((one, other) => one.at - other.at).shift();
    if (next === undefined) return;
    awake += 1;
    await admin('POST', 'clock/advance', { ms: next.at - now });
    now = next.at;
    next.wake();
  };
  const rests = () => {
    awake -= 1;
    void goOn();
  };
  return {
    now: () => now,
    end: rests,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ at: now + ms, wake });
        rests();
      }),
  };
}

it('completes two processes that exhaust one quota with the right data', async () => {
  const account = {
    baseUrl: simulator.url,
    tokenUrl: `${simulator.url}/auth/o2/token`,
    refreshToken: 'Atzr|refresh',
    clientId: 'client',
    clientSecret: 'secret',
    sellerId: 'A1STOWAGEDEMO',
    marketplaceId: 'ATVPDKIKX0DER',
  };
  let random = 1;
  vi.spyOn(Math, 'random').mockImplementation(() => {
    random = (random * 16_807) % 2_147_483_647;
    return random / 2_147_483_647;
  });
  await admin('POST', 'seed', { listings: TEST_LISTINGS });
  const asins = [...new Set(TEST_LISTINGS.map(({ asin }) => asin))];
  const batches = Array.from({ length: 10 }, (_, index) => asins.slice(index * 5, index * 5 + 5));
  const time = createSharedTime(2);
  const work = async (process: number) => {
    const options = { account, logger: createLogger('silent'), submissions: createMemorySubmissions(), sleep: time.sleep, now: time.now };
    const marketplace = createMarketplace(options);
    const answers = [];
    for (const batch of batches.filter((_, index) => index % 2 === process)) answers.push(...(await marketplace.offersFor(batch, 'New')));
    time.end();
    return answers;
  };
  const answers = (await Promise.all([work(0), work(1)])).flat();
  expect(answers.map(({ asin }) => asin).toSorted()).toEqual(asins.toSorted());
  expect(answers.every(({ result }) => result !== 'unknown')).toBe(true);
  const calls = ((await admin('GET', 'journal')) as JournalEntry[]).filter(({ operation }) => operation === 'getItemOffersBatch');
  const refused = calls.filter(({ status }) => status === 429).length;
  expect(calls.length - refused).toBe(10);
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThan(30);
});

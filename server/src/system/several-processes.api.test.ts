import { setTimeout as sleep } from 'node:timers/promises';
import { DASHBOARD_PUSH_DELAY_MS, dashboardTopic } from '@stowage/contract/dashboard/dashboard';
import pg from 'pg';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../test/test-app.ts';
import { buildApp } from '../app.ts';

const first = await createTestApp();
const second = await createTestApp({ beside: first });
const { db, owner } = first;
await seedTestCatalog(db);
const person = await first.signIn();

it('counts the calls of an address in all processes together', async () => {
  const answers: number[] = [];
  for (let nth = 0; nth < 31; nth++) {
    const { app } = nth % 2 === 0 ? first : second;
    answers.push((await app.inject({ method: 'GET', url: '/api/public/fba-fee?asin=B000000001' })).statusCode);
  }
  expect(answers.filter((status) => status === 429)).toEqual([429]);
  expect(answers.at(-1)).toBe(429);
});

it('answers 503 while the process stops, and stays live', async () => {
  const { context, features } = first;
  let isStopping = false;
  const stopping = await buildApp(context, features, { webFolder: '/nowhere', isStopping: () => isStopping });
  const status = async (check: string) => (await stopping.inject({ method: 'GET', url: `/api/health/${check}` })).statusCode;
  expect(await status('ready')).toBe(200);
  isStopping = true;
  expect([await status('ready'), await status('live')]).toEqual([503, 200]);
  await stopping.close();
});

it('reconciles the orders after a change of the stock, and decides offered quantities, in one process', async () => {
  const counting = createTestCounter();
  await counting.open();
  const stops: (() => Promise<void>)[] = [];
  const start = ({ features }: typeof first) => stops.push(...features.features.flatMap((each) => each.start?.() ?? []));
  for (const { context } of [first, second]) await context.watch.lead();
  expect([first, second].map(({ context }) => context.watch.isLeading())).toEqual([true, false]);
  await counting.reset();
  start(second);
  await sleep(600);
  expect(await counting.runs(DECIDES)).toBe(0);
  start(first);
  await expect.poll(() => counting.runs(DECIDES)).toBeGreaterThan(0);
  await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 1 });
  await expect.poll(() => counting.runs(RECONCILES)).toBe(1);
  // Long enough for any other process that reconciles a second after the change, too.
  await sleep(500);
  expect(await counting.runs(RECONCILES)).toBe(1);
  for (const stop of stops) await stop();
  await counting.close();
});

it('announces a changed part of the dashboard to each page once', async () => {
  const heard = [first, second].map(({ context }) => {
    const bodies: string[] = [];
    context.topics.listen(dashboardTopic.path, (body) => void bodies.push(body));
    return bodies;
  });
  await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 1 });
  await expect.poll(() => heard.every((bodies) => bodies.length > 0)).toBe(true);
  // Long enough for the announcements of all processes.
  await sleep(2 * DASHBOARD_PUSH_DELAY_MS);
  const ofUnits = heard.map((bodies) => bodies.filter((body) => body.includes('units-on-hand')).length);
  expect(ofUnits).toEqual([1, 1]);
});

/** Parts of the statements that begin each reconciliation and each decision. */
const RECONCILES = 'Units that were shipped outside and then put back';
const DECIDES = 'quantity_mark where done_id <';

/** Counts how often a statement ran. */
function createTestCounter() {
  const client = new pg.Client(owner.connection);
  return {
    async open() {
      await client.connect();
      await client.query('create extension if not exists pg_stat_statements');
    },
    reset: () => client.query('select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)'),
    async runs(part: string) {
      const { rows } = await client.query<{ calls: number }>(
        `select coalesce(sum(calls), 0)::int as calls from pg_stat_statements
        where query like '%' || $1 || '%' and query not like '%pg_stat_statements%'
          and dbid = (select oid from pg_database where datname = current_database())`,
        [part],
      );
      return rows[0]?.calls;
    },
    close: () => client.end(),
  };
}

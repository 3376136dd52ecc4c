import { afterAll, beforeAll, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { createActs } from '../../../../test/fixtures/races/warehouse-acts.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { ServerProcess } from '../../../../test/server-process.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { db, connection, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const server = new ServerProcess(connection);
afterAll(() => server.remove());

const PEOPLE = 48;
const UNITS = 200;
const ACTS_EACH = 10;
const COUNTS_EACH = 2;
const SCANS = 10;
const KILLED_AFTER = [150, 350, 550];
const LISTED = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku];
const acts = createActs(11);

let answered = 0;
let cutOff = 0;
const kills: Promise<void>[] = [];
let counters: SignedIn[] = [];
let people: SignedIn[] = [];
let unitIds: number[] = [];

beforeAll(async () => {
  counters = [await signIn('ROLE_ADMIN'), await signIn('ROLE_ADMIN')];
  people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn('ROLE_ADMIN')));
  for (let i = 0; i < UNITS; i++) {
    const { url, body } = acts.arrival();
    await counters[0]?.post(url, body);
  }
  unitIds = (await db.selectFrom('units').select('id').execute()).map(({ id }) => id);
  await server.address;
}, 120_000);

it('posts two counts correctly and once while forty-eight people move stock and the server is killed three times', async () => {
  const statuses = await Promise.all([
    countShelves(counters[0] as SignedIn, ['A-1', 'A-2']),
    countShelves(counters[1] as SignedIn, ['B-1']),
    ...people.map(work),
  ]);
  await Promise.all(kills);
  expect(kills.length).toBe(KILLED_AFTER.length);
  expect(cutOff).toBeGreaterThan(0);
  expect(statuses.flat().filter((status) => status >= 500)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
  const states = await db.selectFrom('count_sessions').select('state').execute();
  expect(states.map(({ state }) => state)).toEqual(Array(2 * COUNTS_EACH).fill('POSTED'));
  const entries = await db.selectFrom('count_entries').select('client_id').execute();
  expect(entries).toHaveLength(2 * COUNTS_EACH * SCANS);
  expect(await listPostedFalsely()).toEqual([]);
}, 180_000);

/** One person's calls, half of them sent twice as after a lost answer. @returns the status codes */
async function work(person: SignedIn, nth: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < ACTS_EACH; i++) {
    const { url, body } = acts.any(unitIds, nth, i);
    const answers = await Promise.all(Array.from({ length: acts.below(2) + 1 }, () => insist(person, url, body)));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

/** Counts some locations repeatedly, sends everything twice, and posts each count from three tabs. */
async function countShelves(person: SignedIn, locations: readonly string[]): Promise<number[]> {
  const statuses: number[] = [];
  const send = async <T>(url: string, body?: object) => {
    const answers = await Promise.all(Array.from({ length: body === undefined ? 1 : 2 }, () => insist(person, url, body)));
    statuses.push(...answers.map(({ status }) => status));
    return answers[0]?.json as T;
  };
  for (let time = 0; time < COUNTS_EACH; time++) {
    await send('/api/counts', { locations, isBlind: false });
    const [open] = (await send<{ data: { id: number }[] }>(`/api/counts?location=${locations[0]}`)).data;
    const count = `/api/counts/${open?.id}`;
    for (let i = 0; i < SCANS; i++) {
      const scan = { productId: LISTED[acts.below(LISTED.length)], locationId: locations[acts.below(locations.length)] };
      await send(`${count}/scan`, { ...scan, clientScanId: `race-count-${open?.id}-${i}` });
    }
    await send(`${count}/submit`, { isRestMissing: true });
    await send(`${count}/review`, {});
    const { data: lines } = await send<{ data: { id: number }[] }>(`${count}/lines?list=differences`);
    for (const { id } of lines) await send(`${count}/lines/${id}/cause`, { rootCause: 'MISCOUNTED' });
    while ((await send<{ state: string }>(count)).state === 'REVIEW') {
      await Promise.all(lines.map(({ id }) => send(`${count}/lines/${id}/look`, {})));
      await Promise.all([1, 2, 3].map(() => send(`${count}/post`, {})));
    }
  }
  return statuses;
}

/** Repeats a call until it is answered, as the page does; kills the server when it is time. */
async function insist(person: SignedIn, url: string, body?: object): Promise<{ status: number; json: unknown }> {
  for (;;) {
    const address = await server.address;
    try {
      const headers = { authorization: `Bearer ${person.token}`, ...(body && { 'content-type': 'application/json' }) };
      const answer = await fetch(`${address}${url}`, { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) });
      const text = await answer.text();
      answered += 1;
      if (KILLED_AFTER.includes(answered)) kills.push(server.killAndStart());
      return { status: answer.status, json: text.startsWith('{') ? JSON.parse(text) : text };
    } catch {
      cutOff += 1;
    }
  }
}

/** Lines whose movements exceed their difference: a posting that happened twice. */
async function listPostedFalsely(): Promise<unknown[]> {
  const lines = await db
    .selectFrom('count_lines as n')
    .innerJoin('count_sessions as k', 'k.id', 'n.count_id')
    .select(['n.id', 'n.count_id', 'n.location_id', 'n.listing_id', 'n.counted', 'n.booked'])
    .where('k.state', '=', 'POSTED')
    .execute();
  const movements = await db
    .selectFrom('stock_movements')
    .select(['count_id', 'listing_id', 'from_location_id', 'to_location_id'])
    .where('count_id', 'is not', null)
    .where('type', '<>', 'AUDIT_COUNT')
    .execute();
  return lines.filter((line) => {
    const own = movements.filter(({ count_id, listing_id }) => count_id === line.count_id && listing_id === line.listing_id);
    const came = own.filter(({ to_location_id }) => to_location_id === line.location_id).length;
    const went = own.filter(({ from_location_id }) => from_location_id === line.location_id).length;
    const difference = (line.counted ?? 0) - (line.booked ?? 0);
    return came !== Math.max(0, difference) || went > Math.max(0, -difference);
  });
}

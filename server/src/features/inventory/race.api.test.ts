import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type Call, countShelves, expectTruth, layUnits, work } from '../../../test/stock-race.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../test/test-app.ts';
import { layTestCatalogue } from '../../../test/test-catalogue.ts';

const PEOPLE = 50;
const COUNTS_EACH = 2;

interface Race {
  readonly app: TestApp;
  readonly people: readonly SignedIn[];
  readonly unitIds: readonly number[];
}

/** Fifty people, the first two of whom may post any count, and the stock they share. */
async function prepare(): Promise<Race> {
  const app = await createTestApp();
  await layTestCatalogue(app.db);
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, nth) => app.signIn(nth < 2 ? 'ROLE_ADMIN' : 'ROLE_USER')));
  return { app, people, unitIds: await layUnits(app.db, people[0] as SignedIn) };
}

/** Two count while the others move, delete, restore, remove, undo, scan and audit. @returns the statuses of all answers */
async function run(call: Call, { people, unitIds }: Race, acts: number): Promise<number[]> {
  const [ann, bob, ...others] = people as [SignedIn, SignedIn, ...SignedIn[]];
  const statuses = await Promise.all([
    countShelves(call, ann, { locations: ['A-1', 'A-2'], times: COUNTS_EACH }),
    countShelves(call, bob, { locations: ['B-1'], times: COUNTS_EACH }),
    ...others.map((person, nth) => work(call, person, { nth, acts }, unitIds)),
  ]);
  return statuses.flat();
}

/** Every count was posted, and its scans were counted once each. */
async function expectCounted({ db }: TestApp): Promise<void> {
  const states = (await db.selectFrom('count_sessions').select('state').execute()).map(({ state }) => state);
  expect(states).toEqual(Array(2 * COUNTS_EACH).fill('POSTED'));
  const { entries } = await db
    .selectFrom('count_entries')
    .select(({ fn }) => fn.countAll<number>().as('entries'))
    .executeTakeFirstOrThrow();
  expect(entries).toBe(2 * COUNTS_EACH * 10);
}

it('fifty people at two hundred units at once leave a ledger that replays to exactly the stock', async () => {
  const race = await prepare();
  const call: Call = async (person, url, body) => {
    const answer = await (body === undefined ? person.get(url) : person.post(url, body));
    return { status: answer.statusCode, json: () => answer.json() };
  };
  const statuses = await run(call, race, 16);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(PEOPLE * 3);
  await expectTruth(race.app.db);
  await expectCounted(race.app);
}, 120_000);

it('a server that is killed in the middle, three times, loses nothing and doubles nothing', async () => {
  const race = await prepare();
  const victim = new Victim(await freePort(), race.app);
  await victim.start();
  const running = run((person, url, body) => victim.call(person, url, body), race, 12).finally(() => victim.kill());
  for (const after of [200, 450, 700]) {
    await victim.until(() => victim.answers >= after);
    await victim.kill();
    await victim.start();
  }
  const statuses = await running;
  expect(victim.interrupted).toBeGreaterThan(0);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  await expectTruth(race.app.db);
  await expectCounted(race.app);
}, 180_000);

const script = path.resolve(import.meta.dirname, '../../../test/serve-app.ts');
const PAUSE_MS = 20;

/** A server of its own process on the test's database, that can be killed without a word. */
class Victim {
  /** Calls that got no answer, because the server died under them or was not back yet. */
  interrupted = 0;
  answers = 0;
  private readonly url: string;
  private readonly argument: string;
  private child: ChildProcess | undefined;

  constructor(port: number, { connection, clock }: TestApp) {
    this.url = `http://127.0.0.1:${port}`;
    this.argument = JSON.stringify({ connection, port, now: clock.now() });
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', script, this.argument], { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    await new Promise((resolve, reject) => {
      child.stdout.once('data', resolve);
      child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
    });
  }

  async kill(): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child === undefined) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  /** Sends a call until it is answered, as the page does. */
  async call({ token }: SignedIn, url: string, body?: object): Promise<{ status: number; json: () => unknown }> {
    for (;;) {
      try {
        const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
        const answer = await fetch(this.url + url, { method: body ? 'POST' : 'GET', headers, body: JSON.stringify(body) });
        const text = await answer.text();
        this.answers += 1;
        return { status: answer.status, json: () => JSON.parse(text) };
      } catch {
        this.interrupted += 1;
        await pause();
      }
    }
  }

  async until(isTrue: () => boolean): Promise<void> {
    while (!isTrue()) await pause();
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

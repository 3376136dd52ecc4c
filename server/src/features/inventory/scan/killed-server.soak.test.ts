import { afterAll, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { type Act, createActs } from '../../../../test/fixtures/races/warehouse-acts.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { ServerProcess } from '../../../../test/server-process.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { db, connection, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const server = new ServerProcess(connection);
afterAll(() => server.remove());

const PEOPLE = 50;
const UNITS = 200;
const ACTS_EACH = 12;
/** The server is killed after this many answers, while everybody else waits for theirs. */
const KILLED_AFTER = [200, 400];
const acts = createActs(7);

let answered = 0;
let cutOff = 0;
const kills: Promise<void>[] = [];

it('loses no confirmed scan and repeats none when the server is killed with fifty people scanning', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn('ROLE_ADMIN')));
  const [first] = people;
  for (let i = 0; i < UNITS; i++) {
    const { url, body } = acts.arrival();
    await first?.post(url, body);
  }
  const ids = (await db.selectFrom('units').select('id').execute()).map(({ id }) => id);
  await server.address;

  const done = (await Promise.all(people.map((person, nth) => work(person, nth, ids)))).flat();
  await Promise.all(kills);
  expect([kills.length, done.length]).toEqual([KILLED_AFTER.length, PEOPLE * ACTS_EACH]);
  expect(cutOff).toBeGreaterThan(PEOPLE / 2);
  expect(done.filter(({ status }) => status >= 500)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);

  const scanned = done.flatMap(({ act, status }) => (status === 200 && act.body.clientScanId !== undefined ? [act.body.clientScanId] : []));
  const recorded = await db.selectFrom('stock_movements').select('client_scan_id').where('client_scan_id', 'is not', null).execute();
  expect(recorded.map(({ client_scan_id }) => client_scan_id).sort()).toEqual(scanned.sort());
}, 180_000);

interface Done {
  readonly act: Act;
  readonly status: number;
}

async function work(person: SignedIn, nth: number, ids: readonly number[]): Promise<Done[]> {
  const done: Done[] = [];
  for (let i = 0; i < ACTS_EACH; i++) {
    const act = acts.any(ids, nth, i);
    done.push({ act, status: await insist(person, act) });
    answered += 1;
    if (KILLED_AFTER.includes(answered)) kills.push(server.killAndStart());
  }
  return done;
}

/** Repeats a call until it is answered, as the page does. */
async function insist(person: SignedIn, { url, body }: Act): Promise<number> {
  for (;;) {
    const address = await server.address;
    try {
      const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
      const answer = await fetch(`${address}${url}`, { method: 'POST', headers, body: JSON.stringify(body) });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      cutOff += 1;
    }
  }
}

import { countsTopic } from '@stowage/contract/inventory/counts';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { carryKeys, carryKeysAgain } from '../../../../test/fixtures/carry-keys.ts';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { hearMessages } from '../../../../test/fixtures/heard-messages.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { app, connection, context, db, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
const [ann, bob, admin] = await Promise.all([signIn(), signIn(), signIn('ROLE_ADMIN')]);
const { kettle, bolt } = CODES;
let nth = 0;
const SHELVES = [...'ABCDEFG'].flatMap((aisle) => [1, 2, 3, 4, 5, 6, 7, 8].map((bay) => `${aisle}-${bay}`));
let shelf = '';
let other = '';

const add = (productId: string, locationId = shelf) => admin.post('/api/sfinventory', { productId, locationId });
const start = async (body: object = {}) => (await ann.post('/api/counts', { locations: [shelf], isBlind: false, ...body })).json().id as number;
const scan = (id: number, productId: string, { who = ann, ...more }: { who?: SignedIn; locationId?: string; clientScanId?: string; incomplete?: 'ask' } = {}) =>
  who.post(`/api/counts/${id}/scan`, { productId, locationId: shelf, clientScanId: `count-scan-${nth++}`, ...more });
const session = async (id: number) => (await ann.get(`/api/counts/${id}`)).json();
const lines = async (id: number, list: string) => (await ann.get(`/api/counts/${id}/lines?list=${list}`)).json().data;
const act = (id: number, what: string, body: object = {}, who = ann) => who.post(`/api/counts/${id}/${what}`, body);
const reasonOf = (answer: { statusCode: number; json(): { error?: { reason?: string } } }) => [answer.statusCode, answer.json().error?.reason];
const stockOf = async (code: string) => (await ann.post('/api/searchbyidentifier', { identifier: code })).json();
const reported = async () => ((await admin.get('/api/notifications')).json().data as { title: string }[]).map(({ title }) => title);
const explain = (id: number, line: number, body: object) => act(id, `lines/${line}/cause`, body);

/** Counts these quantities, submits the count and starts its review. */
async function toReview(id: number, codes: readonly string[]): Promise<void> {
  for (const code of codes) await scan(id, code);
  expect((await act(id, 'submit', { isRestMissing: true })).statusCode).toBe(200);
  expect((await act(id, 'review')).statusCode).toBe(200);
}

beforeEach(async () => {
  for (const { id } of await db.selectFrom('units').select('id').where('status', '<>', 'REMOVED').execute()) {
    await admin.post('/api/localinventory/delete', { id });
  }
  for (const { id } of await db.selectFrom('count_sessions').select('id').where('closed_at', 'is', null).execute()) await act(id, 'cancel', {}, admin);
  shelf = SHELVES[nth++ % SHELVES.length] ?? '';
  other = SHELVES[nth % SHELVES.length] ?? '';
});

describe('a count', () => {
  it('asks before it counts the beginning of a known code', async () => {
    const id = await start();
    expect(reasonOf(await scan(id, 'X00KETTLE', { incomplete: 'ask' }))).toEqual([409, 'incomplete']);
    expect((await scan(id, 'X00KETTLE')).json()).toMatchObject({ outcome: 'COUNTED', item_name: null, counted: 1 });
  });

  it('is in the CSV with its progress, newest first and filtered', async () => {
    await add(bolt.sku);
    const id = await start();
    await scan(id, bolt.sku);
    const newer = await start({ locations: [other], isBlind: true });
    const csv = async (query: string) => (await ann.get(`/api/counts/export.csv${query}`)).body.trimEnd().split('\r\n');
    const [head, first, second] = await csv('');
    expect(head).toBe('\uFEFFCount,State,Locations,Blind,Assigned to,Due,Started by,Started (UTC),Closed (UTC),Lines,Counted,Without a difference');
    expect([first, second]).toEqual([
      expect.stringMatching(new RegExp(`^${newer},OPEN,${other},yes,,,[^,]+,[^,]+,,0,0,$`)),
      expect.stringMatching(new RegExp(`^${id},COUNTING,${shelf},no,,,[^,]+,[^,]+,,1,1,1$`)),
    ]);
    expect(await csv(`?location=${shelf}&state=COUNTING`)).toEqual([head, second]);
  });

  it('removes the missing units of a shelf when it is posted', async () => {
    for (let i = 0; i < 4; i++) await add(kettle.newSku);
    await add(bolt.sku);
    const id = await start();
    expect(await session(id)).toMatchObject({
      state: 'OPEN',
      lines: 2,
      counted_lines: 0,
      lists: { uncounted: 2 },
      holder: null,
      locations: [{ location: shelf }],
    });
    for (let i = 1; i <= 3; i++) {
      const answer = await scan(id, kettle.newFnsku);
      expect(answer.json()).toMatchObject({ outcome: 'COUNTED', item_name: 'Electric Kettle', location: shelf, counted: i, expected: 4 });
    }
    expect(await session(id)).toMatchObject({ state: 'COUNTING', counted_lines: 1, equal_lines: 0, holder: { name: expect.any(String) } });
    await scan(id, bolt.ean8);
    await act(id, 'submit');
    expect(await session(id)).toMatchObject({
      state: 'SUBMITTED',
      holder: null,
      differences: { missing: 1, surplus: 0, without_cause: 1, needs_approval: false },
    });
    await act(id, 'review');
    expect(reasonOf(await act(id, 'post'))).toEqual([422, 'without_cause']);
    const [line] = await lines(id, 'differences');
    expect(line).toMatchObject({ expected: 4, booked: 4, counted: 3, difference: -1, on_hand: 4, moved: false, seller_sku: kettle.newSku });
    expect((await explain(id, line.id, { rootCause: 'LOST' })).statusCode).toBe(200);
    expect((await act(id, 'post')).statusCode).toBe(200);
    expect(await session(id)).toMatchObject({ state: 'POSTED', lines: 2, equal_lines: 1 });
    expect(await stockOf(kettle.newSku)).toMatchObject([{ location: shelf, count: 3 }]);
    const movements = await db.selectFrom('stock_movements').select(['type', 'reason_code']).where('count_id', '=', id).execute();
    expect(movements.map(({ type, reason_code }) => `${type} ${reason_code}`).sort()).toEqual([...Array(4).fill('AUDIT_COUNT null'), 'REMOVE LOST']);
    const { data } = (await ann.get('/api/inventory/adjustments')).json();
    expect(data[0]).toMatchObject({ source: 'COUNT', count_id: id, note: null });
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('applies one root cause to all lines that have none and allow it', async () => {
    await add(kettle.newSku);
    await add(bolt.sku);
    await add(bolt.sku);
    const id = await start();
    await toReview(id, [kettle.newSku, kettle.newSku, kettle.goodSku]);
    const [first] = (await lines(id, 'differences')).filter(({ difference }: { difference: number }) => difference < 0);
    const give = async (rootCause: string) => (await act(id, 'cause', { rootCause })).json();
    expect(await give('LOST')).toEqual({ success: true, lines: 1 });
    expect(await give('MISPLACED')).toEqual({ success: true, lines: 0 });
    expect(await give('FOUND')).toEqual({ success: true, lines: 2 });
    await explain(id, first.id, { rootCause: null });
    expect(await give('MISCOUNTED')).toEqual({ success: true, lines: 1 });
    expect((await lines(id, 'differences')).map(({ root_cause }: { root_cause: string }) => root_cause).sort()).toEqual(['FOUND', 'FOUND', 'MISCOUNTED']);
    const { data } = (await admin.get(`/api/audit-log?kind=count_sessions&record=${id}&action=EXPLAINED`)).json();
    expect(data).toMatchObject([
      { records: 1, after: { root_cause: 'MISCOUNTED' } },
      { before: { line: first.id, root_cause: 'LOST' }, after: { line: first.id, root_cause: null } },
      { records: 2, after: { root_cause: 'FOUND' } },
      { records: 1, after: { root_cause: 'LOST' } },
    ]);
    expect(data.every(({ actorName }: { actorName: string | null }) => actorName !== null)).toBe(true);
    expect((await act(id, 'cause', { rootCause: 'BORED' })).statusCode).toBe(400);
    await act(id, 'post', {}, admin);
    expect(reasonOf(await act(id, 'cause', { rootCause: 'LOST' }))[0]).toBeGreaterThanOrEqual(400);
  });

  it('that wrote off a unit lets the unit be found again', async () => {
    await add(kettle.newSku);
    const id = await start();
    await toReview(id, []);
    const [line] = await lines(id, 'differences');
    await explain(id, line.id, { rootCause: 'LOST' });
    await act(id, 'post');
    const { id: unitId } = await db.selectFrom('stock_movements').select('unit_id as id').where('count_id', '=', id).executeTakeFirstOrThrow();
    expect((await ann.post('/api/localinventory/restore', { id: unitId })).statusCode).toBe(200);
    expect(await stockOf(kettle.newSku)).toMatchObject([{ location: shelf, count: 1 }]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('adds a surplus unit and moves a misplaced unit from its booked location', async () => {
    await add(bolt.sku, other);
    const id = await start();
    await toReview(id, [kettle.newSku, bolt.sku]);
    const [a, b] = await lines(id, 'unexpected');
    expect([a, b]).toMatchObject([{ counted: 1, expected: 0, difference: 1 }, { seller_sku: bolt.sku }]);
    await explain(id, a.id, { rootCause: 'FOUND' });
    expect(reasonOf(await explain(id, b.id, { rootCause: 'MISPLACED' }))).toEqual([422, 'unknown_location']);
    expect(reasonOf(await explain(id, b.id, { rootCause: 'MISPLACED', fromLocation: shelf }))).toEqual([422, 'unknown_location']);
    await explain(id, b.id, { rootCause: 'MISPLACED', fromLocation: other });
    expect((await lines(id, 'differences'))[1]).toMatchObject({ root_cause: 'MISPLACED', other_location: { location: other } });
    expect((await act(id, 'post')).statusCode).toBe(200);
    expect(await stockOf(kettle.newSku)).toMatchObject([{ location: shelf, count: 1 }]);
    expect(await stockOf(bolt.sku)).toMatchObject([{ location: shelf, count: 1 }]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it("can't be posted after misplaced units left their booked location", async () => {
    await add(bolt.sku, other);
    const id = await start();
    await toReview(id, [bolt.sku]);
    const [line] = await lines(id, 'differences');
    await explain(id, line.id, { rootCause: 'MISPLACED', fromLocation: other });
    const unit = await db.selectFrom('units').select('id').where('status', '=', 'AVAILABLE').executeTakeFirstOrThrow();
    await admin.post('/api/localinventory/delete', { id: unit.id });
    expect(reasonOf(await act(id, 'post'))).toEqual([409, 'no_longer_there']);
    expect((await session(id)).state).toBe('REVIEW');
  });

  it('counts unlisted codes as unmatched', async () => {
    await add('123456789');
    const id = await start();
    await scan(id, '123456789');
    await scan(id, '987654321');
    const unmatched = await lines(id, 'unmatched');
    expect(unmatched.map((line: { identifier: string; expected: number; counted: number }) => [line.identifier, line.expected, line.counted])).toEqual([
      ['123456789', 1, 1],
      ['987654321', 0, 1],
    ]);
    await toReview(id, []);
    await explain(id, unmatched[1].id, { rootCause: 'FOUND' });
    await act(id, 'post');
    expect(await stockOf('987654321')).toMatchObject([{ location: shelf, count: 1 }]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('accepts entered quantities, once each', async () => {
    for (let i = 0; i < 3; i++) await add(kettle.newSku);
    const id = await start();
    const [line] = await lines(id, 'uncounted');
    const enter = (counted: unknown, clientEntryId: string) => act(id, `lines/${line.id}/counted`, { counted, clientEntryId });
    expect((await enter(3, 'the-first-number')).json()).toMatchObject({ counted: 3, expected: 3 });
    await scan(id, kettle.newSku);
    expect((await enter(3, 'the-first-number')).json()).toMatchObject({ counted: 4 });
    expect(reasonOf(await enter(2, 'the-first-number'))).toEqual([409, 'scan_id_reused']);
    for (const carry of [carryKeys, carryKeysAgain]) {
      await carry(db, connection);
      expect((await enter(3, 'the-first-number')).json()).toMatchObject({ counted: 4 });
    }
    for (const bad of [-1, 1.5, '3', null, 1_000_001]) expect((await enter(bad, 'another-number')).statusCode).toBe(400);
    expect((await act(id, 'lines/999999/counted', { counted: 1, clientEntryId: 'no-such-line' })).statusCode).toBe(404);
  });

  it("can't be submitted while lines are uncounted", async () => {
    await add(kettle.newSku);
    await add(bolt.sku);
    const id = await start();
    await scan(id, bolt.sku);
    const answer = await act(id, 'submit');
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      422,
      { reason: 'not_all_counted', message: '1 line is not counted yet', details: { rest: 1 } },
    ]);
    expect((await act(id, 'submit', { isRestMissing: true })).statusCode).toBe(200);
    expect((await act(id, 'submit', { isRestMissing: true })).statusCode).toBe(200);
    expect(await session(id)).toMatchObject({ state: 'SUBMITTED', differences: { missing: 1 } });
  });
});

describe('a scan', () => {
  it('counts once, also twenty times concurrently', async () => {
    await add(kettle.newSku);
    const id = await start();
    const clientScanId = `only-once-${nth++}`;
    const heard = hearMessages(context.topics, countsTopic);
    const answers = await Promise.all(Array.from({ length: 20 }, () => scan(id, kettle.newSku, { clientScanId })));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(20).fill(200));
    expect((await scan(id, kettle.newSku)).json().counted).toBe(2);
    await expect.poll(() => heard.filter(({ change }) => change === 'COUNTED')).toEqual(Array(2).fill({ countId: id, change: 'COUNTED' }));
    expect(reasonOf(await scan(id, bolt.sku, { clientScanId }))).toEqual([409, 'scan_id_reused']);
    expect(reasonOf(await scan(await start({ locations: [other] }), kettle.newSku, { clientScanId, locationId: other }))).toEqual([409, 'scan_id_reused']);
  });

  it.each([
    ['12345678', 422, 'not_an_identifier'],
    ['LPNRR1234567', 422, 'lpn'],
    [CODES.lamp.upc, 409, 'ambiguous'],
  ])("of %s is rejected with the audit's messages", async (code, status, reason) => {
    const id = await start();
    expect(reasonOf(await scan(id, code))).toEqual([status, reason]);
    expect((await session(id)).state).toBe('OPEN');
  });

  it('is rejected for a location that is not being counted', async () => {
    const id = await start();
    expect(reasonOf(await scan(id, kettle.newSku, { locationId: other }))).toEqual([409, 'not_in_this_count']);
    expect(reasonOf(await scan(id, kettle.newSku, { locationId: 'Z-99' }))).toEqual([409, 'not_in_this_count']);
  });

  it('is rejected after the count was submitted', async () => {
    const id = await start();
    await toReview(id, [bolt.sku]);
    expect(reasonOf(await scan(id, bolt.sku))).toEqual([409, 'not_counting']);
  });
});

describe('movements during a count', () => {
  const unitIn = async (code: string) => (await ann.post('/api/searchlocalinventory', { identifier: code })).json()[0].id;

  it('before a line is counted explain the difference', async () => {
    for (let i = 0; i < 3; i++) await add(kettle.newSku);
    const id = await start();
    await admin.post('/api/updatelocalinventorylocation', { id: await unitIn(kettle.newSku), location: other });
    for (let i = 0; i < 2; i++) await scan(id, kettle.newSku);
    expect(await session(id)).toMatchObject({ moved_lines: 1, differences: { missing: 0, surplus: 0, unseen_moves: 0 } });
    await toReview(id, []);
    await act(id, 'post');
    expect((await stockOf(kettle.newSku)).find(({ location }: { location: string }) => location === shelf)).toMatchObject({ count: 2 });
  });

  it('after it are preserved, and the difference requires a review', async () => {
    for (let i = 0; i < 4; i++) await add(kettle.newSku);
    const id = await start();
    await toReview(id, [kettle.newSku, kettle.newSku, kettle.newSku]);
    await add(kettle.newSku);
    const [line] = await lines(id, 'differences');
    expect(line).toMatchObject({ expected: 4, booked: 4, counted: 3, difference: -1, on_hand: 5, moved: true, is_looked_at: false });
    await explain(id, line.id, { rootCause: 'LOST' });
    expect(reasonOf(await act(id, 'post'))).toEqual([409, 'unseen_moves']);
    await act(id, `lines/${line.id}/look`, { expectedOnHand: 5 });
    await add(kettle.newSku);
    expect(reasonOf(await act(id, 'post'))).toEqual([409, 'unseen_moves']);
    // A page that was read before the last movement accepts none that its reader has not seen.
    expect(reasonOf(await act(id, `lines/${line.id}/look`, { expectedOnHand: 5 }))).toEqual([409, 'changed_meanwhile']);
    expect(reasonOf(await act(id, 'post'))).toEqual([409, 'unseen_moves']);
    await act(id, `lines/${line.id}/look`);
    expect((await act(id, 'post')).statusCode).toBe(200);
    expect(await stockOf(kettle.newSku)).toMatchObject([{ location: shelf, count: 5 }]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('never cause more units to be removed than there are', async () => {
    for (let i = 0; i < 2; i++) await add(kettle.newSku);
    const id = await start();
    await toReview(id, []);
    await admin.post('/api/localinventory/delete', { id: await unitIn(kettle.newSku) });
    const [line] = await lines(id, 'differences');
    await explain(id, line.id, { rootCause: 'LOST' });
    await act(id, `lines/${line.id}/look`);
    expect((await act(id, 'post')).statusCode).toBe(200);
    expect(await stockOf(kettle.newSku)).toEqual([]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });
});

describe('approval', () => {
  it('is required beyond two units', async () => {
    const id = await start();
    await toReview(id, [bolt.sku, bolt.sku, kettle.newSku]);
    for (const line of await lines(id, 'differences')) await explain(id, line.id, { rootCause: 'FOUND' });
    expect((await session(id)).differences).toMatchObject({ surplus: 3, without_cost: 2, needs_approval: true });
    expect(reasonOf(await act(id, 'post'))).toEqual([403, 'needs_approval']);
    expect(await reported()).toContain(`Count ${id} has differences in 2 lines`);
    expect((await act(id, 'post', {}, admin)).statusCode).toBe(200);
  });

  it('uses the cost of the units themselves', async () => {
    await sql`insert into price_list_items (gtin, product_title, cost, upload_id) values (${kettle.upc.padStart(14, '0')}, 'Electric Kettle', 50.01, 1)`.execute(
      db,
    );
    for (let i = 0; i < 2; i++) await add(kettle.newSku);
    await sql`update units set cost = 10 where id = (select max(id) from units)`.execute(db);
    const id = await start();
    await toReview(id, [kettle.newSku]);
    // One of two is missing, and it is unknown which: their average cost counts.
    expect((await lines(id, 'differences'))[0].value).toBe(-30.01);
    expect((await session(id)).differences).toMatchObject({ value: 30.01, needs_approval: false });
    // The person who counts can post it without an administrator.
    expect((await reported()).filter((title) => title.startsWith(`Count ${id} `))).toEqual([]);
    await sql`delete from price_list_items`.execute(db);
  });

  it('is required beyond fifty dollars', async () => {
    await sql`insert into price_list_items (gtin, product_title, cost, upload_id) values (${kettle.upc.padStart(14, '0')}, 'Electric Kettle', 50.01, 1)`.execute(
      db,
    );
    const id = await start();
    await toReview(id, [kettle.newSku]);
    const [line] = await lines(id, 'differences');
    expect(line.value).toBe(50.01);
    await explain(id, line.id, { rootCause: 'FOUND' });
    expect((await session(id)).differences).toMatchObject({ value: 50.01, without_cost: 0, needs_approval: true });
    expect(reasonOf(await act(id, 'post'))).toEqual([403, 'needs_approval']);
    await sql`delete from price_list_items`.execute(db);
    expect((await act(id, 'post')).statusCode).toBe(200);
  });
});

describe('one person at a time', () => {
  const device = (who: SignedIn, id: number, what: string, deviceId: string) => act(id, what, { deviceId }, who);

  it('holds a count, resumes it on another device, and releases it without a heartbeat', async () => {
    const id = await start();
    expect((await device(ann, id, 'claim', 'ann-desktop')).statusCode).toBe(200);
    expect(reasonOf(await device(bob, id, 'claim', 'bob-desktop'))).toEqual([409, 'held_by_other']);
    expect(reasonOf(await scan(id, bolt.sku, { who: bob }))).toEqual([409, 'held_by_other']);
    await device(ann, id, 'claim', 'ann-handheld');
    expect(reasonOf(await device(ann, id, 'heartbeat', 'ann-desktop'))).toEqual([409, 'lock_lost']);
    clock.advance(60_000);
    expect((await device(ann, id, 'heartbeat', 'ann-handheld')).statusCode).toBe(200);
    clock.advance(60_000);
    expect(reasonOf(await device(bob, id, 'claim', 'bob-desktop'))).toEqual([409, 'held_by_other']);
    clock.advance(60_000);
    expect((await session(id)).holder).toBeNull();
    expect((await device(bob, id, 'claim', 'bob-desktop')).statusCode).toBe(200);
    expect(reasonOf(await device(ann, id, 'heartbeat', 'ann-handheld'))).toEqual([409, 'lock_lost']);
  });

  it("releases it, and only an administrator releases another person's", async () => {
    const id = await start();
    await device(ann, id, 'claim', 'ann-desktop');
    expect(reasonOf(await act(id, 'release', { force: true }, bob))).toEqual([403, 'held_by_other']);
    expect(reasonOf(await act(id, 'release', {}, admin))).toEqual([403, 'held_by_other']);
    expect((await act(id, 'release', { force: true }, admin)).statusCode).toBe(200);
    expect((await device(bob, id, 'claim', 'bob-desktop')).statusCode).toBe(200);
    expect((await act(id, 'release', {}, bob)).statusCode).toBe(200);
    expect((await session(id)).holder).toBeNull();
  });

  it('counts the locations assigned to them', async () => {
    const people = (await ann.get('/api/counts/people')).json();
    const bobId = people.find(({ name }: { name: string }) => bob.email.startsWith(name)).id;
    const id = await start({ assigneeId: bobId, dueOn: '2026-11-30' });
    expect(await session(id)).toMatchObject({ assignee: { id: bobId }, due_on: '2026-11-30' });
    expect(reasonOf(await scan(id, bolt.sku))).toEqual([403, 'assigned_to_other']);
    expect((await scan(id, bolt.sku, { who: bob })).statusCode).toBe(200);
  });
});

describe('a recount', () => {
  it('covers the lines with a difference and requires another person', async () => {
    for (let i = 0; i < 2; i++) await add(kettle.newSku);
    await add(bolt.sku);
    const id = await start();
    for (const code of [kettle.newSku, bolt.sku]) await scan(id, code);
    await act(id, 'submit');
    const people = (await ann.get('/api/counts/people')).json();
    const annId = people.find(({ name }: { name: string }) => ann.email.startsWith(name)).id;
    expect(reasonOf(await act(id, 'recount', { assigneeId: annId }))).toEqual([409, 'counted_before']);
    expect(await session(id)).toMatchObject({ state: 'SUBMITTED', counted_before: [annId] });
    expect((await act(id, 'recount')).statusCode).toBe(200);
    expect(await session(id)).toMatchObject({ state: 'RECOUNT', round: 2, lists: { uncounted: 1, counted: 1 } });
    expect(reasonOf(await scan(id, kettle.newSku))).toEqual([409, 'counted_before']);
    expect(reasonOf(await scan(id, bolt.sku, { who: bob }))).toEqual([409, 'not_to_recount']);
    for (let i = 0; i < 2; i++) await scan(id, kettle.newSku, { who: bob });
    expect((await lines(id, 'counted')).map((line: { counted_before: number }) => line.counted_before)).toEqual([1, null]);
    expect((await act(id, 'submit', {}, bob)).statusCode).toBe(200);
    expect(await session(id)).toMatchObject({ state: 'REVIEW', differences: { missing: 0, surplus: 0 } });
    expect(reasonOf(await act(id, 'recount'))).toEqual([422, 'nothing_differs']);
    expect((await session(id)).state).toBe('REVIEW');
    expect((await act(id, 'post')).statusCode).toBe(200);
    expect(await stockOf(kettle.newSku)).toMatchObject([{ count: 2 }]);
  });
});

describe('a blind count', () => {
  it('hides the booked quantities from everyone until it is submitted', async () => {
    for (let i = 0; i < 3; i++) await add(kettle.newSku);
    const id = await start({ isBlind: true });
    expect((await scan(id, kettle.newSku)).json()).toMatchObject({ counted: 1, expected: null });
    expect(await session(id)).toMatchObject({ equal_lines: null, differences: null, lists: { differences: 0 } });
    expect(await lines(id, 'counted')).toMatchObject([{ expected: null, booked: null, on_hand: null, difference: null, value: null, counted: 1 }]);
    expect(await lines(id, 'differences')).toEqual([]);
    expect((await admin.get('/api/counts')).json().data[0]).toMatchObject({ id, equal_lines: null });
    await act(id, 'submit');
    expect(await lines(id, 'differences')).toMatchObject([{ expected: 3, counted: 1, difference: -2 }]);
  });
});

describe('posting', () => {
  it('from ten tabs at once corrects the stock once', async () => {
    for (let i = 0; i < 2; i++) await add(kettle.newSku);
    const id = await start();
    await toReview(id, [kettle.newSku, bolt.sku]);
    for (const line of await lines(id, 'differences')) await explain(id, line.id, { rootCause: line.difference > 0 ? 'FOUND' : 'LOST' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => act(id, 'post')));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array(10).fill(200));
    expect([await stockOf(kettle.newSku), await stockOf(bolt.sku)]).toMatchObject([[{ count: 1 }], [{ count: 1 }]]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('leaves the units of a quarantine location in quarantine', async () => {
    const id = await start({ locations: ['QUARANTINE'] });
    await scan(id, bolt.sku, { locationId: 'QUARANTINE' });
    await toReview(id, []);
    const [line] = await lines(id, 'differences');
    await explain(id, line.id, { rootCause: 'FOUND' });
    await act(id, 'post');
    expect((await ann.post('/api/searchlocalinventory', { identifier: bolt.sku })).json()).toMatchObject([{ status: 'QUARANTINE' }]);
  });

  it('requires root causes that match the differences', async () => {
    const id = await start();
    await toReview(id, [bolt.sku]);
    const [line] = await lines(id, 'differences');
    expect(reasonOf(await explain(id, line.id, { rootCause: 'LOST' }))).toEqual([422, 'impossible_cause']);
    expect((await explain(id, line.id, { rootCause: 'STOLEN' })).statusCode).toBe(400);
    expect((await explain(id, 999_999, { rootCause: 'FOUND' })).statusCode).toBe(404);
  });
});

describe('starting a count', () => {
  it('rejects a location that is already being counted, also for two concurrent starts', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => ann.post('/api/counts', { locations: [shelf], isBlind: true })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    const refused = answers.find(({ statusCode }) => statusCode === 409)?.json().error;
    expect(refused).toMatchObject({ reason: 'already_being_counted', details: { countId: expect.any(Number) } });
    expect(refused.message).toMatch(new RegExp(`^${shelf} is already being counted, in count \\d+$`));
  });

  it('rejects malformed requests', async () => {
    for (const body of [
      {},
      { locations: [], isBlind: true },
      { locations: [shelf] },
      { locations: shelf, isBlind: true },
      { locations: [shelf], isBlind: true, dueOn: '30.11.2026' },
      { locations: [shelf], isBlind: true, assigneeId: 'ann' },
    ]) {
      expect((await ann.post('/api/counts', body)).statusCode).toBe(400);
    }
    expect(reasonOf(await ann.post('/api/counts', { locations: ['Z-99'], isBlind: true }))).toEqual([404, 'unknown_location']);
    expect(reasonOf(await ann.post('/api/counts', { locations: [shelf], isBlind: true, assigneeId: 999_999 }))).toEqual([404, 'unknown_person']);
    expect((await app.inject({ method: 'POST', url: '/api/counts', payload: {} })).statusCode).toBe(401);
    expect((await act(999_999, 'post')).statusCode).toBe(404);
    expect((await ann.get('/api/counts/999999')).statusCode).toBe(404);
    expect((await ann.get('/api/counts/x')).statusCode).toBe(400);
  });
});

it('can be canceled by the person who started it or an administrator, and changes nothing', async () => {
  await add(kettle.newSku);
  const id = await start();
  await toReview(id, []);
  expect(reasonOf(await act(id, 'cancel', {}, bob))).toEqual([403, 'not_yours']);
  expect((await act(id, 'cancel')).statusCode).toBe(200);
  expect((await act(id, 'cancel')).statusCode).toBe(200);
  expect(await stockOf(kettle.newSku)).toMatchObject([{ count: 1 }]);
  expect(reasonOf(await act(id, 'post'))).toEqual([409, 'wrong_state']);
  expect(typeof (await start())).toBe('number');
});

it.each([
  ['post', {}],
  ['review', {}],
  ['recount', {}],
])('%s is rejected during a count', async (what, body) => {
  const id = await start();
  expect(reasonOf(await act(id, what, body))).toEqual([409, 'wrong_state']);
});

it('names the review that a submitted count needs before it is posted', async () => {
  const id = await start();
  await ann.post(`/api/counts/${id}/hold`, { deviceId: 'one' });
  await act(id, 'submit', { isRestMissing: true });
  const { error } = (await act(id, 'post')).json();
  expect(error).toMatchObject({ reason: 'wrong_state', message: 'The count is submitted, but not under review yet' });
});

it('lists counts by state, location and person with their accuracy', async () => {
  const before = (await ann.get('/api/counts')).json();
  await add(kettle.newSku);
  const id = await start();
  expect((await ann.get('/api/counts?state=OPEN')).json()).toMatchObject({
    totalCount: 1,
    open: 1,
    data: [{ id, started_by: expect.any(String), closed_at: null }],
  });
  expect((await ann.get(`/api/counts?location=${shelf.toLowerCase()}&state=OPEN`)).json().totalCount).toBe(1);
  expect((await ann.get('/api/counts?location=RECEIVING&state=OPEN')).json().totalCount).toBe(0);
  expect((await ann.get('/api/counts?assignee=999999')).json()).toMatchObject({ totalCount: 0, totalPages: 0, currentPage: 0 });
  await toReview(id, [kettle.newSku]);
  await act(id, 'post');
  const after = (await ann.get('/api/counts')).json();
  expect(after.accuracy).toEqual({ equal_lines: before.accuracy.equal_lines + 1, counted_lines: before.accuracy.counted_lines + 1 });
  clock.advance(31 * 86_400_000);
  const late = await signIn();
  expect((await late.get('/api/counts')).json().accuracy).toEqual({ equal_lines: 0, counted_lines: 0 });
});

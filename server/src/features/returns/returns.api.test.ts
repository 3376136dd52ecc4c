import { returnsTopic } from '@stowage/contract/returns/returns';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { carryKeys, carryKeysAgain } from '../../../test/fixtures/carry-keys.ts';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { hearMessages } from '../../../test/fixtures/heard-messages.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';

const { app, connection, context, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const { kettle, bolt } = CODES;

/** The dispositions by their order. */
const NEW = 1;
const VERY_GOOD = 3;
const GOOD = 4;
const TO_VENDOR = 6;
const DISPOSE = 7;
const SHORT = 13;

let nth = 0;
let box = '';

interface Line {
  readonly sku?: string;
  readonly fnsku?: string;
  readonly quantity?: number;
  readonly numbers?: readonly string[];
  readonly shippedAt?: string;
}

/** Creates a line of a returned box. @returns its ID */
async function seedLine({ sku = kettle.newSku, fnsku = kettle.newFnsku, quantity = 3, numbers = [box], shippedAt = '2026-11-10' }: Line = {}): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into removal_shipments (order_id, shipped_at, seller_sku, fnsku, disposition, tracking_number, tracking_numbers, carrier, quantity, removal_type)
    values (${`R${nth++}`}, ${shippedAt}::timestamptz, ${sku}, ${fnsku}, 'Unsellable', ${numbers.join(', ')}, ${numbers}::text[], 'UPS', ${quantity}, 'Return')
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

const dispositionId = async (order: number) =>
  (await db.selectFrom('dispositions').select('id').where('display_order', '=', order).executeTakeFirstOrThrow()).id;
const lookUp = async (trackingId: string) => (await person.post('/api/getreturntrackingdata', { trackingId })).json();
const find = async (code: string) => (await person.get(`/api/returns/find?code=${encodeURIComponent(code)}`)).json();
const grade = async (removalShipment: number, order: number, more: object = {}) =>
  person.post('/api/returns/grades', { removalShipment, dispositionId: await dispositionId(order), quantity: 1, location: 'A-1', ...more });
const conditionOf = async (removal_shipment: number) => (await person.post('/api/getproductreturnconditiondata', { row: { removal_shipment } })).json();
const unitsOf = async (code: string) => (await person.post('/api/searchlocalinventory', { identifier: code })).json();
const stateOf = async () => (await find(box)).packages[0].state;

beforeEach(() => {
  nth++;
  box = `1Z5R8939035${String(nth).padStart(7, '0')}`;
});

describe('a tracking number', () => {
  it("finds the lines of its box with the specification's fields", async () => {
    const id = await seedLine();
    expect(await lookUp(box)).toEqual([
      expect.objectContaining({
        order_id: expect.stringMatching(/^R/),
        sku: kettle.newSku,
        item_name: 'Electric Kettle',
        shipped_quantity: 3,
        disposition: 'Unsellable',
        removal_shipment: id,
        tracking_id: box,
        asin1: kettle.asin,
        item_code: kettle.itemCode,
        sku_condition: 11,
        fnsku: kettle.newFnsku,
        graded: 0,
        remaining: 3,
      }),
    ]);
  });

  it('is found in lowercase, with spaces and inside a barcode', async () => {
    const usps = `94001112025558${String(nth).padStart(8, '0')}`;
    await seedLine({ numbers: [usps] });
    await seedLine();
    for (const code of [box.toLowerCase(), [...box].join(' '), `[)>01968417066728400011${box}UPSN`]) expect(await lookUp(code)).toHaveLength(1);
    for (const code of [usps, `42022153${usps}`, `420221531234${usps}`])
      expect((await lookUp(code)).map((row: { tracking_id: string }) => row.tracking_id)).toEqual([usps]);
  });

  it('is found in a cell with several numbers', async () => {
    const other = `${box.slice(0, -1)}X`;
    await seedLine({ numbers: [box, other] });
    expect((await lookUp(other))[0].tracking_id).toBe(other);
  });

  it.each(['', ' ', 'NO-SUCH-NUMBER', '%', "'; drop table units; --", '1Z', 'Ü'])('that is unknown (%j) returns nothing', async (code) => {
    expect(await lookUp(code)).toEqual([]);
    expect(await find(code)).toEqual({ packages: [], customer_returns: [] });
  });

  it('that is much too long is rejected', async () => {
    expect((await person.post('/api/getreturntrackingdata', { trackingId: '1'.repeat(600) })).statusCode).toBe(400);
  });

  it('returns 401 without a session', async () => {
    expect((await app.inject({ method: 'POST', url: '/api/getreturntrackingdata', payload: { trackingId: box } })).statusCode).toBe(401);
    expect((await app.inject({ method: 'POST', url: '/api/returns/grades', payload: {} })).statusCode).toBe(401);
  });
});

describe('an LPN', () => {
  const lamp = { sku: 'LAMP-VG', fnsku: 'X0000LAMP2' };

  it('finds its unit and the lines shipped since, those with remaining units first', async () => {
    await sql`
      insert into customer_returns (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
      values ('2026-11-01', '113-1', ${lamp.sku}, ${CODES.lamp.asin}, ${lamp.fnsku}, 'LPNRR0001', 1, 'DEFECTIVE', 'DEFECTIVE', 'Returned', 'Does not switch on')`.execute(
      db,
    );
    await seedLine({ ...lamp, shippedAt: '2026-10-20' });
    const graded = await seedLine({ ...lamp, shippedAt: '2026-11-12', quantity: 1 });
    const open = await seedLine({ ...lamp, shippedAt: '2026-11-05' });
    await seedLine({ sku: bolt.sku, fnsku: bolt.fnsku });
    expect((await grade(graded, VERY_GOOD)).statusCode).toBe(200);
    expect((await find('lpnrr0001')).customer_returns).toEqual([
      expect.objectContaining({ lpn: 'LPNRR0001', reason: 'DEFECTIVE', customer_comments: 'Does not switch on', item_name: 'Desk Lamp' }),
    ]);
    expect((await lookUp('LPNRR0001')).map((row: { removal_shipment: number }) => row.removal_shipment)).toEqual([open, graded]);
  });

  it('that is unknown finds nothing', async () => {
    expect(await lookUp('LPNRR9999999')).toEqual([]);
  });
});

describe('a disposition decision', () => {
  it("adds the units to stock as the condition's listing and returns the label", async () => {
    const line = await seedLine();
    const before = (await unitsOf(kettle.goodFnsku)).length;
    const answer = await grade(line, GOOD, { quantity: 2, location: 'B-3' });
    expect(answer.json()).toMatchObject({
      quantity: 2,
      location: 'B-3',
      seller_sku: kettle.goodSku,
      remaining: 1,
      label: { fnsku: kettle.goodFnsku, item_code: kettle.itemCode, condition: 'Good', product_name: 'Electric Kettle' },
    });
    const units = await unitsOf(kettle.goodFnsku);
    expect(units).toHaveLength(before + 2);
    expect(units[0]).toMatchObject({ location: 'B-3', status: 'AVAILABLE', seller_sku: kettle.goodSku });
    const ledger = (await person.get(`/api/inventory/units/${units[0].id}/ledger`)).json();
    expect(ledger).toEqual([expect.objectContaining({ type: 'ADD', source: 'RETURN', to_location: 'B-3' })]);
    expect(await listLedgerFaults(db)).toEqual([]);
    const { grades } = await conditionOf(line);
    expect(grades).toEqual([expect.objectContaining({ disposition: 'Good', quantity: 2, location: 'B-3', seller_sku: kettle.goodSku, voided: false })]);
    const dispositions = (await person.post('/api/getdispositionsforreturnedproducts', { removalShipment: String(line) })).json();
    expect(dispositions.map((one: { dispositioned: number }) => one.dispositioned)).toEqual([0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('sent twice with the same id counts once and returns the same answer', async () => {
    const line = await seedLine();
    const clientId = `grade-twice-${nth}`;
    const answers = await Promise.all([1, 2, 3].map(() => grade(line, GOOD, { quantity: 2, clientId })));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
    expect(await conditionOf(line)).toMatchObject({ graded: 2, remaining: 1 });
    expect((await grade(line, NEW, { quantity: 2, clientId })).json().error).toMatchObject({ code: 'conflict', reason: 'grade_id_reused' });
    for (const carry of [carryKeys, carryKeysAgain]) {
      await carry(db, connection);
      expect((await grade(line, GOOD, { quantity: 2, clientId })).body).toBe(answers[0]?.body);
    }
    expect((await grade(line, NEW, { quantity: 2, clientId })).json().error.reason).toBe('grade_id_reused');
  });

  it('announces once that it was made, and once that it was undone', async () => {
    const [line, other] = [await seedLine(), await seedLine()];
    const heard = hearMessages(context.topics, returnsTopic);
    const clientId = `announced-${nth}`;
    const [{ grade_id: id }] = [(await grade(line, GOOD, { clientId })).json(), (await grade(line, GOOD, { clientId })).json()];
    for (const _attempt of [1, 2]) expect((await person.post('/api/returns/grades/void', { id })).statusCode).toBe(200);
    // Messages arrive in their order, so this one arrives after those of the two attempts.
    await grade(other, GOOD);
    await expect.poll(() => heard.at(-1)?.removalShipment).toBe(other);
    expect(heard.map(({ change, removalShipment }) => [change, removalShipment])).toEqual([
      ['GRADED', line],
      ['VOIDED', line],
      ['GRADED', other],
    ]);
  });

  it('refuses the id of a decision for another location or listing', async () => {
    const line = await seedLine();
    const clientId = `grade-moved-${nth}`;
    const first = await grade(line, GOOD, { quantity: 1, clientId });
    for (const other of [{ location: 'B-3' }, { listing: { id: 999_999 } }]) {
      const reused = await grade(line, GOOD, { quantity: 1, clientId, ...other });
      expect([reused.statusCode, reused.json().error.reason]).toEqual([409, 'grade_id_reused']);
    }
    expect((await grade(line, GOOD, { quantity: 1, clientId })).body).toBe(first.body);
  });

  it('by many people concurrently never exceeds the shipped quantity', async () => {
    const line = await seedLine({ quantity: 5 });
    const before = (await unitsOf(kettle.newFnsku)).length;
    const people = await Promise.all([1, 2, 3, 4].map(() => signIn()));
    const id = await dispositionId(NEW);
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, i) =>
        people[i % 4]?.post('/api/returns/grades', { removalShipment: line, dispositionId: id, quantity: 1, location: 1 + (i % 3) }),
      ),
    );
    expect(answers.filter((answer) => answer?.statusCode === 200)).toHaveLength(5);
    expect(answers.filter((answer) => answer?.statusCode === 422)).toHaveLength(11);
    expect((await unitsOf(kettle.newFnsku)).length).toBe(before + 5);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('for more units than remain is rejected without changes; confirmed extras raise the limit', async () => {
    const line = await seedLine({ quantity: 2 });
    const before = (await unitsOf(kettle.goodFnsku)).length;
    const refused = await grade(line, GOOD, { quantity: 3 });
    expect(refused.json().error).toMatchObject({ code: 'rule_violated', reason: 'more_than_shipped', message: 'Only 2 of 2 units are left to disposition.' });
    expect((await unitsOf(kettle.goodFnsku)).length).toBe(before);
    for (let i = 0; i < 2; i++) expect((await person.post('/api/returns/extras', { removalShipment: line, quantity: 1 })).statusCode).toBe(200);
    expect((await grade(line, GOOD, { quantity: 3 })).json()).toMatchObject({ remaining: 0 });
    expect((await person.post('/api/returns/extras', { removalShipment: line, quantity: 0 })).json().error.reason).toBe('already_graded');
    expect(await stateOf()).toBe('DISCREPANCY');
    expect((await find(box)).packages[0]).toMatchObject({ expected: 2, received: 3, surplus: 1, short: 0, remaining: 0 });
  });

  it('records each confirmed number of extras in the audit log, also when it is removed', async () => {
    const line = await seedLine({ quantity: 2 });
    for (const quantity of [5, 2, 0]) expect((await person.post('/api/returns/extras', { removalShipment: line, quantity })).statusCode).toBe(200);
    const admin = await signIn('ROLE_ADMIN');
    const { data } = (await admin.get(`/api/audit-log?kind=return_extras&record=${line}`)).json();
    const name = (await person.get('/api/user/profile')).json().name;
    expect(data).toMatchObject([
      { action: 'DELETED', actorName: name, before: { quantity: 2 } },
      { action: 'CHANGED', actorName: name, before: { quantity: 5 }, after: { quantity: 2 } },
      { action: 'CREATED', actorName: name, after: { quantity: 5 } },
    ]);
  });

  it('refuses a number of extras that would undo the one of another station, and repeats the same one', async () => {
    const line = await seedLine({ quantity: 2 });
    const set = async (quantity: number, expectedQuantity: number) =>
      (await (await signIn()).post('/api/returns/extras', { removalShipment: line, quantity, expectedQuantity })).json();
    expect(await set(3, 0)).toMatchObject({ success: true });
    expect(await set(1, 0)).toMatchObject({ success: false, error: { reason: 'changed_meanwhile' } });
    expect(await set(3, 0)).toMatchObject({ success: true });
    expect((await person.post('/api/getproductreturnconditiondata', { row: { removal_shipment: line } })).json().extra_quantity).toBe(3);
    expect(await set(4, 3)).toMatchObject({ success: true });
  });

  it('asks for a listing if the condition has none, and creates one on request', async () => {
    const line = await seedLine();
    const asked = (await grade(line, VERY_GOOD)).json().error;
    expect(asked).toMatchObject({
      reason: 'no_listing',
      message: 'This product has no listing in condition Very Good',
      details: { sku_condition: 2, suggested_sku: 'KETTLE-VG', listings: [{ seller_sku: kettle.newSku }, { seller_sku: kettle.goodSku }] },
    });
    expect((await grade(line, VERY_GOOD, { listing: { newSku: bolt.sku } })).json().error.reason).toBe('sku_taken');
    expect((await grade(line, VERY_GOOD, { listing: { id: 5 } })).json().error.reason).toBe('not_of_the_product');
    expect((await conditionOf(line)).graded).toBe(0);
    const made = await grade(line, VERY_GOOD, { listing: { newSku: 'KETTLE-VG' } });
    expect(made.json()).toMatchObject({ seller_sku: 'KETTLE-VG', label: { fnsku: 'KETTLE-VG', condition: 'Very Good' } });
    expect((await grade(line, VERY_GOOD)).json()).toMatchObject({ seller_sku: 'KETTLE-VG' });
    expect(await listLedgerFaults(db)).toEqual([]);
    await sql`update listings set condition = 4 where seller_sku = 'KETTLE-VG'`.execute(db);
  });

  it('adds units of an unlisted product under their FNSKU', async () => {
    const fnsku = 'X0NOBODY00';
    const line = await seedLine({ sku: 'NOBODY-KNOWS', fnsku });
    expect((await grade(line, GOOD)).json()).toMatchObject({ seller_sku: null, label: { fnsku, product_name: '', item_code: null } });
    expect(await unitsOf(fnsku)).toHaveLength(1);
  });

  it('changes nothing without a location or with an unknown one', async () => {
    const line = await seedLine();
    expect((await grade(line, GOOD, { location: undefined })).json().error).toMatchObject({ reason: 'no_location', message: 'Please select a location' });
    expect((await grade(line, GOOD, { location: 'NOWHERE' })).json().error).toMatchObject({ code: 'not_found', reason: 'unknown_location' });
    expect((await conditionOf(line)).grades).toEqual([]);
  });

  it('puts units for the vendor into quarantine, and adds none for disposal', async () => {
    const line = await seedLine();
    expect((await grade(line, TO_VENDOR, { location: undefined })).json()).toMatchObject({ location: 'QUARANTINE', label: { condition: 'Return to vendor' } });
    expect((await unitsOf(kettle.newFnsku))[0]).toMatchObject({ status: 'QUARANTINE', location: 'QUARANTINE' });
    const before = (await unitsOf(kettle.newFnsku)).length;
    expect((await grade(line, DISPOSE, { location: undefined })).json()).toMatchObject({
      location: null,
      label: { fnsku: kettle.newFnsku, condition: 'Dispose' },
    });
    expect((await unitsOf(kettle.newFnsku)).length).toBe(before);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('for a case, without units, without a line and with malformed values is rejected', async () => {
    const line = await seedLine();
    expect((await grade(line, SHORT)).json().error).toMatchObject({ reason: 'needs_case' });
    const body = { removalShipment: line, dispositionId: await dispositionId(GOOD), quantity: 1, location: 'A-1' };
    const statuses = [];
    for (const wrong of [
      { removalShipment: 999_999_999 },
      { dispositionId: 999_999_999_999 },
      { quantity: 0 },
      { quantity: -1 },
      { quantity: 1.5 },
      { quantity: 100_000 },
      { quantity: '2' },
      { location: '' },
      { clientId: 'short' },
      { listing: {} },
      { removalShipment: 'x' },
    ])
      statuses.push((await person.post('/api/returns/grades', { ...body, ...wrong })).statusCode);
    expect(statuses).toEqual([404, 404, 400, 400, 400, 400, 400, 400, 400, 400, 400]);
    expect((await conditionOf(line)).graded).toBe(0);
  });
});

describe('voiding a decision', () => {
  const latest = async (line: number) => (await conditionOf(line)).grades[0].id as number;
  const takeBack = (id: number) => person.post('/api/returns/grades/void', { id });

  it('removes its units from stock, once', async () => {
    const line = await seedLine();
    const before = (await unitsOf(kettle.goodFnsku)).length;
    await grade(line, GOOD, { quantity: 2 });
    const id = await latest(line);
    const answers = await Promise.all([takeBack(id), takeBack(id), takeBack(id)]);
    expect(answers.map((answer) => answer.json().success)).toEqual([true, true, true]);
    expect((await unitsOf(kettle.goodFnsku)).length).toBe(before);
    expect(await conditionOf(line)).toMatchObject({ graded: 0, remaining: 3, grades: [{ voided: true }] });
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('is not undone by restoring a unit', async () => {
    const line = await seedLine();
    await grade(line, GOOD, { quantity: 1 });
    const [unit] = await unitsOf(kettle.goodFnsku);
    await takeBack(await latest(line));
    const answer = await person.post('/api/localinventory/restore', { id: unit.id });
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'The unit came from a returned package. Undo its disposition under Returns.']);
  });

  it('removes all its units in one statement, for any number', async () => {
    const line = await seedLine({ quantity: 50 });
    await grade(line, GOOD, { quantity: 50 });
    const id = await latest(line);
    expect((await takeBack(id)).statusCode).toBe(200);
    // Rows of one statement have the same number within their transaction.
    const { rows } = await sql`
      select count(*)::int as units, count(distinct o.cmin::text)::int as statements
      from stock_movements m join stock_movements o on o.undoes_movement_id = m.id where m.return_grade_id = ${id}`.execute(db);
    expect(rows).toEqual([{ units: 50, statements: 1 }]);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('names the later movement, and changes nothing', async () => {
    const line = await seedLine();
    await grade(line, GOOD, { quantity: 2, location: 'C-1' });
    const [unit] = await unitsOf(kettle.goodFnsku);
    await person.post('/api/updatelocalinventorylocation', { id: unit.id, location: 'C-2' });
    const refused = (await takeBack(await latest(line))).json();
    expect(refused).toMatchObject({ success: false, error: { code: 'conflict', reason: 'later_movement' } });
    expect(refused.message).toMatch(new RegExp(`^Unit ${unit.id}: Undo the later change first: "Moved from C-1 to C-2"`));
    expect(await conditionOf(line)).toMatchObject({ graded: 2 });
    const [move] = (await person.get(`/api/inventory/units/${unit.id}/ledger`)).json();
    await person.post('/api/inventory/movements/undo', { id: move.id });
    expect((await takeBack(await latest(line))).statusCode).toBe(200);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('is the only way to remove its units, so that no decision is about missing units', async () => {
    const line = await seedLine();
    await grade(line, GOOD, { quantity: 2 });
    const [unit] = await unitsOf(kettle.goodFnsku);
    const [arrival] = (await person.get(`/api/inventory/units/${unit.id}/ledger`)).json();
    const refused = await person.post('/api/inventory/movements/undo', { id: arrival.id });
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'received']);
    expect((await takeBack(await latest(line))).statusCode).toBe(200);
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('is rejected without a decision', async () => {
    expect((await takeBack(999_999_999)).statusCode).toBe(404);
  });

  it('leaves a consistent ledger when people decide about the same line concurrently', async () => {
    const line = await seedLine({ quantity: 4 });
    await Promise.all([1, 2].map(() => grade(line, GOOD, { quantity: 2 })));
    const ids = (await conditionOf(line)).grades.map(({ id }: { id: number }) => id);
    await Promise.all([...ids.map(takeBack), ...[1, 2, 3].map((place) => grade(line, NEW, { location: place })), grade(line, GOOD, { quantity: 2 })]);
    expect((await conditionOf(line)).graded).toBeLessThanOrEqual(4);
    expect(await listLedgerFaults(db)).toEqual([]);
  });
});

describe('a box', () => {
  it('goes from expected to done as its units get dispositions', async () => {
    const [first, second] = [await seedLine({ quantity: 1 }), await seedLine({ quantity: 2, sku: bolt.sku, fnsku: bolt.fnsku })];
    const states = [await stateOf()];
    for (let i = 0; i < 2; i++) await person.post('/api/returns/packages/arrive', { trackingNumber: box });
    states.push(await stateOf());
    await grade(first, NEW);
    states.push(await stateOf());
    await grade(second, GOOD, { quantity: 2 });
    states.push(await stateOf());
    expect(states).toEqual(['EXPECTED', 'ARRIVED', 'IN_PROGRESS', 'DONE']);
    const { data, sample } = (await person.get('/api/returns/packages')).json();
    expect(data.find((one: { tracking_number: string }) => one.tracking_number === box)).toMatchObject({ lines: 2, expected: 3, received: 3, state: 'DONE' });
    expect(sample).toBeNull();
  });

  it('is arrived as soon as one of its units has a disposition', async () => {
    const line = await seedLine();
    await grade(line, GOOD);
    await person.post('/api/returns/grades/void', { id: (await conditionOf(line)).grades[0].id });
    expect(await stateOf()).toBe('ARRIVED');
  });

  it("can't be marked as arrived when it is unknown", async () => {
    const answer = await person.post('/api/returns/packages/arrive', { trackingNumber: 'NOBODY' });
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'Unable to find tracking number for "NOBODY"']);
  });
});

describe('an item code', () => {
  it('is found by ASIN', async () => {
    expect((await person.get(`/api/getitemcodebyasin?asin=${kettle.asin.toLowerCase()}`)).json()).toEqual({ item_code: kettle.itemCode });
    expect((await person.get('/api/getitemcodebyasin?asin=B0NOBODY00')).json()).toEqual({ item_code: null });
    expect((await person.get('/api/getitemcodebyasin')).statusCode).toBe(400);
  });
});

it('reads a line by its row in either format and reports a missing one', async () => {
  const line = await seedLine();
  for (const body of [{ row: { removal_shipment: line, sku: 'x' } }, { removal_shipment: String(line), order_id: 'R1' }]) {
    expect((await person.post('/api/getproductreturnconditiondata', body)).json()).toMatchObject({ removal_shipment: line, shipped_quantity: 3, remaining: 3 });
  }
  expect((await person.post('/api/getproductreturnconditiondata', { row: { removal_shipment: 999_999_999 } })).statusCode).toBe(404);
  expect((await person.post('/api/getproductreturnconditiondata', {})).statusCode).toBe(400);
  expect((await person.post('/api/getdispositionsforreturnedproducts', { removalShipment: 999_999_999 })).statusCode).toBe(404);
});

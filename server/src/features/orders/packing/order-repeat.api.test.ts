import { beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
// The queue exists; nothing runs its jobs.
await startTestJobs(test, []);
const { db } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const bob = await test.signIn();
const { importOrders } = createOrderImport(test);
const { kettle } = CODES;

let number = 0;
let orderId = '';
beforeEach(() => {
  orderId = `119-0000000-${String(++number).padStart(7, '0')}`;
});

const eventsOf = async (kind: string): Promise<string[]> =>
  (await ann.get(`/api/orders/${orderId}`))
    .json()
    .events.filter((event: { kind: string }) => event.kind === kind)
    .map(({ detail }: { detail: string }) => detail);
const verify = async (person = ann) => (await person.post('/api/orders/productverification', { orderId, scanValue: kettle.newFnsku, namesPiece: true })).json();
async function ship(): Promise<void> {
  await stockUp(db, ann, { sku: kettle.newSku });
  await importOrders({ orderId });
  const { pieceId, verificationId } = await verify();
  expect((await ann.post('/api/orders/updatelocalinventory', { locationId: pieceId, verificationId })).statusCode).toBe(200);
}

describe('a note', () => {
  const note = (text: string, clientNoteId?: string, person = ann) => person.post('/api/orders/notes', { orderId, note: text, clientNoteId });

  it('whose answer was lost is stored once, also when both calls arrive at the same time', async () => {
    await importOrders({ orderId });
    const answers = await Promise.all(Array.from({ length: 4 }, () => note('Gift wrap', `note-${orderId}`)));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(4).fill([200, answers[0]?.body]));
    expect(await eventsOf('NOTE')).toEqual(['Gift wrap']);
  });

  it("with another note's id is rejected; without an id each call creates a note", async () => {
    await importOrders({ orderId });
    const id = `note-${orderId}`;
    await note('Gift wrap', id);
    for (const answer of [await note('No gift wrap', id), await note('Gift wrap', id, bob)]) {
      expect(answer.statusCode).toBe(409);
      expect(answer.json().error.reason).toBe('another_note');
    }
    await note('Twice');
    await note('Twice');
    expect(await eventsOf('NOTE')).toEqual(['Twice', 'Twice', 'Gift wrap']);
  });
});

describe('a confirmation', () => {
  const entered = { carrierCode: 'UPS', trackingNumber: '1Z12345E0205271688', weightPounds: 2.254, shippingMethod: 'Ground', sharesTrackingNumber: true };
  const confirm = (change: object = {}) => ann.post('/api/orders/confirm', { orderId, ...entered, ...change });

  it.each(['CONFIRM_QUEUED', 'CONFIRMING', 'CONFIRMED'] as const)('that is sent again changes nothing and succeeds while the order is %s', async (state) => {
    await ship();
    expect((await confirm()).statusCode).toBe(200);
    await db.updateTable('orders').set({ local_state: state }).where('order_id', '=', orderId).execute();
    expect((await confirm({ carrierCode: 'ups', trackingNumber: ' 1z 1234 5e02 0527 1688' })).json()).toMatchObject({ success: true });
    expect((await ann.get(`/api/orders/${orderId}`)).json()).toMatchObject({ local_state: state });
    expect(await eventsOf('CONFIRM_ENTERED')).toHaveLength(1);
    if (state === 'CONFIRM_QUEUED') return;
    for (const change of [{ trackingNumber: '1Z12345E0305271640' }, { weightPounds: 3 }, { shippingMethod: 'Air' }, { carrierCode: 'USPS' }]) {
      expect((await confirm(change)).statusCode).toBe(409);
    }
  });

  it('is sent again after a failure, also unchanged', async () => {
    await ship();
    await confirm();
    await db.updateTable('orders').set({ local_state: 'CONFIRM_FAILED' }).where('order_id', '=', orderId).execute();
    expect((await confirm()).statusCode).toBe(200);
    expect((await ann.get(`/api/orders/${orderId}`)).json()).toMatchObject({ local_state: 'CONFIRM_QUEUED' });
  });
});

describe('an undo', () => {
  const undo = (person = ann) => person.post('/api/orders/undo', { orderId });

  it('that is repeated succeeds and changes nothing, unless another person changed the order since', async () => {
    await ship();
    for (let i = 0; i < 2; i++) expect((await undo()).json()).toMatchObject({ success: true, message: 'Shipping undone' });
    expect(await eventsOf('UNDONE')).toHaveLength(1);
    expect((await undo(bob)).json().error.reason).toBe('not_shipped');
    await bob.post('/api/orders/notes', { orderId, note: 'Why?' });
    expect((await undo()).statusCode).toBe(200);
    await bob.post('/api/orders/start', { orderId });
    await bob.post('/api/orders/unstart', { orderId });
    expect((await undo()).json().error.reason).toBe('not_shipped');
  });
});

import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { saveReturns } from '../../imports/internals.ts';

const test = await createTestApp();
const { db } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const bob = await test.signIn();
const { importOrders } = createOrderImport(test);
const { kettle } = CODES;
const nameOf = async ({ email }: { email: string }) => (await db.selectFrom('users').select('name').where('email', '=', email).executeTakeFirstOrThrow()).name;

let number = 0;
let orderId = '';
beforeEach(async () => {
  orderId = `118-0000000-${String(++number).padStart(7, '0')}`;
  await stockUp(db, ann, { sku: kettle.newSku });
});

const lockOrder = () => sql`select from orders where order_id = ${orderId} for update`;

describe('of two concurrent packers, the slower one is informed', () => {
  it('who started the order', async () => {
    await importOrders({ orderId });
    const [first, second] = await callAtOnce(
      db,
      lockOrder(),
      [ann, bob].map((person) => () => person.post('/api/orders/start', { orderId })),
    );
    expect(first?.statusCode).toBe(200);
    const by = await nameOf(ann);
    expect(second?.json()).toMatchObject({ message: expect.stringContaining(`Started by ${by} at `), error: { details: { did: 'STARTED', by } } });
  });

  it('who shipped it', async () => {
    await importOrders({ orderId });
    const scan = { orderId, scanValue: kettle.newFnsku, namesPiece: true };
    const { pieceId, verificationId } = (await ann.post('/api/orders/productverification', scan)).json();
    const [first, second] = await callAtOnce(db, lockOrder(), [
      () => ann.post('/api/orders/updatelocalinventory', { locationId: pieceId, verificationId }),
      () => bob.post('/api/orders/start', { orderId }),
    ]);
    expect(first?.json()).toMatchObject({ orderShipped: true });
    expect(second?.json()).toMatchObject({ error: { reason: 'already_shipped', details: { did: 'SHIPPED', by: await nameOf(ann) } } });
  });
});

describe('an order whose reservation always fails', () => {
  const others = () => [`${orderId}-2`, `${orderId}-3`];
  const urgent = () => new Date(test.clock.now().getTime() + 3_600_000);
  const stateOf = async (id: string) => (await ann.get(`/api/orders/${id}`)).json().pieces.map(({ state }: { state: string }) => state);
  /** An injected fault: the allocations of this order can't be changed. */
  const fail = async () => {
    await sql`create function refuse_allocation() returns trigger language plpgsql as $$ begin raise exception 'an injected fault'; end $$`.execute(
      test.owner.db,
    );
    await sql
      .raw(
        `create trigger refuse_allocation before update on order_allocations for each row when (new.order_id = '${orderId}') execute function refuse_allocation()`,
      )
      .execute(test.owner.db);
  };
  const stopFailing = () => sql`drop function refuse_allocation cascade`.execute(test.owner.db);

  it('keeps no other order waiting, after its import and when stock comes', async () => {
    const { reservations, save } = createOrderImport(test);
    const [second = '', third = ''] = others();
    await importOrders({ orderId, shipBy: urgent(), items: [{ sku: kettle.goodSku }] }, { orderId: second, items: [{ sku: kettle.goodSku }] });
    await fail();
    await stockUp(db, ann, { sku: kettle.goodSku, count: 2 });
    await expect(reservations.reconcileAll()).rejects.toThrow(`Could not reconcile the orders ${orderId}: an injected fault`);
    expect([await stateOf(orderId), await stateOf(second)]).toEqual([['WAITING'], ['RESERVED']]);
    await expect(reservations.reconcile([orderId, ...(await save({ orderId: third }))])).rejects.toThrow('an injected fault');
    expect(await stateOf(third)).toEqual(['RESERVED']);
    await stopFailing();
    await reservations.reconcileAll();
    expect(await stateOf(orderId)).toEqual(['RESERVED']);
  });
});

it("merges concurrent imports of an order's returns", async () => {
  await importOrders({ orderId, status: 'SHIPPED', items: [{ sku: kettle.newSku, quantity: 2, shipped: 2 }] });
  const returned = (lpn: string) => [
    {
      ...{ orderId, returnedAt: '2026-11-25T10:00:00Z', sku: 'KETTLE-N', asin: kettle.asin, fnsku: kettle.newFnsku, lpn, quantity: 1 },
      ...{ disposition: 'SELLABLE', reason: 'UNWANTED_ITEM', status: 'Unit returned to inventory', comments: '' },
    },
  ];
  await callAtOnce(
    db,
    lockOrder(),
    ['LPNFIRST', 'LPNSECOND'].map((lpn) => () => saveReturns(db, returned(lpn))),
  );
  expect((await ann.get(`/api/orders/${orderId}`)).json()).toMatchObject({ returned_units: 2 });
});

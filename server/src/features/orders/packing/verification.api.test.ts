import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
await seedTestCatalog(test.db);
const ann = await test.signIn();
const bob = await test.signIn();
const admin = await test.signIn('ROLE_ADMIN');
const { importOrders } = createOrderImport(test);
const { kettle } = CODES;

interface Verified {
  readonly pieceId: number;
  readonly verificationId: number;
}

let number = 0;
let orderId = '';
beforeEach(() => {
  orderId = `117-0000000-${String(++number).padStart(7, '0')}`;
});

const order = async () => (await ann.get(`/api/orders/${orderId}`)).json();
const states = async () => (await order()).pieces.map(({ state }: { state: string }) => state);
const scan = async (scanValue: string): Promise<Verified> =>
  (await ann.post('/api/orders/productverification', { orderId, scanValue, namesPiece: true })).json();
const accept = ({ pieceId, verificationId }: Verified) => ann.post('/api/orders/updatelocalinventory', { locationId: pieceId, verificationId });
const reasonOf = async (answer: ReturnType<typeof accept>) => (await answer).json().error?.reason;

async function ordered(quantity: number): Promise<void> {
  await stockUp(test.db, ann, { sku: kettle.newSku, count: quantity });
  await importOrders({ orderId, items: [{ sku: kettle.newSku, quantity }] });
}

describe('an order', () => {
  const started = async () => (await order()).started_by_id;

  it('is claimed only by a scan that verifies something', async () => {
    await importOrders({ orderId, items: [{ sku: kettle.newSku, quantity: 1 }] });
    for (const scanValue of ['X00NOTHING', kettle.newFnsku]) await ann.post('/api/orders/productverification', { orderId, scanValue });
    expect(await started()).toBeNull();
    expect((await order()).events.map(({ kind }: { kind: string }) => kind)).toEqual(['VERIFY_FAILED']);
    await stockUp(test.db, ann, { sku: kettle.newSku });
    await bob.post('/api/orders/productverification', { orderId, scanValue: kettle.newFnsku });
    expect(await started()).not.toBeNull();
    expect((await ann.post('/api/orders/productverification', { orderId, scanValue: kettle.newFnsku })).json().error.reason).toBe('started_by_other');
  });

  it('that somebody claimed stays claimed after a wrong scan', async () => {
    await ordered(1);
    await ann.post('/api/orders/start', { orderId });
    const later = () => sql`update orders set started_at = started_at - interval '59 minutes' where order_id = ${orderId}`.execute(test.db);
    await later();
    await ann.post('/api/orders/productverification', { orderId, scanValue: 'X00NOTHING' });
    await later();
    expect(await reasonOf(bob.post('/api/orders/start', { orderId }))).toBe('started_by_other');
  });
});

describe('a verification', () => {
  it('of an allocation that is not packed also ends when the order is undone', async () => {
    await ordered(2);
    const first = await scan(kettle.newFnsku);
    const second = await scan(kettle.newFnsku);
    expect(second.pieceId).not.toBe(first.pieceId);
    expect((await accept(first)).statusCode).toBe(200);
    expect((await ann.post('/api/orders/undo', { orderId })).statusCode).toBe(200);
    expect(await reasonOf(accept(second))).toBe('verification_over');
    // A client without verification IDs is protected too.
    expect(await reasonOf(ann.post('/api/orders/updatelocalinventory', { locationId: second.pieceId }))).toBe('not_verified');
    expect(await states()).toEqual(['RESERVED', 'RESERVED']);
  });

  it.each([
    ['the packer', ann],
    ['an administrator', admin],
  ])('ends when %s releases the order; packed units stay packed', async (_who, person) => {
    await ordered(2);
    const first = await scan(kettle.newFnsku);
    const second = await scan(kettle.newFnsku);
    expect((await accept(first)).statusCode).toBe(200);
    expect((await person.post('/api/orders/unstart', { orderId })).statusCode).toBe(200);
    expect(await reasonOf(accept(second))).toBe('verification_over');
    expect(await states()).toEqual(['SHIPPED', 'RESERVED']);
    expect((await order()).items).toMatchObject([{ quantity: 2, verified: 1 }]);
    expect((await accept(await scan(kettle.newFnsku))).json()).toMatchObject({ orderShipped: true });
  });

  it.each([
    ['the allocation', (pieceId: number) => pieceId],
    ['its order', () => orderId],
  ])('ends when the same person scans something else for %s, not when another person does', async (_what, reference) => {
    await ordered(1);
    const first = await scan(kettle.newFnsku);
    expect((await bob.post('/api/orders/productverification', { orderId: reference(first.pieceId), scanValue: 'X00NOTHING' })).statusCode).toBe(409);
    expect((await ann.post('/api/orders/productverification', { orderId: reference(first.pieceId), scanValue: 'X00NOTHING' })).json()).toBe(0);
    expect(await reasonOf(accept(first))).toBe('verification_over');
    expect(await reasonOf(ann.post('/api/orders/updatelocalinventory', { locationId: first.pieceId }))).toBe('not_verified');
    expect((await accept(await scan(kettle.newFnsku))).json()).toMatchObject({ orderShipped: true });
  });

  it('of one allocation remains when another one is scanned wrongly', async () => {
    await ordered(2);
    const first = await scan(kettle.newFnsku);
    const other = (await order()).pieces.find(({ id }: { id: number }) => id !== first.pieceId).id;
    expect((await ann.post('/api/orders/productverification', { orderId: other, scanValue: 'X00NOTHING' })).json()).toBe(0);
    expect((await accept(first)).statusCode).toBe(200);
  });

  it('by another kind of code replaces the previous one', async () => {
    await ordered(1);
    const bySku = await scan(kettle.newFnsku);
    expect((await scan(kettle.newSku)).verificationId).toBe(bySku.verificationId);
    const byUpc = await scan(kettle.upc);
    expect(byUpc.verificationId).not.toBe(bySku.verificationId);
    expect(await reasonOf(accept(bySku))).toBe('verification_over');
    expect((await accept(byUpc)).json()).toMatchObject({ orderShipped: true });
  });
});

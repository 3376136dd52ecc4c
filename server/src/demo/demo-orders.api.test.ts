import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../test/fixtures/faults/purchasing-faults.ts';
import { createTestApp } from '../../test/test-app.ts';
import type { Topics } from '../platform/realtime/topics.ts';
import { demoCatalog } from './catalog.ts';
import { seedDemoData } from './demo-data.ts';
import { seedDemoInvoices } from './demo-invoices.ts';
import { seedDemoOrders } from './demo-orders.ts';
import { demoOrders } from './purchase-orders.ts';

// A pool of one connection, because nothing may wait in a transaction for another one.
const { db, connection, clock, signIn } = await createTestApp({ connections: 1 });
const admin = await signIn('ROLE_ADMIN');
const catalog = demoCatalog(1);
const demo = { db, connection, seed: 1, catalog, orders: demoOrders(catalog), now: new Date(), topics: topicsOf(() => {}), say: () => {} };
const orders = async () => (await admin.get('/api/purchase-orders')).json().data;

it('creates no orders in an installation without demo data', async () => {
  await seedDemoOrders(demo);
  expect(await orders()).toEqual([]);
});

it('creates orders in every state, creates none twice, and continues after an interruption', async () => {
  await seedDemoData(demo);
  await expect(seedDemoOrders({ ...demo, topics: topicsOf(failAt(20)) })).rejects.toThrow('interrupted');
  await seedDemoOrders(demo);
  const seeded = await orders();
  expect(
    seeded.map(({ po_number, packingLists, ...order }: Record<string, unknown> & { packingLists: { state: string }[] }) => ({
      po_number,
      lists: packingLists.map(({ state }) => state),
      days: order.days_difference,
      ...Object.fromEntries(['total_over', 'total_damaged', 'total_backordered', 'total_canceled'].map((name) => [name.slice(6), order[name]])),
    })),
  ).toEqual([
    { po_number: 'PO-24158', lists: [], days: 0, over: 0, damaged: 0, backordered: 0, canceled: 0 },
    { po_number: 'PO-24152', lists: ['IN_TRANSIT'], days: 6, over: 0, damaged: 0, backordered: 0, canceled: 0 },
    { po_number: 'PO-24140', lists: ['RECEIVING'], days: 11, over: 2, damaged: 2, backordered: 0, canceled: 0 },
    { po_number: 'PO-24131', lists: ['DRAFT', 'CLOSED'], days: 17, over: 0, damaged: 0, backordered: 7, canceled: 0 },
    { po_number: 'PO-24117', lists: ['CLOSED'], days: 24, over: 0, damaged: 1, backordered: 0, canceled: 2 },
  ]);
  expect((await admin.get('/api/purchase-orders?show=settled')).json().data).toMatchObject([{ po_number: 'PO-24117' }]);
  await seedDemoOrders(demo);
  await seedDemoInvoices({ ...demo, clock });
  expect((await admin.get('/api/vendor-invoices')).json().data).toHaveLength(3);
  expect(await orders()).toEqual(seeded);
  expect([await listPurchasingFaults(db), await listLedgerFaults(db)]).toEqual([[], []]);
});

function topicsOf(publish: () => void): Topics {
  return { publish, publishHere: () => {}, listen: () => () => {}, onGap: () => {}, serveLatest: () => {}, latest: () => undefined };
}

function failAt(count: number): () => void {
  let published = 0;
  return () => {
    published += 1;
    if (published === count) throw new Error('interrupted');
  };
}

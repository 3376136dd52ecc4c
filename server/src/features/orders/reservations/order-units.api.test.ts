import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
await seedTestCatalog(test.db);
const ann = await test.signIn();
const { importOrders } = createOrderImport(test);
const { kettle, bolt } = CODES;
const orderId = '112-0000001-0000001';

it("offers the units of a UPC's product, the order's condition first, the reserved unit before the oldest, with location and age", async () => {
  const [newest] = await stockUp(test.db, ann, { sku: kettle.newSku, location: 'B-1' });
  const [reserved] = await stockUp(test.db, ann, { sku: kettle.goodSku, location: 'C-1' });
  await stockUp(test.db, ann, { sku: bolt.sku });
  await importOrders({ orderId, items: [{ sku: kettle.goodSku }] });
  const [older, quarantined] = await stockUp(test.db, ann, { sku: kettle.goodSku, count: 2, location: 'D-1' });
  await ann.post('/api/inventory/units/quarantine', { id: quarantined, reason: 'DAMAGED' });
  // Another order's unit is not offered.
  const [taken] = await stockUp(test.db, ann, { sku: kettle.newSku, location: 'E-1' });
  await importOrders({ orderId: '112-0000001-0000002', items: [{ sku: kettle.newSku }] });
  const [piece] = (await ann.get(`/api/orders/${orderId}`)).json().pieces;
  const units = (await ann.get(`/api/orders/pieces/${piece.id}/product-units`)).json();
  const since = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect(units).toEqual([
    { id: reserved, identifier: kettle.goodFnsku, location: 'C-1', created_at: since, condition: 3, is_reserved: true },
    { id: older, identifier: kettle.goodFnsku, location: 'D-1', created_at: since, condition: 3, is_reserved: false },
    { id: taken, identifier: kettle.newFnsku, location: 'E-1', created_at: since, condition: 11, is_reserved: false },
  ]);
  // The other order reserved the oldest New unit.
  expect(units.map(({ id }: { id: number }) => id)).not.toContain(newest);
  expect((await ann.get('/api/orders/pieces/999999/product-units')).json()).toEqual([]);
});

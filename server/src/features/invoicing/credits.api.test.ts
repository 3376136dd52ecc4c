import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { layTestCatalogue } from '../../../test/test-catalogue.ts';
import { invoicingOf } from '../../../test/test-invoicing.ts';
import { purchasingOf } from '../../../test/test-purchasing.ts';

const { db, signIn } = await createTestApp();
await layTestCatalogue(db);
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);
const buyer = purchasingOf(admin);

type Order = Awaited<ReturnType<typeof finance.order>>;
const decided = (order: Order, difference: string, quantity: number, decision = 'CLAIM') => ({
  ...{ stowage_supplier_po_id: order.lineIds[0], difference, quantity, decision },
});
const creditsOf = async ({ id }: Order) => (await finance.credits(`purchaseOrderId=${id}&sort=created_at&descending=false`)).data;
const live = async (order: Order) =>
  (await creditsOf(order)).filter(({ state }) => state !== 'VOID' && state !== 'DENIED').map(({ type, quantity, amount }) => [type, quantity, amount]);
const reopen = (listId: number) => admin.post(`/api/packing-lists/${listId}/reopen`, { reason: 'Found' });

describe('closing a list claims what nothing asks for yet', () => {
  it('of units that did not come', async () => {
    const order = await finance.order('CL-1', [{ qty: 10, cost: '5', received: 7 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00');
    await finance.creditDifferences(order.id);
    expect((await buyer.close(order.listId, [decided(order, 'SHORT', 3)])).statusCode).toBe(200);
    expect(await live(order)).toEqual([['SHORT', 3, '15.00']]);
  });

  it('after it was open again and the differences asked meanwhile', async () => {
    const order = await finance.order('CL-2', [{ qty: 10, cost: '5', received: 7 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00');
    await buyer.close(order.listId, [decided(order, 'SHORT', 3)]);
    expect((await reopen(order.listId)).statusCode).toBe(200);
    await finance.creditDifferences(order.id);
    await buyer.close(order.listId, [decided(order, 'SHORT', 3)]);
    expect(await live(order)).toEqual([['SHORT', 3, '15.00']]);
  });

  it('of damaged units, and the rest of what is asked for in part', async () => {
    const order = await finance.order('CL-3', [{ qty: 10, cost: '5', received: 8, damaged: 2 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 7, '5']], '35.00');
    // Seven are billed and six are usable.
    await finance.creditDifferences(order.id);
    expect(await live(order)).toEqual([['DAMAGE', 1, '5.00']]);
    await buyer.close(order.listId, [decided(order, 'SHORT', 2), decided(order, 'DAMAGED', 2)]);
    expect((await live(order)).sort()).toEqual([
      ['DAMAGE', 1, '5.00'],
      ['DAMAGE', 1, '5.00'],
      ['SHORT', 2, '10.00'],
    ]);
  });
});

import type { SignedIn, TestApp } from './test-app.ts';
import { CODES } from './test-catalogue.ts';
import { newUpc, poRow, purchasingOf } from './test-purchasing.ts';

let nth = 0;

/** What the tests of receiving do and look at: one person manages, another one receives. */
export function receivingOf({ db, admin, staff }: Pick<TestApp, 'db'> & { readonly admin: SignedIn; readonly staff: SignedIn }) {
  const buyer = purchasingOf(admin);
  const newNumber = () => `PO-R${nth++}`;
  return {
    buyer,
    /** Of an order that there is not yet. */
    newNumber,
    bench: purchasingOf(staff),
    /** An order with the kettle and another thing on one list. @returns what a test needs of it */
    async listed(quantities: readonly number[] = [3, 2]) {
      const poNumber = newNumber();
      const upc = newUpc();
      await buyer.upload([
        poRow(poNumber, { UPC: CODES.kettle.upc, 'Supplier SKU': 'KET-1', 'Product Name': 'Kettle' }),
        poRow(poNumber, { UPC: upc, 'Supplier SKU': 'UNK-1', 'Product Name': 'Not in the catalogue', 'Unit Cost': '' }),
      ]);
      const id = await buyer.createList(poNumber, quantities);
      const [kettle, unknown] = await buyer.lines(poNumber);
      return { poNumber, id, upc, kettle: kettle?.id ?? 0, unknown: unknown?.id ?? 0 };
    },
    unitsOf: (listId: number) =>
      db
        .selectFrom('receipts as r')
        .innerJoin('stock_movements as m', 'm.receipt_id', 'r.id')
        .innerJoin('units as u', 'u.id', 'm.unit_id')
        .innerJoin('locations as s', 's.id', 'u.location_id')
        .select(['u.id', 'u.listing_id', 'u.identifier', 'u.status', 'u.source', 'u.cost', 's.code as location'])
        .where('r.packing_list_id', '=', listId)
        .where('m.type', '=', 'ADD')
        .orderBy('u.id')
        .execute(),
    totals: (poNumber: string) => db.selectFrom('purchase_orders').selectAll().where('po_number', '=', poNumber).executeTakeFirstOrThrow(),
    stats: async (poNumber: string, packingListId: number) => (await staff.post('/api/receiveinventory/packingliststats', { poNumber, packingListId })).json(),
    note: (body: object) => staff.post('/api/receiveinventory/packinglist/update', body),
  };
}

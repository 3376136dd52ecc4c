import { PDFDocument } from 'pdf-lib';
import { expect, it } from 'vitest';
import { jpeg, Phone } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

// Reads the queued mails instead of sending them.
const test = await createTestApp({ transport: { send: async () => {}, close: () => {} } });
await seedTestCatalog(test.db);
const admin = await test.signIn('ROLE_ADMIN');
const clerk = await test.signIn('ROLE_USER');
const finance = invoicingOf(admin);

const reasonOf = (answer: { json(): { error?: { reason?: string } } }) => answer.json().error?.reason;
const photosOf = async (lineId: number) => (await clerk.get(`/api/purchase-order-lines/${lineId}/photos`)).json();

/** A phone that has opened a line's link. */
async function phoneOf(lineId: number): Promise<Phone> {
  const minted = (await clerk.post(`/api/purchase-order-lines/${lineId}/photos/code`)).json();
  expect(minted).toMatchObject({ lineId, link: expect.stringContaining('/api/receiveinventory/damagephotos?QRToken=') });
  const phone = new Phone(test, { base: `/api/receiveinventory/damagephotos/${lineId}`, qrToken: minted.qrToken });
  const opened = await phone.open();
  expect(opened.json()).toMatchObject({ lineId, photos: [], sections: [{ section: 'damage', required: 0 }, { section: 'box' }] });
  return phone;
}

/** An order with damaged units and their credit. */
async function broken(poNumber: string) {
  const order = await finance.order(poNumber, [{ qty: 10, cost: '5', received: 10, damaged: 2 }]);
  const [line = 0] = order.lineIds;
  await finance.bill([[line, 10, '5']], '50.00');
  await finance.creditDifferences(order.id);
  const [credit] = (await finance.credits(`purchaseOrderId=${order.id}`)).data;
  return { ...order, line, credit };
}

it("adds photos of damage as evidence to the credit's list, document and mail", async () => {
  const order = await broken('EV-1');
  expect(order.credit).toMatchObject({ line_id: order.line, photos: 0 });
  const pdfOf = async () => PDFDocument.load((await admin.get(`/api/purchase-money/${order.id}/credit-request.pdf`)).rawPayload);
  const pagesBefore = (await pdfOf()).context.enumerateIndirectObjects().length;
  const phone = await phoneOf(order.line);
  expect((await phone.send(await jpeg({ width: 900 }), { section: 'damage' })).statusCode).toBe(200);
  expect((await phone.send(await jpeg(), { section: 'box' })).statusCode).toBe(200);
  expect((await phone.call('POST', 'finish')).json()).toEqual({ lineId: order.line, photos: 2 });
  const evidence = (await clerk.get(`/api/vendor-credits/${order.credit?.id}/evidence`)).json();
  expect(evidence).toMatchObject({ line_id: order.line, po_number: 'EV-1', receiving: [{ received: 10, damaged: 2, notes: 'Broken' }] });
  expect(evidence.photos.map(({ section }: { section: string }) => section)).toEqual(['damage', 'box']);
  expect((await test.app.inject(evidence.photos[0].url)).headers['content-type']).toBe('image/jpeg');
  expect((await test.app.inject(evidence.photos[0].url.split('?')[0])).statusCode).toBe(404);
  expect((await finance.credits(`purchaseOrderId=${order.id}`)).data[0]?.photos).toBe(2);
  expect((await pdfOf()).context.enumerateIndirectObjects().length).toBeGreaterThan(pagesBefore + 1);
  const url = `/api/purchase-money/${order.id}/credit-request`;
  const { draft } = (await admin.get(url)).json();
  expect(draft.text).toContain('with photos of the damage');
  const { credit_ids: _, ...written } = draft;
  const sent = await admin.post(url, { ...written, client_id: 'tab EV-1', recipient: 'credits@norden.example' });
  expect(sent.statusCode).toBe(200);
  const attached = await test.db.selectFrom('mail_attachments').select(['name', 'media_type']).orderBy('name').execute();
  expect(attached.map(({ media_type }) => media_type).sort()).toEqual(['application/pdf', 'image/jpeg', 'image/jpeg']);
  expect((await clerk.get('/api/vendor-credits/999999/evidence')).statusCode).toBe(404);
});

it('accepts a note or a photo as evidence of damage and preserves the only one', async () => {
  const order = await finance.order('EV-2', [{ qty: 5, cost: '5', received: 5 }]);
  const [line = 0] = order.lineIds;
  const note = (part: object) =>
    clerk.post('/api/receiveinventory/packinglist/update', { stowage_supplier_po_id: line, stowage_receive_inventory_packing_list_id: order.listId, ...part });
  expect(reasonOf(await note({ setDamagedQty: 1 }))).toBe('note_needed');
  const phone = await phoneOf(line);
  await phone.send(await jpeg(), { id: 'damage-photo-1', section: 'damage' });
  expect((await note({ setDamagedQty: 1 })).statusCode).toBe(200);
  expect(reasonOf(await phone.call('DELETE', 'photos/damage-photo-1'))).toBe('note_needed');
  const [photo] = await photosOf(line);
  const remove = () => clerk.remove(`/api/purchase-order-lines/${line}/photos/${photo.id}`);
  expect(reasonOf(await remove())).toBe('note_needed');
  expect(await photosOf(line)).toHaveLength(1);
  expect((await note({ line_item_notes: 'Cracked lid' })).statusCode).toBe(200);
  expect((await remove()).json()).toEqual({ success: true });
  expect(await photosOf(line)).toEqual([]);
  expect(reasonOf(await note({ line_item_notes: '' }))).toBe('note_needed');
  const reported = await test.db
    .selectFrom('audit_entries')
    .select('action')
    .where('record_kind', '=', 'purchase_order_lines')
    .where('record_id', '=', String(line))
    .execute();
  expect(reported.map(({ action }) => action)).toEqual(['PHOTO_ADDED', 'PHOTO_REMOVED']);
});

it("rejects evidence for an unknown line, and a line's link opens no other line", async () => {
  expect((await clerk.post('/api/purchase-order-lines/999999/photos/code')).statusCode).toBe(404);
  expect((await clerk.get('/api/purchase-order-lines/999999/photos')).statusCode).toBe(404);
  const { lineIds } = await finance.order('EV-3', [
    { qty: 1, cost: '1' },
    { qty: 1, cost: '1' },
  ]);
  const { qrToken } = (await clerk.post(`/api/purchase-order-lines/${lineIds[0]}/photos/code`)).json();
  expect(reasonOf(await new Phone(test, { base: `/api/receiveinventory/damagephotos/${lineIds[1]}`, qrToken }).open())).toBe('wrong');
});

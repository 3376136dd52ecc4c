import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { createCase, jpeg, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createFileStore } from '../../../integrations/storage/file-store.ts';
import { createPhotoFiles, purgePhotosTask } from '../../photos/index.ts';
import { purgeRecipientsTask } from '../recipients/purge-recipients.task.ts';

const test = await createTestApp();
const { db, clock, photoFolder } = test;
await seedTestCatalog(db);
let ann = await test.signIn();
const { importOrders } = createOrderImport(test);

let number = 0;
let orderId = '';
beforeEach(async () => {
  clock.set(new Date('2026-11-20T14:03:05Z'));
  orderId = `112-0000000-${String(++number).padStart(7, '0')}`;
  await importOrders({ orderId });
});

const order = async () => (await ann.get(`/api/orders/${orderId}`)).json();
const code = async () => (await ann.post(`/api/orders/${orderId}/photos/code`)).json();
const phoneOf = ({ qrToken }: { qrToken: string }) => new Phone(test, { base: `/api/orders/packphotos/${orderId}`, qrToken });
const reasonOf = (answer: { json(): { error?: { reason?: string } } }) => answer.json().error?.reason;
const filesOf = () => {
  const folder = path.join(photoFolder, 'orders', orderId);
  return existsSync(folder) ? readdirSync(folder) : [];
};
async function opened(): Promise<Phone> {
  const phone = phoneOf(await code());
  expect((await phone.open()).statusCode).toBe(200);
  return phone;
}

it("are uploaded through a link, shown on the order's page and listed in its timeline", async () => {
  const minted = await code();
  expect(minted).toMatchObject({ orderId, link: expect.stringContaining('/api/orders/packphotos?QRToken=') });
  const phone = phoneOf(minted);
  const state = (await phone.open()).json();
  expect(state).toMatchObject({ orderId, items: [{ title: 'Title of KETTLE-N', quantity: 1 }], photos: [] });
  expect(state.sections.map(({ section, required }: { section: string; required: number }) => [section, required])).toEqual([
    ['contents', 0],
    ['packed', 0],
    ['label', 0],
  ]);
  const photo = await jpeg();
  const sent = await phone.send(photo, { section: 'packed' });
  expect(sent.json().photo).toMatchObject({ section: 'packed', can_remove: true });
  // The same picture again is the same photo.
  expect((await phone.send(photo, { section: 'packed' })).statusCode).toBe(200);
  expect((await phone.call('POST', 'finish')).json()).toEqual({ orderId, photos: 1 });
  expect(reasonOf(await phone.send(await jpeg(), { section: 'packed' }))).toBe('finished');
  const { photos, events } = await order();
  expect(photos).toEqual([
    expect.objectContaining({ section: 'packed', original_filename: 'IMG_1.jpg', uploaded_by: expect.stringContaining('By the link of') }),
  ]);
  expect(events.slice(0, 2)).toMatchObject([{ kind: 'PHOTOS_FINISHED' }, { kind: 'PHOTO_ADDED', detail: 'Photo added: Packed box' }]);
});

it('are shown to signed-in people, to the phone of the order and at a signed address only', async () => {
  const phone = await opened();
  await phone.send(await jpeg(), { section: 'contents' });
  const [{ url }] = (await order()).photos;
  const bare = url.split('?')[0];
  expect((await test.app.inject(url)).statusCode).toBe(200);
  expect((await test.app.inject(bare)).statusCode).toBe(404);
  expect((await ann.get(bare)).statusCode).toBe(200);
  expect((await phone.call('GET', bare)).statusCode).toBe(200);
  const elsewhere = new Phone(test, await createCase(ann, await seedLine(test)));
  await elsewhere.open();
  expect((await elsewhere.call('GET', bare)).statusCode).toBe(404);
  clock.advance(3 * 3_600_000);
  expect((await test.app.inject(url)).statusCode).toBe(404);
});

it('keeps the links of cases and orders apart', async () => {
  const ofCase = await createCase(ann, await seedLine(test));
  expect(reasonOf(await phoneOf(ofCase).open())).toBe('wrong');
  const { qrToken } = await code();
  expect(reasonOf(await new Phone(test, { caseId: ofCase.caseId, qrToken }).open())).toBe('wrong');
});

it('ends the previous link with a new one, which only the first browser can use', async () => {
  const first = await opened();
  const second = await code();
  expect(reasonOf(await first.send(await jpeg(), { section: 'packed' }))).toBe('revoked');
  expect((await phoneOf(second).open()).statusCode).toBe(200);
  expect(reasonOf(await phoneOf(second).open())).toBe('other_phone');
});

it('lets the phone remove a photo before the end and a person at any time, with its files', async () => {
  const phone = await opened();
  await phone.send(await jpeg(), { id: 'pack-photo-1', section: 'packed' });
  await phone.send(await jpeg(), { id: 'pack-photo-2', section: 'packed' });
  expect((await phone.call('DELETE', 'photos/pack-photo-1')).json()).toEqual({ success: true });
  const [{ id, url }] = (await order()).photos;
  expect((await ann.remove(`/api/orders/${orderId}/photos/${id}`)).json()).toEqual({ success: true });
  expect((await ann.remove(`/api/orders/${orderId}/photos/${id}`)).statusCode).toBe(404);
  expect((await order()).photos).toEqual([]);
  expect((await test.app.inject(url)).statusCode).toBe(404);
  await purgePhotosTask({ db, clock, files: createPhotoFiles(createFileStore(photoFolder)) }).run({}, new AbortController().signal);
  expect(filesOf()).toEqual([]);
});

it('rejects content that is not a photo', async () => {
  const phone = await opened();
  expect(reasonOf(await phone.send(Buffer.from('<svg onload=alert(1)>'), { section: 'label', filename: 'label.jpg' }))).toBe('not_a_photo');
  expect((await phone.send(await jpeg(), { section: 'shipping-box' })).statusCode).toBe(400);
  expect(filesOf()).toEqual([]);
});

it('shows photos of the label only with a recorded reason, not with the order', async () => {
  const phone = await opened();
  await phone.send(await jpeg(), { section: 'label' });
  await phone.send(await jpeg(), { section: 'packed' });
  const shown = await order();
  expect(shown).toMatchObject({ photos: [{ section: 'packed' }], label_photos: 1 });
  expect(JSON.stringify(shown)).not.toContain('/label/');
  const reveal = (reason = 'the label is torn') => ann.post('/api/orders/label-photos', { orderId, reason });
  expect((await reveal('')).statusCode).toBe(400);
  const [photo] = (await reveal()).json();
  expect(photo).toMatchObject({ section: 'label' });
  expect((await order()).events[0]).toMatchObject({ kind: 'RECIPIENT_SHOWN', detail: 'Label photos: the label is torn' });
  const served = await test.app.inject(photo.url);
  expect([served.statusCode, served.headers['cache-control']]).toEqual([200, 'no-store']);
  const { searchParams } = new URL(photo.url, 'https://stowage.test');
  for (const name of searchParams.keys()) expect((await test.app.inject(photo.url.replace(new RegExp(`${name}=[^&]*&?`), ''))).statusCode).toBe(404);
  const bare = photo.url.split('?')[0];
  expect((await test.app.inject(bare)).statusCode).toBe(404);
  expect((await ann.post('/api/orders/label-photos', { orderId: '999-9999999-9999999', reason: 'torn' })).statusCode).toBe(404);
  // The address ends with the session that asked for it.
  const other = await test.signIn();
  const [own] = (await other.post('/api/orders/label-photos', { orderId, reason: 'the label is torn' })).json();
  expect((await test.app.inject(own.thumbnail_url)).statusCode).toBe(200);
  await other.post('/api/user/sessions/end-all');
  expect([(await test.app.inject(own.thumbnail_url)).statusCode, (await test.app.inject(photo.url)).statusCode]).toEqual([404, 200]);
  const stored = filesOf().map((name) => readFileSync(path.join(photoFolder, 'orders', orderId, name)));
  expect(stored.length).toBeGreaterThan(0);
  expect(stored.filter((content) => content.subarray(0, 8).toString() !== 'STWGSEA1')).toEqual([]);
  // A later link doesn't show earlier photos.
  await phone.call('POST', 'finish');
  expect((await phoneOf(await code()).open()).json().photos).toMatchObject([{ section: 'packed' }]);
});

it('deletes photos of the label 30 days after the delivery and retains the others', async () => {
  const phone = await opened();
  await phone.send(await jpeg(), { section: 'label' });
  await phone.send(await jpeg(), { section: 'packed' });
  const purge = () => purgeRecipientsTask({ db, clock }).run({}, new AbortController().signal);
  await importOrders({ orderId, status: 'SHIPPED', packages: [{ reference: '1', status: 'DELIVERED' }] });
  clock.advance(29 * 86_400_000);
  await purge();
  ann = await test.signIn();
  expect(await order()).toMatchObject({ photos: [{ section: 'packed' }], label_photos: 1 });
  clock.advance(86_400_000 + 1_000);
  await purge();
  ann = await test.signIn();
  expect(await order()).toMatchObject({ photos: [{ section: 'packed' }], label_photos: 0 });
  expect((await order()).events[0]).toMatchObject({ kind: 'PHOTO_REMOVED', detail: 'Photos deleted: Shipping label' });
  await purge();
  const { rows } = await sql`select from order_events where order_id = ${orderId} and kind = 'PHOTO_REMOVED'`.execute(db);
  expect(rows).toHaveLength(1);
});

it('rejects photos of an unknown order', async () => {
  expect((await ann.post('/api/orders/999-9999999-9999999/photos/code')).statusCode).toBe(404);
});

import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createCase, jpeg, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { callAtOnce } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const staff = await test.signIn();

type Call = (phone: Phone, photoId: string) => ReturnType<Phone['call']>;

const calls: [string, Call][] = [
  ['a reason for a missing photo', (phone) => phone.call('POST', 'cannot-take', { section: 'lpn-label', reason: 'There is none' })],
  ['a new photo', (phone) => phone.call('POST', 'photos', { clientPhotoId: 'a-new-photo', section: 'product', filename: 'IMG_2.jpg', size: 1_000 })],
  ['a deletion', (phone, photoId) => phone.call('DELETE', `photos/${photoId}`)],
  ['the end of the upload', (phone) => phone.call('POST', 'finish')],
];

it.each(calls)('a link takes no %s that was sent before a new code and arrives after it', async (_, call) => {
  const phone = new Phone(test, await createCase(staff, await seedLine(test)));
  await phone.open();
  const { photo } = (await phone.send(await jpeg(), { section: 'product' })).json();
  const { caseId } = phone.code;
  const newCode = () => staff.post(`/api/qrcases/${caseId}/upload-code`, { missingOnly: false });
  const [minted, late] = await callAtOnce(test.db, sql`select from return_cases where id = ${caseId} for update`, [
    newCode,
    () => call(phone, photo.clientPhotoId),
  ]);
  expect(minted?.statusCode).toBe(200);
  expect([late?.statusCode, late?.json().error?.reason]).toEqual([403, 'revoked']);
});

import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { ALBUM_MAX_PHOTOS, PHOTO_CHUNK_BYTES } from '@stowage/contract/photos/photo-uploads';
import { sql } from 'kysely';
import sharp, { type Create } from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCase, jpeg, newPhotoId, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createFileStore } from '../../../integrations/storage/file-store.ts';
import { createPhotoFiles, purgePhotosTask } from '../../photos/index.ts';

const test = await createTestApp();
const { db, clock, photoFolder } = test;
const staff = await test.signIn();

let line = 0;
beforeEach(async () => {
  clock.set(new Date('2026-11-20T14:03:05Z'));
  line = await seedLine(test);
});

async function openedPhone(part: object = {}): Promise<Phone> {
  const phone = new Phone(test, await createCase(staff, line, part));
  expect((await phone.open()).statusCode).toBe(200);
  return phone;
}

const detailOf = async (id: number) => (await staff.get(`/api/qrcases/${id}`)).json();
const filesOf = (caseId: number) => {
  const folder = path.join(photoFolder, 'returns', String(caseId));
  return existsSync(folder) ? readdirSync(folder).sort() : [];
};
const reasonOf = (answer: { json(): { error?: { reason?: string } } }) => answer.json().error?.reason;
/** A photo of several parts: noise doesn't compress. */
const noise = (seed: number) =>
  sharp({ create: { width: 700 + seed, height: 500, channels: 3, noise: { type: 'gaussian', mean: 128, sigma: 60 } } as Create })
    .jpeg({ quality: 100 })
    .toBuffer();

describe('a link', () => {
  it('shows the requirements of its own case only', async () => {
    const phone = new Phone(test, await createCase(staff, line, { quantity: 2 }));
    const state = (await phone.open()).json();
    expect(state).toMatchObject({ caseId: phone.code.caseId, quantity: 2, disposition: 'Damaged in transit', photos: [] });
    const required = Object.fromEntries(state.sections.map((one: { section: string; required: number }) => [one.section, one.required]));
    expect(required).toEqual({
      'shipping-box': 1,
      'packing-slip': 1,
      'lpn-label': 2,
      'product-barcode': 1,
      product: 2,
      'close-up': 2,
      'serial-number': 0,
      other: 0,
    });
  });

  it('belongs to the first phone that opens it, which can open it again', async () => {
    const phone = await openedPhone();
    expect((await phone.open()).statusCode).toBe(200);
    const other = new Phone(test, phone.code);
    expect([(await other.open()).statusCode, reasonOf(await other.open())]).toEqual([403, 'other_phone']);
    other.cookie = 'stowage_phone=made-up';
    expect(reasonOf(await other.send(await jpeg()))).toBe('other_phone');
  });

  it('belongs to one phone when two open it at the same time', async () => {
    const code = await createCase(staff, line);
    const answers = await Promise.all(Array.from({ length: 5 }, () => new Phone(test, code).open()));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it.each([
    ['a fabricated token', async () => ({ ...(await createCase(staff, line)), qrToken: 'A'.repeat(43) }), 'wrong'],
    ['no token', async () => ({ ...(await createCase(staff, line)), qrToken: '' }), 'wrong'],
    ["another case's token", async () => ({ ...(await createCase(staff, line)), qrToken: (await createCase(staff, line)).qrToken }), 'wrong'],
    ["a person's token", async () => ({ ...(await createCase(staff, line)), qrToken: staff.token }), 'wrong'],
    [
      'an expired token',
      async () => {
        const code = await createCase(staff, line);
        clock.advance(30 * 60_000);
        return code;
      },
      'expired',
    ],
    [
      'a replaced token',
      async () => {
        const code = await createCase(staff, line);
        await staff.post(`/api/qrcases/${code.caseId}/upload-code`, {});
        return code;
      },
      'revoked',
    ],
  ])('is rejected: %s', async (_what, makeCode, reason) => {
    const phone = new Phone(test, await makeCode());
    const answer = await phone.open();
    expect([answer.statusCode, reasonOf(answer)]).toEqual([403, reason]);
    expect(answer.json().error.message).toContain('Ask for a new code');
    expect((await phone.send(await jpeg())).statusCode).toBe(403);
    expect(filesOf(phone.code.caseId)).toEqual([]);
  });

  it('limits guesses', async () => {
    clock.advance(60_000);
    const { caseId } = await createCase(staff, line);
    const codes = [];
    for (let nth = 0; nth < 32; nth++) codes.push((await new Phone(test, { caseId, qrToken: 'B'.repeat(43) }).open()).statusCode);
    expect(codes.at(-1)).toBe(429);
    clock.advance(60_000);
  });

  it('is stored only as a hash', async () => {
    const { caseId, qrToken } = await createCase(staff, line);
    const { rows } = await sql<{
      token_hash: Buffer;
      text: string;
    }>`select token_hash, l::text as text from upload_links l where case_id = ${caseId}`.execute(db);
    expect(rows[0]?.token_hash).toEqual(createHash('sha256').update(qrToken).digest());
    expect(rows[0]?.text).not.toContain(qrToken);
  });

  it('can request only the missing photos', async () => {
    const phone = await openedPhone();
    await phone.send(await jpeg(), { section: 'shipping-box' });
    await phone.call('POST', 'cannot-take', { section: 'lpn-label', reason: 'There is none' });
    const code = (await staff.post(`/api/qrcases/${phone.code.caseId}/upload-code`, { missingOnly: true })).json();
    const again = new Phone(test, code);
    const { sections } = (await again.open()).json();
    expect(sections.map(({ section }: { section: string }) => section)).toEqual(['packing-slip', 'product-barcode', 'product', 'close-up']);
    expect(reasonOf(await again.send(await jpeg(), { section: 'shipping-box' }))).toBe('not_asked_for');
    for (const reason of ['There is none', null]) {
      expect(reasonOf(await again.call('POST', 'cannot-take', { section: 'lpn-label', reason }))).toBe('not_asked_for');
    }
    const { sections: after } = await detailOf(phone.code.caseId);
    expect(after.find(({ section }: { section: string }) => section === 'lpn-label')).toMatchObject({ cannot_take: 'There is none' });
  });
});

describe('a photo', () => {
  it('is stored upright and smaller, with a thumbnail and without camera metadata', async () => {
    const phone = await openedPhone();
    const sent = await sharp({ create: { width: 3000, height: 1500, channels: 3, background: '#a06040' } })
      .withExif({ IFD0: { Make: 'Camera of a spy' }, IFD2: { DateTimeOriginal: '2026:11:19 08:09:10' }, IFD3: { GPSLatitude: '1/1 2/1 3/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const { photo } = (await phone.send(sent, { filename: 'IMG_7.jpg' })).json();
    expect(photo).toMatchObject({ section: 'product' });
    const detail = await detailOf(phone.code.caseId);
    expect(detail).toMatchObject({ photo_count: 1, photos: [{ section: 'product', original_filename: 'IMG_7.jpg', uploaded_at: '2026-11-20 14:03:05' }] });
    const served = await test.app.inject(detail.photos[0].url);
    expect(served.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' });
    const kept = await sharp(served.rawPayload).metadata();
    expect(kept).toMatchObject({ format: 'jpeg', width: 1280, height: 2560 });
    expect(kept.exif).toBeUndefined();
    expect(kept.orientation ?? 1).toBe(1);
    const thumbnail = await sharp((await test.app.inject(detail.photos[0].thumbnail_url)).rawPayload).metadata();
    expect(thumbnail).toMatchObject({ width: 200, height: 400 });
  });

  it('stores the time of its camera in its row', async () => {
    const phone = await openedPhone();
    const withTime = await sharp(await jpeg())
      .withExif({ IFD2: { DateTimeOriginal: '2026:11:19 08:09:10' } })
      .jpeg()
      .toBuffer();
    await phone.send(withTime);
    expect((await detailOf(phone.code.caseId)).photos[0].taken_at).toBe('2026-11-19 08:09:10');
  });

  it.each([
    ['its announcement', { takenAt: '2026-02-31 10:00:00' }, undefined],
    ['its camera', {}, '0000:01:01 00:00:00'],
  ])('is stored without an impossible time of %s', async (_whose, announced, camera) => {
    const phone = await openedPhone();
    const plain = await jpeg();
    const sent =
      camera === undefined
        ? plain
        : await sharp(plain)
            .withExif({ IFD2: { DateTimeOriginal: camera } })
            .jpeg()
            .toBuffer();
    const id = newPhotoId();
    const begun = await phone.call('POST', 'photos', { clientPhotoId: id, section: 'product', filename: 'IMG_1.jpg', size: sent.length, ...announced });
    expect(begun.statusCode).toBe(200);
    expect((await phone.send(sent, { id })).statusCode).toBe(200);
    expect((await detailOf(phone.code.caseId)).photos).toMatchObject([{ taken_at: null }]);
  });

  it.each(['png', 'webp'] as const)('can be a %s', async (format) => {
    const phone = await openedPhone();
    const answer = await phone.send(
      await sharp(await jpeg())
        .toFormat(format)
        .toBuffer(),
    );
    expect(answer.json().photo).not.toBeNull();
  });

  it('is uploaded in parts over a connection that loses every third request and every fourth response, each part once', async () => {
    const phone = await openedPhone();
    const contents = await Promise.all(Array.from({ length: ALBUM_MAX_PHOTOS }, (_, nth) => noise(nth)));
    // Drawn from a seed: two phones in lockstep would always lose the same call.
    let seed = 7;
    const isLost = (share: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return seed / 2_147_483_648 < share;
    };
    const lossy = async (method: 'POST' | 'PUT', address: string, body: unknown) => {
      if (isLost(1 / 3)) return undefined;
      const answer = await phone.call(method, address, body);
      return isLost(1 / 4) ? undefined : answer.json();
    };
    const sendAll = async (content: Buffer, id: string) => {
      for (let tries = 0; tries < 500; tries++) {
        let progress = await lossy('POST', 'photos', { clientPhotoId: id, section: 'other', filename: `${id}.jpg`, size: content.length });
        while (progress !== undefined && progress.photo === null) {
          const { offset } = progress;
          progress = await lossy('PUT', `photos/${id}?offset=${offset}`, content.subarray(offset, offset + PHOTO_CHUNK_BYTES));
        }
        if (progress !== undefined) return;
      }
      throw new Error('It never arrived');
    };
    // Two parallel calls, and every tenth call sent twice.
    const ids = contents.map(newPhotoId);
    for (let nth = 0; nth < contents.length; nth += 2) {
      const both = [nth, nth + 1, ...(nth % 10 === 0 ? [nth] : [])];
      await Promise.all(both.map((one) => sendAll(contents[one] as Buffer, ids[one] as string)));
    }
    const { photos, photo_count } = await detailOf(phone.code.caseId);
    expect([photos.length, photo_count]).toEqual([ALBUM_MAX_PHOTOS, ALBUM_MAX_PHOTOS]);
    const { rows } = await sql<{ hash: Buffer }>`select original_sha256 as hash from photos where case_id = ${phone.code.caseId}`.execute(db);
    const hashes = contents.map((content) => createHash('sha256').update(content).digest('hex'));
    expect(rows.map(({ hash }) => hash.toString('hex')).sort()).toEqual(hashes.sort());
    expect(filesOf(phone.code.caseId)).toHaveLength(2 * ALBUM_MAX_PHOTOS);
    expect(reasonOf(await phone.send(await jpeg()))).toBe('too_many');
  });

  it('counts once when it is sent twice, also under another id', async () => {
    const phone = await openedPhone();
    const content = await jpeg();
    const [first, second] = await Promise.all([phone.send(content), phone.send(content)]);
    expect(first?.json().photo.thumbnail_url).toBe(second?.json().photo.thumbnail_url);
    expect((await detailOf(phone.code.caseId)).photo_count).toBe(1);
    expect(filesOf(phone.code.caseId)).toHaveLength(2);
    await phone.send(content, { section: 'close-up' });
    expect((await detailOf(phone.code.caseId)).photo_count).toBe(2);
  });

  it('returns the id under which it is stored, so that it can be removed', async () => {
    const phone = await openedPhone();
    const content = await jpeg();
    const [id, alias] = [newPhotoId(), newPhotoId()];
    await phone.send(content, { id });
    const sha256 = createHash('sha256').update(content).digest('hex');
    for (const known of [{}, { sha256 }]) {
      expect((await phone.send(content, { id: alias, ...known })).json().photo).toMatchObject({ clientPhotoId: id, can_remove: true });
    }
    expect((await phone.call('DELETE', `photos/${alias}`)).statusCode).toBe(404);
    expect((await phone.call('DELETE', `photos/${id}`)).json()).toEqual({ success: true });
    expect(await detailOf(phone.code.caseId)).toMatchObject({ photo_count: 0, photos: [] });
  });

  it('can be removed and is then not sent again', async () => {
    const phone = await openedPhone();
    const id = newPhotoId();
    const content = await jpeg();
    await phone.send(content, { id });
    expect((await phone.call('DELETE', `photos/${id}`)).json()).toEqual({ success: true });
    expect((await phone.call('DELETE', `photos/${id}`)).json()).toEqual({ success: true });
    expect(await detailOf(phone.code.caseId)).toMatchObject({ photo_count: 0, photos: [] });
    expect(filesOf(phone.code.caseId)).toEqual([]);
    expect(reasonOf(await phone.send(content, { id }))).toBe('deleted');
    expect((await phone.send(content)).statusCode).toBe(200);
  });

  it('is sent again when it was corrupted on its way', async () => {
    const phone = await openedPhone();
    const content = await jpeg();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const id = newPhotoId();
    const damaged = Buffer.from(content);
    damaged[damaged.length - 20] = (damaged[damaged.length - 20] ?? 0) ^ 255;
    expect(reasonOf(await phone.send(damaged, { id, sha256 }))).toBe('changed');
    expect((await phone.send(content, { id, sha256 })).json().photo).not.toBeNull();
  });
});

describe('rejected without storing anything', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>');
  const executable = Buffer.concat([Buffer.from('MZ\x90\x00', 'latin1'), Buffer.alloc(4_000, 7)]);

  it.each([
    ['an SVG', async () => svg, 'not_a_photo'],
    ['a renamed executable', async () => executable, 'not_a_photo'],
    [
      'a GIF',
      async () =>
        sharp(await jpeg())
          .gif()
          .toBuffer(),
      'not_a_photo',
    ],
    [
      'an AVIF',
      async () =>
        sharp(await jpeg({ width: 64, height: 64 }))
          .avif()
          .toBuffer(),
      'not_a_photo',
    ],
    ['HTML after the start of a JPEG', async () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<html>')]), 'unreadable'],
    ['a decompression bomb', async () => bomb(), 'unreadable'],
    ['half a photo', async () => (await noise(1)).subarray(0, 100_000), 'unreadable'],
    ['an iPhone photo with other content', async () => Buffer.concat([Buffer.from('\0\0\0\x18ftypheic', 'latin1'), Buffer.alloc(500)]), 'unreadable'],
  ])('%s', async (_what, make, reason) => {
    const phone = await openedPhone();
    const answer = await phone.send(await make(), { filename: 'IMG_1.jpg' });
    expect([answer.statusCode, reasonOf(answer)]).toEqual([400, reason]);
    expect(filesOf(phone.code.caseId)).toEqual([]);
    const { rows } =
      await sql`select 1 from partial_photos where case_id = ${phone.code.caseId} union all select 1 from photos where case_id = ${phone.code.caseId}`.execute(
        db,
      );
    expect(rows).toEqual([]);
  });

  it('a file of 200 MB, before it is uploaded', async () => {
    const phone = await openedPhone();
    const answer = await phone.send(Buffer.alloc(0), { size: 200_000_000 });
    expect([answer.statusCode, reasonOf(answer)]).toEqual([413, 'too_large']);
    expect(filesOf(phone.code.caseId)).toEqual([]);
  });

  it('more bytes than announced', async () => {
    const phone = await openedPhone();
    const id = newPhotoId();
    await phone.call('POST', 'photos', { clientPhotoId: id, section: 'product', filename: 'a.jpg', size: 100 });
    expect((await phone.call('PUT', `photos/${id}?offset=0`, Buffer.alloc(200))).statusCode).toBe(413);
    expect((await phone.call('PUT', `photos/${id}?offset=0`, Buffer.alloc(PHOTO_CHUNK_BYTES + 1))).statusCode).toBe(413);
  });

  it.each([
    ['an unknown section', { section: '../../etc' }],
    ['a name with a path in it', { filename: '../../etc/passwd.jpg' }],
    ['a name with a Windows path in it', { filename: '..\\\\passwd.jpg' }],
    ['an id with a path in it', { clientPhotoId: '../../../etc/passwd' }],
    ['an empty body', { size: 0 }],
  ])('%s', async (_what, part) => {
    const phone = await openedPhone();
    const body = { clientPhotoId: newPhotoId(), section: 'product', filename: 'a.jpg', size: 100, ...part };
    expect((await phone.call('POST', 'photos', body)).statusCode).toBe(400);
  });

  it('a photo that was not announced', async () => {
    const phone = await openedPhone();
    expect(reasonOf(await phone.call('PUT', 'photos/never-announced?offset=0', Buffer.alloc(10)))).toBe('not_begun');
  });
});

describe('the document cabinet', () => {
  it("lists and shows a case's photo until it is removed", async () => {
    const phone = await openedPhone();
    const { caseId } = phone.code;
    const id = newPhotoId();
    await phone.send(await jpeg(), { id });
    const filed = async () => (await staff.get(`/api/documents?link_kind=CASE&link_id=${caseId}`)).json().rows as { id: number; type: string }[];
    const [photo] = await filed();
    expect(photo).toMatchObject({ type: 'CASE_PHOTOS', link: { label: `Case ${caseId}` } });
    expect((await staff.get(`/api/documents/${photo?.id}/content`)).headers['content-type']).toBe('image/jpeg');
    await phone.call('DELETE', `photos/${id}`);
    expect(await filed()).toEqual([]);
  });
});

describe('finishing an upload', () => {
  it('requires every photo or a reason, advances the case and ends the link', async () => {
    const phone = await openedPhone();
    const { caseId } = phone.code;
    await staff.post(`/api/qrcases/${caseId}/status`, { status: 'Need additional photos' });
    expect(reasonOf(await phone.call('POST', 'finish'))).toBe('photos_missing');
    for (const section of ['shipping-box', 'packing-slip', 'lpn-label', 'product-barcode', 'product', 'product', 'close-up']) {
      await phone.send(await jpeg(), { section });
    }
    await phone.call('POST', 'cannot-take', { section: 'close-up', reason: 'It is glued shut' });
    expect((await phone.call('POST', 'finish')).json()).toEqual({ caseId, photos: 7 });
    expect((await phone.call('POST', 'finish')).json()).toEqual({ caseId, photos: 7 });
    expect(reasonOf(await phone.open())).toBe('finished');
    expect(reasonOf(await phone.send(await jpeg()))).toBe('finished');
    const detail = await detailOf(caseId);
    expect(detail.status).toBe('Pending Case Creation');
    expect(detail.evidence.find(({ item }: { item: string }) => item.includes('close up'))).toMatchObject({
      is_there: true,
      note: 'Cannot be taken: It is glued shut',
    });
    expect(detail.history.filter(({ kind }: { kind: string }) => kind === 'PHOTOS_FINISHED')).toHaveLength(1);
  });
});

describe('a stored photo', () => {
  it("is shown to signed-in people, at its signed address and on its case's phone only", async () => {
    const phone = await openedPhone();
    await phone.send(await jpeg());
    const { url } = (await detailOf(phone.code.caseId)).photos[0];
    const [bare = ''] = url.split('?');
    const statusOf = async (address: string, headers: Record<string, string> = {}) => (await test.app.inject({ url: address, headers })).statusCode;
    expect(await statusOf(url)).toBe(200);
    expect(await statusOf(bare)).toBe(404);
    expect((await staff.get(bare)).statusCode).toBe(200);
    expect((await phone.call('GET', bare)).statusCode).toBe(200);
    expect(await statusOf(bare, { cookie: 'stowage_phone=another' })).toBe(404);
    const other = await openedPhone();
    expect((await other.call('GET', bare)).statusCode).toBe(404);
    const forged = new URL(url, 'http://x');
    forged.searchParams.set('expires', String(Number(forged.searchParams.get('expires')) + 1));
    expect(await statusOf(`${bare}${forged.search}`)).toBe(404);
    clock.advance(3 * 3_600_000);
    expect(await statusOf(url)).toBe(404);
    expect((await phone.call('GET', bare)).statusCode).toBe(404);
  });

  it.each([
    '/uploads/returns/1/product/..%2f..%2f..%2fsecrets.json',
    '/uploads/returns/1/..%2f..%2f/secrets.json',
    '/uploads/returns/1/product/../../../secrets.json',
    '/uploads/returns/..%2f..%2f/product/secrets.json',
    '/uploads/returns/1/product/secrets.json',
    '/uploads/returns/1e3/product/a.jpg',
    '/uploads/returns/99999999999999999999/product/a.jpg',
  ])('is not shown at %s', async (address) => {
    expect((await staff.get(address)).statusCode).toBe(404);
  });
});

describe('the cleanup', () => {
  const purge = () => purgePhotosTask({ db, clock, files: createPhotoFiles(createFileStore(photoFolder)) }).run({}, new AbortController().signal);

  it('removes abandoned photos and their parts after a day', async () => {
    const phone = await openedPhone();
    const id = newPhotoId();
    await phone.call('POST', 'photos', { clientPhotoId: id, section: 'product', filename: 'a.jpg', size: 1_000 });
    await phone.call('PUT', `photos/${id}?offset=0`, Buffer.alloc(500));
    await purge();
    expect(filesOf(phone.code.caseId)).toHaveLength(1);
    clock.advance(25 * 3_600_000);
    await purge();
    expect(filesOf(phone.code.caseId)).toEqual([]);
  });

  it('finds a photo by its row when the server was killed before the file was stored, and the phone continues', async () => {
    const phone = await openedPhone();
    const id = newPhotoId();
    const content = await jpeg();
    await phone.send(content, { id });
    // The state just before the commit: the files exist, the row doesn't.
    await sql`with gone as (delete from photos where client_photo_id = ${id} returning *)
      insert into partial_photos (case_id, client_photo_id, link_id, section, original_filename, filename, size, received, updated_at)
      select case_id, client_photo_id, link_id, section, original_filename, filename, ${content.length}, ${content.length}, now() from gone`.execute(db);
    await sql`update return_cases set photo_count = 0 where id = ${phone.code.caseId}`.execute(db);
    const [file = ''] = (await sql<{ filename: string }>`select filename from partial_photos where client_photo_id = ${id}`.execute(db)).rows.map(
      ({ filename }) => filename,
    );
    await createFileStore(photoFolder).put(`returns/${phone.code.caseId}/${file}.parts`, content);
    expect((await phone.send(content, { id })).json().photo).not.toBeNull();
    expect((await detailOf(phone.code.caseId)).photo_count).toBe(1);
    expect(filesOf(phone.code.caseId)).toHaveLength(2);
  });

  it("removes a deleted photo's files when the server was killed before it did", async () => {
    const phone = await openedPhone();
    await phone.send(await jpeg());
    await sql`update photos set deleted_at = now() where case_id = ${phone.code.caseId}`.execute(db);
    await purge();
    expect(filesOf(phone.code.caseId)).toEqual([]);
  });
});

/** A gray picture of 144 megapixels in 140 kB. */
async function bomb(): Promise<Buffer> {
  const { deflateSync, crc32 } = await import('node:zlib');
  const edge = 12_000;
  const chunk = (type: string, content: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    const check = Buffer.alloc(4);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(edge, 0);
  header.writeUInt32BE(edge, 4);
  header[8] = 8;
  const rows = deflateSync(Buffer.alloc(edge * (edge + 1)));
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]);
}

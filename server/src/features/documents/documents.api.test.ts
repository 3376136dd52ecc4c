import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DOCUMENT_SORTS } from '@stowage/contract/documents/documents';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { carryKeys } from '../../../test/fixtures/carry-keys.ts';
import { seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../test/fixtures/test-orders.ts';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import { unzip } from '../../../test/unzip.ts';
import { createFileStore } from '../../integrations/storage/file-store.ts';
import { createLogger } from '../../platform/logger.ts';
import { placeOf } from './file-copy.ts';
import { createFiling } from './filing/filing.service.ts';
import { fileSource } from './filing/index.ts';
import { purgeDocumentsTask } from './purge-documents.task.ts';

const test = await createTestApp();
const { app, db, owner, clock, signIn, documentFolder } = test;
await seedTestCatalog(db);
let admin = await signIn('ROLE_ADMIN');
let staff = await signIn();
/** Signs in again, because sessions end when the clock advances. */
const wait = async (ms: number) => {
  clock.advance(ms);
  admin = await signIn('ROLE_ADMIN');
  staff = await signIn();
};

/** The name of a person who was created with an address only. */
const nameOf = ({ email }: SignedIn) => email.split('@')[0];

const PDF = Buffer.from('%PDF-1.7\nthe content');
const CSV = Buffer.from('sku,qty\r\nKETTLE-N,4\r\n');
let nth = 0;
const text = () => Buffer.from(`sku,qty\r\nSKU-${nth++},1\r\n`);
const send = (method: 'POST' | 'PUT', url: string, content: Buffer, person: SignedIn = admin) =>
  app.inject({ method, url, payload: content, headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' } });
const upload = (name: string, content: Buffer, query = '', person: SignedIn = admin) =>
  send('POST', `/api/documents?name=${encodeURIComponent(name)}&type=OTHER${query}`, content, person);
const uploaded = async (name: string, content: Buffer, query = ''): Promise<number> => {
  const answer = await upload(name, content, query);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().id;
};
const list = async (query = '', person: SignedIn = admin) => (await person.get(`/api/documents${query}`)).json().rows;
const detail = async (id: number, person: SignedIn = admin) => (await person.get(`/api/documents/${id}`)).json();
const reason = (answer: { json(): { error: { reason?: string } } }) => answer.json().error.reason;
const filesOnDisk = () => readdirSync(documentFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
const logger = createLogger('silent');
const purge = () => purgeDocumentsTask({ db, clock, logger, files: createFileStore(documentFolder) }).run({}, new AbortController().signal);

/** An injected fault: the deletion of documents fails when its transaction commits. */
const refuseAtCommit = async () => {
  await sql`create function refuse_at_commit() returns trigger language plpgsql as $$ begin raise exception 'refused at the commit'; end $$`.execute(owner.db);
  await sql`create constraint trigger refuse_at_commit after delete on documents deferrable initially deferred for each row
    execute function refuse_at_commit()`.execute(owner.db);
};
const acceptAtCommit = () => sql`drop function refuse_at_commit cascade`.execute(owner.db);

describe('a filed document', () => {
  it('is found by its words and links, and downloaded unchanged', async () => {
    const id = await uploaded('Kettle manual.pdf', PDF, '&link_kind=PRODUCT&link_id=1');
    const [row] = await list('?search=kett%20man');
    expect(row).toMatchObject({
      id,
      name: 'Kettle manual.pdf',
      type: 'OTHER',
      link: { kind: 'PRODUCT', id: '1', label: 'Electric Kettle' },
      vendor: 'NRD',
      bytes: PDF.length,
    });
    expect(await list('?search=electric')).toMatchObject([{ id }]);
    expect(await list('?link_kind=PRODUCT&link_id=1')).toMatchObject([{ id }]);
    const saved = await staff.get(`/api/documents/${id}/content`);
    expect(saved.rawPayload).toEqual(PDF);
    expect(saved.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'attachment; filename="Kettle manual.pdf"',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
    });
    expect((await detail(id)).sha256).toBe(createHash('sha256').update(PDF).digest('hex'));
  });

  it('is filed once when the same page sends it repeatedly; other copies of the content are reported', async () => {
    const content = text();
    const ids = await Promise.all([1, 2, 3].map(async () => (await upload('list.csv', content, '&client_id=page-of-the-test')).json().id));
    expect(new Set(ids).size).toBe(1);
    const twins = await Promise.all(Array.from({ length: 6 }, () => upload('twin.csv', Buffer.from('the same,1\r\n'))));
    expect(twins.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    expect(reason(await upload('list.csv', text(), '&client_id=page-of-the-test'))).toBe('client_id_reused');
    // A repeated ID must come with the same link and type, or data would be lost.
    const [first] = ids;
    for (const other of ['&link_kind=PRODUCT&link_id=1', '&type=CREDIT']) {
      const url = `/api/documents?name=list.csv${other.includes('type=') ? other : `&type=OTHER${other}`}&client_id=page-of-the-test`;
      expect(reason(await send('POST', url, content))).toBe('client_id_reused');
    }
    await admin.post('/api/documents/delete', { ids: [first] });
    expect(reason(await upload('list.csv', content, '&client_id=page-of-the-test'))).toBe('client_id_reused');
    await admin.post('/api/documents/restore', { ids: [first] });
    expect((await upload('list.csv', content, '&client_id=page-of-the-test')).json().id).toBe(first);
    await carryKeys(db);
    expect((await upload('list.csv', content, '&client_id=page-of-the-test')).json().id).toBe(first);
    expect(reason(await upload('list.csv', text(), '&client_id=page-of-the-test'))).toBe('client_id_reused');
    const again = await upload('other name.csv', content);
    expect(again.json().duplicates).toEqual([{ id: ids[0], name: 'list.csv' }]);
    expect((await detail(again.json().id)).is_duplicate).toBe(true);
  });

  it.each([
    ['an empty file', Buffer.alloc(0), 'empty'],
    ['an executable with the name of a PDF', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), 'unknown_content'],
    ['an HTML page', Buffer.from('<html><script>alert(1)</script>'), 'unknown_content'],
    ['a picture with scripts', Buffer.from('<svg onload="alert(1)">'), 'unknown_content'],
  ])('%s is rejected', async (_, content, why) => {
    expect(reason(await upload('paper.pdf', content))).toBe(why);
  });

  it('is stored under a name with the extension of its content', async () => {
    const id = await uploaded('evil.html', text());
    expect((await detail(id)).name).toBe('evil.html.txt');
    await send('PUT', `/api/documents/${id}/content?name=x.exe`, Buffer.from('PK\u0003\u0004 nothing'));
    const { headers } = await admin.get(`/api/documents/${id}/content`);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': 'attachment; filename="x.exe.zip"' });
  });

  it("can't name a file outside the store or a record that doesn't exist", async () => {
    const id = await uploaded('../../etc/pass"wd\r\n.csv', text());
    expect((await detail(id)).name).toBe('pass"wd.csv');
    expect((await admin.get(`/api/documents/${id}/content`)).headers['content-disposition']).toBe(
      'attachment; filename="pass_wd.csv"; filename*=UTF-8\'\'pass%22wd.csv',
    );
    expect(reason(await upload('x.csv', text(), '&link_kind=CASE&link_id=77'))).toBe('unknown_link');
    expect((await upload('x'.repeat(300), text())).statusCode).toBe(400);
  });

  it('shows the first whole lines of a text, and no preview of other kinds', async () => {
    const id = await uploaded('long.csv', Buffer.from(`name,qty\r\n${'a line of the table,1\r\n'.repeat(20_000)}`));
    const { text: beginning, is_cut } = (await staff.get(`/api/documents/${id}/beginning`)).json();
    expect([beginning.endsWith('1\r\n'), is_cut, beginning.length <= 256 * 1024]).toEqual([true, true, true]);
    const old = await uploaded('ansi.csv', Buffer.from('name\r\nCr\xe8me\r\n', 'latin1'));
    expect((await staff.get(`/api/documents/${old}/beginning`)).json()).toEqual({ text: 'name\r\nCrème\r\n', is_cut: false });
    const german = await uploaded('preise.csv', Buffer.from('M\xfcller \x96 Gr\xf6\xdfe;\x84A\x93;12,50 \x80', 'latin1'));
    expect((await staff.get(`/api/documents/${german}/beginning`)).json().text).toBe('Müller – Größe;„A“;12,50 €');
    const end = await uploaded('euro.csv', Buffer.from('price\r\n5 \x80', 'latin1'));
    expect((await staff.get(`/api/documents/${end}/beginning`)).json().text).toBe('price\r\n5 €');
    expect(reason(await staff.get(`/api/documents/${await uploaded('p.pdf', PDF)}/beginning`))).toBe('not_a_text');
  });
});

describe('changing a document', () => {
  it('stores the previous content as a version', async () => {
    const [first, second] = [text(), text()];
    const id = await uploaded('prices.csv', first);
    expect((await send('PUT', `/api/documents/${id}/content?name=prices-2.csv`, second)).json()).toEqual({ version: 2 });
    expect(await detail(id)).toMatchObject({ name: 'prices-2.csv', version: 2, versions: [{ version: 1, name: 'prices.csv' }] });
    expect((await admin.get(`/api/documents/${id}/content`)).rawPayload).toEqual(second);
    expect((await admin.get(`/api/documents/${id}/content?version=1`)).rawPayload).toEqual(first);
    expect((await admin.get(`/api/documents/${id}/content?version=9`)).statusCode).toBe(404);
  });

  it('replaces or removes its links', async () => {
    const id = await uploaded('loose.csv', text());
    await admin.put(`/api/documents/${id}/link`, { link_kind: 'PRODUCT', link_id: '2' });
    expect((await detail(id)).link).toEqual({ kind: 'PRODUCT', id: '2', label: 'Desk Lamp' });
    for (const half of [{ link_kind: 'PRODUCT' }, { link_id: '2' }, { link_kind: 'PRODUCT', link_id: '' }]) {
      expect((await admin.put(`/api/documents/${id}/link`, half)).statusCode).toBe(400);
    }
    expect((await upload('half.csv', text(), '&link_kind=PRODUCT')).statusCode).toBe(400);
    expect((await detail(id)).link.id).toBe('2');
    // The vendor comes from the linked record.
    await admin.put(`/api/documents/${id}/link`, { link_kind: 'PRODUCT', link_id: '1' });
    expect((await detail(id)).vendor).toBe('NRD');
    await admin.put(`/api/documents/${id}/link`, {});
    expect(await detail(id)).toMatchObject({ link: null, vendor: null });
  });

  it('keeps the link that another person has made since', async () => {
    const id = await uploaded('linked twice.csv', text());
    const link = (link_id: string, rest: object = {}) => admin.put(`/api/documents/${id}/link`, { link_kind: 'PRODUCT', link_id, ...rest });
    const nothing = { link_kind: null, link_id: null };
    expect((await link('1', { seen: nothing })).statusCode).toBe(200);
    expect(reason(await link('2', { seen: nothing }))).toBe('changed_meanwhile');
    expect(reason(await admin.put(`/api/documents/${id}/link`, { seen: nothing }))).toBe('changed_meanwhile');
    expect((await detail(id)).link.id).toBe('1');
    // Repeated after a lost answer, by a person who saw this link, and by a client that sends nothing that it saw.
    expect((await link('1', { seen: nothing })).statusCode).toBe(200);
    expect((await link('2', { seen: { link_kind: 'PRODUCT', link_id: '1' } })).statusCode).toBe(200);
    expect((await link('3')).statusCode).toBe(200);
    expect((await detail(id)).link.id).toBe('3');
  });

  it('allows a manager to delete it, restore it for 30 days, and then deletes it with its file', async () => {
    const content = text();
    const [id, same] = [await uploaded('gone.csv', content), await uploaded('same.csv', content)];
    const file = path.join(documentFolder, placeOf(createHash('sha256').update(content).digest()));
    expect((await staff.post('/api/documents/delete', { ids: [id] })).statusCode).toBe(403);
    expect((await admin.post('/api/documents/delete', { ids: [id] })).json()).toEqual({ changed: 1 });
    expect((await list('?search=gone')).length).toBe(0);
    expect(await list('?deleted=true&search=gone')).toMatchObject([{ id }]);
    await admin.post('/api/documents/restore', { ids: [id] });
    expect(await list('?search=gone')).toMatchObject([{ id }]);
    await admin.post('/api/documents/delete', { ids: [id] });
    await wait(29 * DAY_MS);
    await purge();
    expect((await admin.get(`/api/documents/${id}`)).statusCode).toBe(200);
    await wait(2 * DAY_MS);
    await purge();
    expect((await admin.get(`/api/documents/${id}`)).statusCode).toBe(404);
    // Another document has the same content.
    expect(existsSync(file)).toBe(true);
    await admin.post('/api/documents/delete', { ids: [same] });
    await wait(31 * DAY_MS);
    await purge();
    expect(existsSync(file)).toBe(false);
  });
});

it.each([
  ['PO_CSV', 403],
  ['PACKING_LIST', 403],
  ['VENDOR_INVOICE', 403],
  ['CREDIT', 403],
  ['PRICE_LIST', 403],
  ['LABEL_PDF', 200],
  ['OTHER', 200],
])('a %s that a person reads is uploaded, replaced and linked only with the permission to change it', async (type, expected) => {
  const post = (person: SignedIn) => send('POST', `/api/documents?name=changeable.csv&type=${type}`, text(), person);
  expect((await post(staff)).statusCode).toBe(expected);
  const { id } = (await post(admin)).json();
  expect((await detail(id, staff)).type).toBe(type);
  expect((await send('PUT', `/api/documents/${id}/content?name=forged.csv`, text(), staff)).statusCode).toBe(expected);
  expect((await staff.put(`/api/documents/${id}/link`, { link_kind: 'PRODUCT', link_id: '1' })).statusCode).toBe(expected);
  expect((await send('PUT', `/api/documents/${id}/content?name=new.csv`, text(), admin)).statusCode).toBe(200);
  await admin.post('/api/documents/delete', { ids: [id] });
});

it('a replacement of a version that somebody else has replaced since is refused', async () => {
  const id = await uploaded('shared.csv', text());
  const replace = (version: string) => send('PUT', `/api/documents/${id}/content?name=shared.csv${version}`, text());
  const both = await Promise.all([replace('&version=1'), replace('&version=1')]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json().error).toMatchObject({ reason: 'changed_meanwhile' });
  expect(await detail(id)).toMatchObject({ version: 2 });
  // A client that names no version replaces the present file, as before.
  expect((await replace('')).json()).toEqual({ version: 3 });
  for (const version of ['0', '2147483648', 'x']) expect((await replace(`&version=${version}`)).statusCode, version).toBe(400);
});

describe('a deleted document', () => {
  it('is shown with its deleter and deadline to people who can delete, and hidden from others', async () => {
    const id = await uploaded('trashed.csv', text(), '&link_kind=PRODUCT&link_id=2');
    await send('PUT', `/api/documents/${id}/content?name=trashed.csv`, text());
    const twin = (await admin.get(`/api/documents/${id}/content`)).rawPayload;
    const name = nameOf(admin);
    await admin.post('/api/documents/delete', { ids: [id] });
    const day = (away: number) => new Date(clock.now().getTime() + away * DAY_MS).toISOString().slice(0, 10);
    const [row] = await list('?deleted=true&search=trashed');
    expect(row).toMatchObject({ id, deleted_by: name, deleted_at: expect.stringContaining(day(0)), gone_at: expect.stringContaining(day(30)) });
    expect(await detail(id)).toMatchObject({ deleted_by: name, gone_at: row.gone_at });

    for (const url of ['', '/content', '/content?version=1', '/beginning']) expect((await staff.get(`/api/documents/${id}${url}`)).statusCode, url).toBe(404);
    expect((await staff.get(`/api/documents/zip?ids=${id}`)).statusCode).toBe(404);
    for (const query of ['?search=trashed', '?link_kind=PRODUCT&link_id=2']) expect(await list(query, staff)).toEqual([]);
    expect((await staff.get('/api/documents?deleted=true')).statusCode).toBe(403);
    expect((await staff.post('/api/documents/restore', { ids: [id] })).statusCode).toBe(403);
    expect((await staff.remove(`/api/documents/${id}`)).statusCode).toBe(403);
    expect((await upload('twin.csv', twin, '', staff)).json().duplicates).toEqual([]);
    expect((await staff.get('/api/search?q=trashed&types=document')).json().groups).toEqual([]);
  });

  it('is removed permanently with its files only', async () => {
    const [content, shared] = [text(), text()];
    const fileOf = (bytes: Buffer) => path.join(documentFolder, placeOf(createHash('sha256').update(bytes).digest()));
    const id = await uploaded('for good.csv', content);
    await send('PUT', `/api/documents/${id}/content?name=for-good.csv`, shared);
    const other = await uploaded('of the same content.csv', shared);
    expect(reason(await admin.remove(`/api/documents/${id}`))).toBe('not_deleted');
    await admin.post('/api/documents/delete', { ids: [id] });
    expect((await admin.remove(`/api/documents/${id}`)).json()).toEqual({ success: true });
    expect((await admin.remove(`/api/documents/${id}`)).statusCode).toBe(404);
    expect((await admin.get(`/api/documents/${id}`)).statusCode).toBe(404);
    expect([existsSync(fileOf(content)), existsSync(fileOf(shared))]).toEqual([false, true]);
    expect((await admin.get(`/api/documents/${other}/content`)).rawPayload).toEqual(shared);
    const [entry] = (await admin.get(`/api/audit-log?kind=documents&record=${id}`)).json().data;
    expect(entry).toMatchObject({ action: 'DELETED', actorName: nameOf(admin), before: { name: 'for-good.csv' } });
  });

  it('has its files while the removal of its row does not commit', async () => {
    const content = text();
    const id = await uploaded('not gone yet.csv', content);
    await admin.post('/api/documents/delete', { ids: [id] });
    await refuseAtCommit();
    expect((await admin.remove(`/api/documents/${id}`)).statusCode).toBe(500);
    expect((await admin.get(`/api/documents/${id}/content`)).rawPayload).toEqual(content);
    await wait(31 * DAY_MS);
    await expect(purge()).rejects.toThrow('refused at the commit');
    expect((await admin.get(`/api/documents/${id}/content`)).rawPayload).toEqual(content);
    await acceptAtCommit();
    await purge();
    expect(existsSync(path.join(documentFolder, placeOf(createHash('sha256').update(content).digest())))).toBe(false);
  });

  it('is not removed while somebody restores it', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await uploaded('in a race.csv', text());
      await admin.post('/api/documents/delete', { ids: [id] });
      const [restored, removed] = await Promise.all([admin.post('/api/documents/restore', { ids: [id] }), admin.remove(`/api/documents/${id}`)]);
      const isThere = (await admin.get(`/api/documents/${id}/content`)).statusCode === 200;
      expect([isThere, removed.statusCode === 200]).toEqual([restored.json().changed === 1, !isThere]);
    }
  });
});

describe('files left in the store by a crash', () => {
  const plant = (name: string, agedMs: number) => {
    const file = path.join(documentFolder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'left behind');
    const at = new Date(clock.now().getTime() - agedMs);
    utimesSync(file, at, at);
    return file;
  };

  it('are deleted after a day; files with a row and files being written stay', async () => {
    // The disk has its own clock.
    clock.set(new Date());
    await wait(0);
    const content = text();
    const id = await uploaded('named.csv', content);
    await send('PUT', `/api/documents/${id}/content?name=named.csv`, text());
    const version = plant(placeOf(createHash('sha256').update(content).digest()), 9 * DAY_MS);
    writeFileSync(version, content);
    const old = new Date(clock.now().getTime() - 9 * DAY_MS);
    utimesSync(version, old, old);
    const orphans = [plant(`ab/${'ab'.repeat(32)}`, DAY_MS + 1_000), plant('incoming/old.draft', 2 * DAY_MS)];
    const young = [plant(`cd/${'cd'.repeat(32)}`, DAY_MS - 60_000), plant('incoming/young.draft', 60_000)];
    // An upload that started days ago and was written to just now.
    const running = await createFileStore(documentFolder).begin();
    await running.append(Buffer.from('begun'));
    await purge();
    expect(orphans.map((file) => existsSync(file))).toEqual([false, false]);
    expect(young.map((file) => existsSync(file))).toEqual([true, true]);
    expect((await admin.get(`/api/documents/${id}/content?version=1`)).rawPayload).toEqual(content);
    await running.append(Buffer.from(', and ended'));
    await running.keepAs(placeOf(createHash('sha256').update('begun, and ended').digest()));
    await wait(2 * DAY_MS);
    await purge();
    expect(young.map((file) => existsSync(file))).toEqual([false, false]);
    expect((await admin.get(`/api/documents/${id}/content?version=1`)).rawPayload).toEqual(content);
  });

  it("are not deleted when most files have no row, as in another database's folder", async () => {
    clock.set(new Date());
    const others = Array.from({ length: 1_000 }, (_, nth) => plant(`ef/${String(nth).padStart(4, '0')}${'ef'.repeat(30)}`, 9 * DAY_MS));
    await purge();
    expect(others.every((file) => existsSync(file))).toBe(true);
    for (const file of others) rmSync(file);
  });
});

describe('a file name', () => {
  it('that two write at the same time has the whole content of one of them', async () => {
    const files = createFileStore(documentFolder);
    const contents = Array.from({ length: 6 }, (_, at) => Buffer.alloc(3_000_000 + at, String(at)));
    await Promise.all(contents.map((content) => files.put('twice/name.pdf', content)));
    const written = await files.read('twice/name.pdf');
    expect(contents.some((content) => content.equals(written))).toBe(true);
    expect(readdirSync(path.join(documentFolder, 'twice'))).toEqual(['name.pdf']);
    writeFileSync(path.join(documentFolder, 'twice/name.pdf.left.draft'), 'half');
    await files.remove('twice/name.pdf');
    expect(readdirSync(path.join(documentFolder, 'twice'))).toEqual([]);
  });

  it('stores nothing when the upload breaks off', async () => {
    const before = filesOnDisk();
    const broken = async function* () {
      yield 'a,b\r\n';
      throw new Error('the connection is gone');
    };
    const filing = createFiling({ db, clock, logger, files: createFileStore(documentFolder) });
    await expect(filing.prepare(broken())).rejects.toThrow('the connection is gone');
    expect(filesOnDisk()).toBe(before);
  });
});

describe('the filter by filing date', () => {
  it("uses the viewer's days, includes both ends, and combines with the other filters", async () => {
    const file = async (name: string, moment: string) => {
      const id = await uploaded(name, text(), '&link_kind=PRODUCT&link_id=3');
      await sql`update documents set filed_at = ${moment}::timestamptz where id = ${id}`.execute(db);
      return id;
    };
    const evening = await file('dated evening.csv', '2025-03-04T23:30:00Z');
    const noon = await file('dated noon.csv', '2025-03-04T12:00:00.000500Z');
    const next = await file('dated next.csv', '2025-03-05T00:00:00Z');
    const idsOf = async (query: string) => (await list(query)).map((row: { id: number }) => row.id);
    for (const rest of ['', '&search=dated', '&type=OTHER', '&vendor=Aster', '&vendor=Aster&search=dated', '&link_kind=PRODUCT&link_id=3']) {
      const vendor = (await detail(noon)).vendor;
      const with_ = rest.replace('Aster', encodeURIComponent(vendor));
      expect(await idsOf(`?from=2025-03-04&to=2025-03-04${with_}`), rest).toEqual([evening, noon]);
      expect(await idsOf(`?from=2025-03-04&to=2025-03-04&timeZone=Asia/Tokyo${with_}`), rest).toEqual([noon]);
      expect(await idsOf(`?from=2025-03-05&to=2025-03-05&timeZone=Asia/Tokyo${with_}`), rest).toEqual([next, evening]);
      expect(await idsOf(`?to=2025-03-05${with_}`), rest).toEqual([next, evening, noon]);
    }
    expect((await idsOf('?from=2025-03-05')).at(-1)).not.toBe(noon);
    for (const wrong of ['from=2025-02-30', 'to=yesterday', 'timeZone=Nowhere/Land']) expect((await admin.get(`/api/documents?${wrong}`)).statusCode).toBe(400);
  });
});

it("includes documents of a customer's order", async () => {
  await sql`insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    values ('113-1234567-7654321', 'UNSHIPPED', now(), now(), false, false, false, false, false)`.execute(db);
  const id = await uploaded('complaint.csv', text(), '&link_kind=ORDER&link_id=113-1234567-7654321');
  expect(await list('?link_kind=ORDER&link_id=113-1234567-7654321', staff)).toMatchObject([{ id, link: { kind: 'ORDER', label: '113-1234567-7654321' } }]);
  expect(reason(await upload('none.csv', text(), '&link_kind=ORDER&link_id=999-0'))).toBe('unknown_link');
  // They may show the buyer, so opening one is recorded.
  for (const url of ['content', 'beginning']) expect((await staff.get(`/api/documents/${id}/${url}`)).statusCode).toBe(200);
  expect((await staff.get(`/api/documents/zip?ids=${id}`)).statusCode).toBe(200);
  const { rows } = await sql`select shown, reason from buyer_data_views where order_id = '113-1234567-7654321'`.execute(db);
  expect(rows).toEqual(Array(3).fill({ shown: 'DOCUMENT', reason: `Document ${id}` }));
  // Elsewhere it could be opened without a record, and would not be deleted with the buyer's data.
  expect(reason(await admin.put(`/api/documents/${id}/link`, {}))).toBe('of_order');
});

it('keeps documents with costs from people who may not see costs, by their id too', async () => {
  const { id } = (await send('POST', '/api/documents?name=order.csv&type=PO_CSV', text())).json();
  const without = await test.signIn(['documents.read', 'documents.write', 'purchasing.read', 'account.own']);
  for (const url of [`${id}`, `${id}/content`, `${id}/content?version=1`, `${id}/beginning`, `zip?ids=${id}`]) {
    expect([url, (await without.get(`/api/documents/${url}`)).statusCode]).toEqual([url, 404]);
  }
  expect((await admin.get(`/api/documents/${id}/content`)).statusCode).toBe(200);
});

it.each(['2026-02-31T25:61:61.000000Z~1', '2026-01-01T00:00:00.000000Z~', 'x'])('refuses the cursor %s', async (before) => {
  expect((await admin.get(`/api/documents?before=${before}`)).statusCode).toBe(400);
});

describe('generated documents', () => {
  it('include every completely downloaded export, unchanged', async () => {
    const csv = await staff.get('/api/inventory/export/locations.csv');
    const [row] = await list('?type=EXPORT');
    const name = `locations ${clock.now().toISOString().slice(0, 10)}.csv`;
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="${name}"`);
    expect(row).toMatchObject({ name, media_type: 'text/csv', bytes: csv.rawPayload.length });
    expect((await staff.get(`/api/documents/${row.id}/content`)).rawPayload).toEqual(csv.rawPayload);
    const before = filesOnDisk();
    await staff.get('/api/inventory/export/locations.csv');
    expect(filesOnDisk()).toBe(before);
    expect((await list('?type=EXPORT'))[0].is_duplicate).toBe(true);
    // HEAD is not supported, because it would file an export that nobody downloaded.
    const [last] = await list('?type=EXPORT');
    for (const url of ['/api/inventory/export/locations.csv', '/api/vendor-credits/export.csv']) {
      const { statusCode } = await app.inject({ method: 'HEAD', url, headers: { authorization: `Bearer ${staff.token}` } });
      expect(statusCode).toBe(404);
    }
    expect((await list('?type=EXPORT'))[0].id).toBe(last.id);
    expect(reason(await send('PUT', `/api/documents/${row.id}/content?name=x.csv`, CSV, staff))).toBe('made');
  });

  it("are hidden from people who can't open their own screen", async () => {
    expect((await admin.get('/api/audit-log/export.csv')).statusCode).toBe(200);
    const [row] = await list('?search=audit%20log');
    expect(row.type).toBe('EXPORT');
    expect(await list('?search=audit%20log', staff)).toEqual([]);
    for (const url of ['', '/content', '/beginning']) expect((await staff.get(`/api/documents/${row.id}${url}`)).statusCode, url).toBe(404);
    expect((await staff.get(`/api/documents/zip?ids=${row.id}`)).statusCode).toBe(404);
    expect((await staff.put(`/api/documents/${row.id}/link`, {})).statusCode).toBe(404);
    expect((await send('PUT', `/api/documents/${row.id}/content?name=x.csv`, CSV, staff)).statusCode).toBe(404);
  });

  it('include invoice documents, list files, photos and feeds without copying them', async () => {
    const user = (await db.selectFrom('users').select('id').limit(1).executeTakeFirstOrThrow()).id;
    await sql`insert into vendor_invoices (number, vendor, invoiced_on, freight, tax, total, created_by)
      values ('INV-7', 'Norden', '2026-11-20', 0, 0, 0, ${user})`.execute(db);
    const { id } = await db.selectFrom('vendor_invoices').select('id').executeTakeFirstOrThrow();
    const file = (name: string) =>
      fileSource(db, {
        store: 'INVOICE',
        key: `${id} 1`,
        place: name,
        name,
        type: 'VENDOR_INVOICE',
        area: 'invoices.read',
        link: { kind: 'INVOICE', id, label: 'INV-7' },
        vendor: 'Norden',
        mediaType: 'application/pdf',
        bytes: 10,
        sha256: Buffer.from(name),
        actorId: user,
      });
    await file('first.pdf');
    await file('second.pdf');
    const [row] = await list('?type=VENDOR_INVOICE');
    expect(row).toMatchObject({ name: 'second.pdf', version: 2, vendor: 'Norden', link: { kind: 'INVOICE', label: 'INV-7' }, is_elsewhere: true });
    expect(reason(await send('PUT', `/api/documents/${row.id}/content?name=x.pdf`, PDF))).toBe('elsewhere');
    expect((await admin.post('/api/documents/delete', { ids: [row.id] })).json()).toEqual({ changed: 0 });
  });

  it('are deleted after their retention period', async () => {
    await staff.get('/api/purchase-orders/export.csv');
    const [row] = await list('?search=purchase%20orders');
    clock.set(new Date(`${row.keep_until.replace(' ', 'T')}Z`));
    await wait(1_000);
    await purge();
    expect(await list('?search=purchase%20orders')).toEqual([]);
    expect(await list('?deleted=true&search=purchase%20orders')).toMatchObject([{ id: row.id }]);
  });
});

it('are logged with the people who filed, replaced, linked, deleted, restored and exported them', async () => {
  const id = await uploaded('shown.csv', text(), '&link_kind=PRODUCT&link_id=1');
  await send('PUT', `/api/documents/${id}/content?name=shown-2.csv`, text(), staff);
  await admin.put(`/api/documents/${id}/link`, {});
  await admin.post('/api/documents/delete', { ids: [id] });
  await admin.post('/api/documents/restore', { ids: [id] });
  const shown = (await admin.get(`/api/audit-log?kind=documents&record=${id}`)).json().data.toReversed();
  expect(shown.map(({ action }: { action: string }) => action)).toEqual(['CREATED', 'CHANGED', 'CHANGED', 'CHANGED', 'CHANGED']);
  expect(shown[0].after).toMatchObject({ name: 'shown.csv', link_label: 'Electric Kettle' });
  expect(shown[1]).toMatchObject({ before: { name: 'shown.csv' }, after: { name: 'shown-2.csv' } });
  expect(shown.map(({ actorName }: { actorName: string }) => actorName).every(Boolean)).toBe(true);
  expect(shown[1].actorId).not.toBe(shown[0].actorId);
  await staff.get('/api/inventory/export/locations.csv');
  const [exported] = await list('?type=EXPORT');
  expect((await admin.get(`/api/audit-log?kind=documents&record=${exported.id}`)).json().data).toMatchObject([
    { action: 'CREATED', actorId: shown[1].actorId, after: { name: exported.name } },
  ]);
});

it('can be downloaded together as one ZIP', async () => {
  const ids = [await uploaded('a.csv', text()), await uploaded('b.csv', text())];
  const answer = await staff.get(`/api/documents/zip?ids=${ids.join(',')}`);
  expect(answer.headers['content-type']).toBe('application/zip');
  expect([...unzip(answer.rawPayload).keys()]).toEqual([`${ids[0]}-a.csv`, `${ids[1]}-b.csv`]);
  expect((await staff.get('/api/documents/zip?ids=x')).statusCode).toBe(400);
});

it('are listed in the ZIP when they or their file are missing, and the server continues', async () => {
  const content = text();
  const [gone, kept] = [await uploaded('gone.csv', content), await uploaded('kept.csv', CSV)];
  rmSync(path.join(documentFolder, placeOf(createHash('sha256').update(content).digest())));
  const files = unzip((await staff.get(`/api/documents/zip?ids=${gone},${kept},999999`)).rawPayload);
  expect([...files.keys()]).toEqual([`${kept}-kept.csv`, 'missing.txt']);
  expect(files.get('missing.txt')?.toString()).toBe(`999999: There is no such document\r\n${gone}-gone.csv: The file of this document is gone\r\n`);
  expect((await staff.get('/api/documents')).statusCode).toBe(200);
});

it('have pages without gaps or repeats', async () => {
  for (let i = 0; i < 60; i++) await uploaded(`many ${i}.csv`, CSV);
  const first = (await admin.get('/api/documents?search=many')).json();
  const second = (await admin.get(`/api/documents?search=many&before=${first.next}`)).json();
  expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 10, null]);
  expect(first.next).toMatch(/^2\d{3}-.*Z~\d+$/);
  expect((await admin.get('/api/documents?before=7')).statusCode).toBe(400);
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
  const newest = ids([...first.rows, ...second.rows]);
  expect(new Set(newest).size).toBe(60);
  const oldest = (await admin.get('/api/documents?search=many&ascending=true')).json();
  const rest = (await admin.get(`/api/documents?search=many&ascending=true&before=${oldest.next}`)).json();
  expect(ids([...oldest.rows, ...rest.rows])).toEqual(newest.toReversed());
  expect((await admin.get('/api/documents/count?search=many')).json()).toEqual({ count: 60, is_more: false });
  const [head, ...lines] = (await admin.get('/api/documents/export.csv?search=many&ascending=true')).body.trim().split('\r\n');
  expect([head?.split(',')[0], lines.length, lines[0]?.split(',').slice(0, 2)]).toEqual(['Name', 60, ['many 0.csv', 'Other']]);
});

it('have pages without gaps or repeats in the order of every column', async () => {
  for (let i = 0; i < 52; i++) await uploaded(`ordered ${String.fromCharCode(65 + (i % 26))}${i}.csv`, Buffer.concat([CSV, Buffer.alloc((i * 7) % 50, 'x')]));
  type Listed = { rows: { id: number; name: string; bytes: number }[]; next: string | null };
  const all = async (order: string) => {
    const first: Listed = (await admin.get(`/api/documents?search=ordered&${order}`)).json();
    const second: Listed = (await admin.get(`/api/documents?search=ordered&${order}&before=${first.next}`)).json();
    expect([first.rows.length, second.rows.length, second.next]).toEqual([50, 2, null]);
    return [...first.rows, ...second.rows];
  };
  for (const sort of DOCUMENT_SORTS) {
    const upward = (await all(`sort=${sort}&ascending=true`)).map(({ id }) => id);
    expect(new Set(upward).size).toBe(52);
    expect((await all(`sort=${sort}`)).map(({ id }) => id)).toEqual(upward.toReversed());
  }
  const names = (await all('sort=name&ascending=true')).map(({ name }) => name);
  expect([names[0], names.at(-1)]).toEqual(['ordered A0.csv', 'ordered Z51.csv']);
  const sizes = (await all('sort=bytes')).map(({ bytes }) => bytes);
  expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  expect((await admin.get('/api/documents?sort=sha256')).statusCode).toBe(400);
});

it('combine filters across all permitted areas, and a record is a kind and an id', async () => {
  const id = await uploaded('joined assorted.csv', CSV, '&link_kind=PRODUCT&link_id=1');
  await uploaded('joined other.csv', CSV, '&link_kind=PRODUCT&link_id=3');
  for (const query of ['?vendor=NRD&type=OTHER', '?vendor=NRD', '?search=assorted&vendor=NRD', '?link_kind=PRODUCT&link_id=1&vendor=NRD']) {
    expect((await list(query)).map((row: { id: number }) => row.id)).toContain(id);
    expect(await list(query.replace('NRD', 'Nobody'))).toEqual([]);
  }
  const newest = await list();
  expect(newest.map((row: { id: number }) => row.id)).toEqual(newest.map((row: { id: number }) => row.id).toSorted((a: number, b: number) => b - a));
  for (const half of ['?link_id=1', '?link_kind=PRODUCT']) expect((await admin.get(`/api/documents${half}`)).statusCode).toBe(400);
});

it('of an order are deleted permanently with their files 30 days after delivery, and no others are', async () => {
  const orderId = '122-0000000-0000001';
  const { importOrders } = createOrderImport(test);
  await importOrders({ orderId });
  const content = text();
  const before = filesOnDisk();
  const own = await uploaded('label.csv', content, `&link_kind=ORDER&link_id=${orderId}`);
  const elsewhere = await uploaded('manual.csv', text(), '&link_kind=PRODUCT&link_id=1');
  await importOrders({ orderId, status: 'SHIPPED', packages: [{ reference: '1', status: 'DELIVERED' }] });
  await wait(29 * DAY_MS);
  await purge();
  expect((await admin.get(`/api/documents/${own}`)).statusCode).toBe(200);
  await wait(DAY_MS + 1_000);
  await purge();
  expect((await admin.get(`/api/documents/${own}`)).statusCode).toBe(404);
  expect(existsSync(path.join(documentFolder, placeOf(createHash('sha256').update(content).digest())))).toBe(false);
  expect((await admin.get(`/api/documents/${elsewhere}`)).statusCode).toBe(200);
  expect(filesOnDisk()).toBeLessThanOrEqual(before + 1);
});

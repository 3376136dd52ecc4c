import type { AddressInfo } from 'node:net';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { createCase, jpeg, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const { app, db, signIn } = test;
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');

const send = (method: 'POST' | 'PUT', url: string, payload: Buffer) =>
  app.inject({ method, url, payload, headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' } });
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${admin.token}`, ...headers } });

const content = Buffer.from(Array.from({ length: 900 }, (_, nth) => `line ${nth},1\r\n`).join(''));
const uploaded = (await send('POST', '/api/documents?name=long.csv&type=OTHER', content)).json().id as number;
const address = `/api/documents/${uploaded}/content`;

it.each(['application/pdf', 'text/plain'])('names the content type that a call for bytes takes, and not %s', async (contentType) => {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': contentType };
  const answer = await app.inject({ method: 'PUT', url: '/api/vendor-invoices/1/file?name=a.pdf', payload: content, headers });
  expect([answer.statusCode, answer.json().error.message]).toEqual([415, 'Send the bytes of the file, with the content type application/octet-stream']);
});

describe('a stored file', () => {
  it('announces its length and support for ranges', async () => {
    const { statusCode, headers, rawPayload } = await get(address);
    expect([statusCode, rawPayload.equals(content)]).toEqual([200, true]);
    expect(headers).toMatchObject({ 'content-length': String(content.length), 'accept-ranges': 'bytes', etag: expect.stringMatching(/^"[\w-]+"$/) });
  });

  it.each([
    ['bytes=0-99', 0, 100],
    ['bytes=5000-', 5000, content.length],
    ['bytes=-10', content.length - 10, content.length],
    ['bytes=100-999999', 100, content.length],
  ])('answers %s with that range', async (range, from, end) => {
    const { statusCode, headers, rawPayload } = await get(address, { range });
    expect([statusCode, rawPayload.equals(content.subarray(from, end))]).toEqual([206, true]);
    expect(headers).toMatchObject({ 'content-length': String(end - from), 'content-range': `bytes ${from}-${end - 1}/${content.length}` });
  });

  it('rejects ranges outside the file', async () => {
    const answer = await get(address, { range: `bytes=${content.length}-` });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, `bytes */${content.length}`]);
    expect(answer.json().error.message).toBe('The file has no such part');
  });

  it('is sent completely for several ranges or when it was replaced', async () => {
    expect((await get(address, { range: 'bytes=0-1,5-6' })).statusCode).toBe(200);
    const mark = String((await get(address)).headers.etag);
    expect((await get(address, { range: 'bytes=5-', 'if-range': mark })).statusCode).toBe(206);
    await send('PUT', `/api/documents/${uploaded}/content?name=long.csv`, Buffer.concat([content, content]));
    const { statusCode, rawPayload } = await get(address, { range: 'bytes=5-', 'if-range': mark });
    expect([statusCode, rawPayload.length]).toEqual([200, 2 * content.length]);
    expect((await get(`${address}?version=1`, { range: 'bytes=5-6' })).rawPayload).toEqual(content.subarray(5, 7));
  });

  it('is not sent again to a client that has it', async () => {
    const { headers } = await get(address);
    const mark = String(headers.etag);
    for (const stored of [mark, `"other", W/${mark}`, '*']) {
      const { statusCode, rawPayload, headers: sent } = await get(address, { 'if-none-match': stored, range: 'bytes=0-1' });
      expect([statusCode, rawPayload.length, sent.etag]).toEqual([304, 0, mark]);
    }
    expect((await get(address, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('resumes an interrupted download', async () => {
    const large = Buffer.alloc(8_000_000, 'a line of a large table,1\r\n');
    const { id } = (await send('POST', '/api/documents?name=large.csv&type=OTHER', large)).json();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/documents/${id}/content`;
    const headers = { authorization: `Bearer ${admin.token}` };
    const broken = new AbortController();
    const first = await fetch(url, { headers, signal: broken.signal });
    const had = Buffer.from((await first.body?.getReader().read())?.value ?? []);
    broken.abort();
    expect(had.length).toBeLessThan(large.length);
    const rest = await fetch(url, { headers: { ...headers, range: `bytes=${had.length}-`, 'if-range': String(first.headers.get('etag')) } });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([had, Buffer.from(await rest.arrayBuffer())]).equals(large)).toBe(true);
    const head = await fetch(url, { method: 'HEAD', headers: { ...headers, range: 'bytes=0-1' } });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(large.length)]);
  });
});

describe('ranges also work for', () => {
  const parts = async (url: string) => {
    const whole = await get(url);
    expect([whole.statusCode, whole.headers['content-length']]).toEqual([200, String(whole.rawPayload.length)]);
    const part = await get(url, { range: 'bytes=2-7' });
    expect([part.statusCode, part.rawPayload]).toEqual([206, whole.rawPayload.subarray(2, 8)]);
    expect((await get(url, { range: 'bytes=99999999-' })).statusCode).toBe(416);
  };
  const finance = invoicingOf(admin);

  it("an invoice's PDF, on its screen and in the document cabinet", async () => {
    const { lineIds } = await finance.order('F-1', [{ qty: 10, cost: '2.50' }]);
    const { id } = (await finance.bill([[lineIds[0] ?? 0, 1, '2.50']], '2.50')).json();
    const pdf = await PDFDocument.create();
    pdf.addPage();
    await send('PUT', `/api/vendor-invoices/${id}/file?name=paper.pdf`, Buffer.from(await pdf.save()));
    await parts(`/api/vendor-invoices/${id}/file`);
    const [filed] = (await admin.get('/api/documents?type=VENDOR_INVOICE')).json().rows;
    await parts(`/api/documents/${filed.id}/content`);
  });

  it("a packing list's file, on its screen and in the document cabinet", async () => {
    const { listId } = await finance.order('F-2', [{ qty: 10, cost: '2.50' }]);
    await send('PUT', `/api/packing-lists/${listId}/file?name=list.csv`, content);
    await parts(`/api/packing-lists/${listId}/file`);
    const [filed] = (await admin.get('/api/documents?type=PACKING_LIST')).json().rows;
    await parts(`/api/documents/${filed.id}/content`);
  });

  it('photos', async () => {
    const phone = new Phone(test, await createCase(admin, await seedLine(test)));
    await phone.open();
    await parts((await phone.send(await jpeg())).json().photo.thumbnail_url);
  });
});

it('offers no ranges for content that is generated while it is sent', async () => {
  const { statusCode, headers } = await get(`/api/documents/zip?ids=${uploaded}`, { range: 'bytes=0-9' });
  expect([statusCode, headers['accept-ranges'], headers['content-range']]).toEqual([200, undefined, undefined]);
});

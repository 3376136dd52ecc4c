import { readdirSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import { afterEach, describe, expect, it } from 'vitest';
import { createFaultyDisk } from '../../../../test/faulty-disk.ts';
import { createCase, jpeg, newPhotoId, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const disk = createFaultyDisk();
const test = await createTestApp({ openFile: disk.openFile });
const { app, db, signIn, documentFolder, invoiceFolder, photoFolder } = test;
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
afterEach(disk.repair);

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
const send = (method: 'POST' | 'PUT', url: string, payload: Buffer) =>
  app.inject({ method, url, payload, headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' } });
const upload = (text: string) => send('POST', '/api/documents?name=list.csv&type=OTHER', Buffer.from(text));
const rows = async (query = '') => (await admin.get(`/api/documents${query}`)).json().rows;
const FULL = 'There is no space left for files on the server';
const UNWRITABLE = 'The server can’t write its files. An administrator must check its disk.';

describe.each([
  ['ENOSPC', FULL],
  ['EACCES', UNWRITABLE],
  ['EROFS', UNWRITABLE],
])('with a disk that returns %s', (code, message) => {
  const refusal = { error: { code: 'no_space', message } };
  it('rejects a document completely and accepts it when there is space again', async () => {
    const [files, filed] = [filesIn(documentFolder), (await rows()).length];
    disk.break(code);
    const answer = await upload(`sku,${code}\r\n`);
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refusal]);
    expect([filesIn(documentFolder), (await rows()).length]).toEqual([files, filed]);
    disk.repair();
    const { id } = (await upload(`sku,${code}\r\n`)).json();
    disk.break(code);
    expect((await send('PUT', `/api/documents/${id}/content?name=other.csv`, Buffer.from('sku,other\r\n'))).statusCode).toBe(507);
    expect((await admin.get(`/api/documents/${id}`)).json()).toMatchObject({ name: 'list.csv', version: 1 });
    expect((await admin.get(`/api/documents/${id}/content`)).body).toBe(`sku,${code}\r\n`);
  });

  it('sends an export completely without filing it', async () => {
    const whole = (await admin.get('/api/inventory/export/locations.csv')).body;
    const [files, filed] = [filesIn(documentFolder), (await rows('?type=EXPORT')).length];
    disk.break(code);
    const answer = await admin.get('/api/inventory/export/locations.csv');
    expect([answer.statusCode, answer.body]).toEqual([200, whole]);
    expect([filesIn(documentFolder), (await rows('?type=EXPORT')).length]).toEqual([files, filed]);
  });

  it('saves the rows of an order file without storing the file', async () => {
    const files = filesIn(documentFolder);
    disk.break(code);
    expect((await purchasingOf(admin).upload([poRow(`PO-${code}`)])).statusCode).toBe(200);
    expect(await rows(`?type=PO_CSV&search=${code}`)).toEqual([]);
    expect(filesIn(documentFolder)).toBe(files);
  });

  it("rejects a vendor's PDF, and the invoice has none", async () => {
    const finance = invoicingOf(admin);
    const { lineIds } = await finance.order(`F-${code}`, [{ qty: 10, cost: '2.50' }]);
    const { id } = (await finance.bill([[lineIds[0] ?? 0, 1, '2.50']], '2.50')).json();
    const pdf = await PDFDocument.create();
    pdf.addPage();
    const files = filesIn(invoiceFolder);
    disk.break(code);
    const answer = await send('PUT', `/api/vendor-invoices/${id}/file?name=paper.pdf`, Buffer.from(await pdf.save()));
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refusal]);
    expect([filesIn(invoiceFolder), (await finance.invoice(id)).files]).toEqual([files, []]);
  });

  it('leaves a photo waiting on its phone and stores it when there is space again', async () => {
    const phone = new Phone(test, await createCase(admin, await seedLine(test)));
    await phone.open();
    const [content, id] = [await jpeg(), newPhotoId()];
    disk.break(code);
    const answer = await phone.send(content, { id });
    expect([answer.statusCode, answer.json()]).toMatchObject([507, refusal]);
    expect((await phone.open()).json().photos).toEqual([]);
    disk.repair();
    expect((await phone.send(content, { id })).json().photo).toMatchObject({ clientPhotoId: id });
    expect(filesIn(photoFolder) % 2).toBe(0);
  });
});

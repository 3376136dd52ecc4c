import { deflateSync } from 'node:zlib';
import { sql } from 'kysely';
import { PDFDocument } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const clerk = await signIn('ROLE_USER');
const finance = invoicingOf(admin);
const order = await finance.order('F-1', [{ qty: 10, cost: '2.50' }]);
const line = order.lineIds[0] ?? 0;
const newInvoice = async () => (await finance.bill([[line, 1, '2.50']], '2.50')).json().id as number;

const send = (id: number, payload: Uint8Array, person = admin) =>
  app.inject({
    method: 'PUT',
    url: `/api/vendor-invoices/${id}/file?name=paper.pdf`,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(payload),
  });

let papers = 0;
/** Each PDF is different, also within one second. */
const pdfOf = async (pages: number, useObjectStreams = true) => {
  const pdf = await PDFDocument.create();
  pdf.setTitle(`Paper ${++papers}`);
  for (let nth = 0; nth < pages; nth += 1) pdf.addPage();
  return pdf.save({ useObjectStreams });
};

describe('the document of an invoice', () => {
  it('accepts a first PDF when it is paid or void, and no replacement', async () => {
    const [one, two] = [await pdfOf(1), await pdfOf(2)];
    const [paid, late, gone] = [await newInvoice(), await newInvoice(), await newInvoice()];
    for (const id of [paid, gone]) expect((await send(id, one)).statusCode).toBe(200);
    for (const id of [paid, late]) {
      await finance.approve(id, 'Prepaid');
      expect((await finance.pay(id)).statusCode).toBe(200);
    }
    await finance.void(gone);
    for (const id of [paid, gone]) {
      const answer = await send(id, two);
      expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'wrong_state']);
      // Sending the same again is harmless.
      expect((await send(id, one)).statusCode).toBe(200);
      expect(await finance.invoice(id)).toMatchObject({ files: [{ pages: 1, bytes: one.length, is_held: true }] });
      for (const statement of [
        sql`update vendor_invoice_files set sha256 = 'x' where invoice_id = ${id}`,
        sql`delete from vendor_invoice_files where invoice_id = ${id}`,
      ])
        await expect(statement.execute(db)).rejects.toThrow(/never replaced/);
    }
    expect((await send(late, two)).json()).toMatchObject({ pages: 2 });
    expect((await send(late, one)).statusCode).toBe(409);
  });

  it('preserves the approved version next to a new one, and the log has both', async () => {
    const papers = await Promise.all([1, 2, 3, 4].map((pages) => pdfOf(pages)));
    const id = await newInvoice();
    const pages = async () => (await finance.invoice(id)).files.map((file) => [file.pages, file.is_held]);
    // It can be replaced until somebody approves it.
    for (const paper of papers.slice(0, 2)) expect((await send(id, paper)).statusCode).toBe(200);
    expect(await pages()).toEqual([[2, false]]);
    const { rows: papersFiled } = (await admin.get(`/api/documents?link_kind=INVOICE&link_id=${id}`)).json();
    expect(papersFiled).toMatchObject([
      { name: 'paper.pdf', type: 'VENDOR_INVOICE', version: 2, link: { kind: 'INVOICE', id: String(id) }, is_elsewhere: true },
    ]);
    await finance.approve(id, 'Prepaid');
    expect((await send(id, papers[2] ?? new Uint8Array())).statusCode).toBe(200);
    expect((await send(id, papers[2] ?? new Uint8Array())).statusCode).toBe(200);
    expect(await pages()).toEqual([
      [2, true],
      [3, true],
    ]);
    const [approved] = (await finance.invoice(id)).files;
    const served = await clerk.get(`/api/vendor-invoices/${id}/file?sha256=${approved?.sha256}`);
    expect(served.rawPayload.equals(Buffer.from(papers[1] ?? []))).toBe(true);
    expect((await clerk.get(`/api/vendor-invoices/${id}/file`)).rawPayload.equals(Buffer.from(papers[2] ?? []))).toBe(true);
    expect((await admin.get(`/api/vendor-invoices/${id}/file?sha256=${'0'.repeat(64)}`)).statusCode).toBe(404);
    const { rows } = await sql<{ action: string }>`
      select action from audit_entries where record_kind = 'vendor_invoice_files' and record_id like ${`${id} %`} order by id`.execute(db);
    expect(rows.map(({ action }) => action)).toEqual(['CREATED', 'CHANGED', 'CREATED']);
    const filed = await sql`select name from documents where link_kind = 'INVOICE' and link_id = ${String(id)}`.execute(db);
    expect(filed.rows).toHaveLength(2);
    // Voiding the invoice preserves the approved document.
    expect((await finance.void(id)).statusCode).toBe(200);
    expect((await send(id, papers[3] ?? new Uint8Array())).statusCode).toBe(409);
  });

  it('can be replaced until the invoice is approved, also when it is the tenth', async () => {
    const id = await newInvoice();
    const held = () => finance.invoice(id).then(({ files }) => files.map((file) => file.is_held));
    expect((await send(id, await pdfOf(1))).statusCode).toBe(200);
    await finance.approve(id, 'Prepaid');
    for (let nth = 0; nth < 8; nth += 1) expect((await send(id, await pdfOf(1))).statusCode).toBe(200);
    // After the approval is revoked, a new document is not restricted.
    await sql`update vendor_invoices set state = 'EXCEPTION', approved_by = null, approved_at = null, approval_reason = null, approved_difference = null,
      approved_issues = null where id = ${id}`.execute(db);
    expect((await send(id, await pdfOf(1))).statusCode).toBe(200);
    expect(await held()).toEqual([...Array(9).fill(true), false]);
    const last = await pdfOf(2);
    expect((await send(id, last)).statusCode).toBe(200);
    expect((await finance.invoice(id)).files.at(-1)).toMatchObject({ pages: 2, is_held: false });
    await finance.approve(id, 'Prepaid');
    const more = await send(id, await pdfOf(3));
    expect([more.statusCode, more.json().error.reason]).toEqual([409, 'too_many']);
  });

  it("is found by the invoice's current number and vendor", async () => {
    const id = await newInvoice();
    await send(id, await pdfOf(1));
    const { version, number } = await finance.invoice(id);
    const filed = async () => (await admin.get(`/api/documents?link_kind=INVOICE&link_id=${id}`)).json().rows;
    expect(await filed()).toMatchObject([{ link: { label: number }, vendor: 'Norden' }]);
    const maple = await finance.order('F-MAPLE', [{ qty: 10, cost: '2.50', vendor: 'Maple' }]);
    const lines = [{ purchase_order_line_id: maple.lineIds[0] ?? 0, quantity: 1, unit_cost: '2.50' }];
    expect((await finance.edit(id, { number: 'RIGHT-7', invoiced_on: '2026-11-18', total: '2.50', lines }, version)).statusCode).toBe(200);
    expect(await filed()).toMatchObject([{ link: { label: 'RIGHT-7' }, vendor: 'Maple' }]);
    expect((await admin.get('/api/documents?search=right')).json().rows).toMatchObject([{ link: { id: String(id) } }]);
  });

  it('is never unpacked: small files that expand to gigabytes are stored unchanged', async () => {
    const packed = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    const pages = '1 0 obj\n<</Type /Pages /Kids [] /Count 3>>\nendobj\n';
    const fileOf = (dictionary: string) =>
      Buffer.concat([
        Buffer.from(`%PDF-1.7\n${pages}2 0 obj\n<<${dictionary} /Filter /FlateDecode /Length ${packed.length}>>\nstream\n`),
        packed,
        Buffer.from('\nendstream\nendobj\ntrailer\n<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n'),
      ]);
    const id = await newInvoice();
    expect((await send(id, fileOf('/Subtype /Image'))).json().pages).toBe(3);
    expect((await send(id, fileOf('/Type /ObjStm /N 1 /First 4'))).json().pages).toBeNull();
    for (const [count, useObjectStreams] of [
      [1, true],
      [60, true],
      [60, false],
    ] as const)
      expect((await send(id, await pdfOf(count, useObjectStreams))).json().pages).toBe(count);
  });

  it('has the type of its content, with any name', async () => {
    const id = await newInvoice();
    for (const content of ['', 'MZ no pdf', '%PDF-1.7 and nothing more', `<html>${' '.repeat(2_000)}%PDF-1.7`]) {
      const answer = await send(id, Buffer.from(content));
      expect([answer.statusCode, answer.json().error.reason]).toEqual([400, 'not_a_pdf']);
    }
    expect((await admin.get(`/api/vendor-invoices/${id}/file`)).statusCode).toBe(404);
    expect((await finance.invoice(id)).files).toEqual([]);
  });

  it('is served unchanged, can be replaced, and is reported when another invoice has it', async () => {
    const content = await pdfOf(2);
    const [first, second] = [await newInvoice(), await newInvoice()];
    expect((await send(first, content)).json()).toEqual({ name: 'paper.pdf', pages: 2, same_as: [] });
    expect((await send(first, content)).json().same_as).toEqual([]);
    expect((await send(second, content)).json().same_as).toMatchObject([{ id: first }]);
    const served = await clerk.get(`/api/vendor-invoices/${first}/file`);
    expect([served.headers['content-type'], served.rawPayload.equals(Buffer.from(content))]).toEqual(['application/pdf', true]);
    expect(await finance.invoice(first)).toMatchObject({ has_file: true, files: [{ name: 'paper.pdf', pages: 2, bytes: content.length, is_held: false }] });
    expect([(await send(first, content, clerk)).statusCode, (await send(999_999, content)).statusCode]).toEqual([403, 404]);
  });
});

it('checks a file of invoices and enters all of it, once', async () => {
  const row = (part: object) => ({ number: 'CSV-1', po_number: 'f-1', supplier_sku: '', quantity: '4', unit_cost: '2.50', invoiced_on: '2026-11-18', ...part });
  const sku = (await finance.orderLines(order.id)).lines[0]?.supplier_sku ?? '';
  const good = [row({ supplier_sku: sku.toLowerCase() }), row({ number: 'CSV-2', supplier_sku: sku, quantity: '3' })];
  const bad = (await admin.post('/api/vendor-invoices/file', { rows: [...good, row({ supplier_sku: 'NO' })] })).json();
  expect([bad.error.reason, (await finance.invoices('search=CSV-')).totalCount]).toEqual(['bad_rows', 0]);
  const [{ message }] = bad.error.details.rejected;
  expect(bad.error).toMatchObject({ message: `1 of 3 rows have errors. Row 3: ${message}`, details: { rejectedCount: 1, rejected: [{ row: 3 }] } });
  expect(message).toContain('NO');
  const check = (await admin.post('/api/vendor-invoices/file/check', { rows: good })).json();
  expect(check.invoices).toMatchObject([
    { number: 'CSV-1', total: '10.00', warning: null },
    { number: 'CSV-2', total: '7.50' },
  ]);
  const filed = async () => (await admin.get('/api/documents?type=VENDOR_INVOICE&search=march')).json().rows;
  expect((await admin.post('/api/vendor-invoices/file', { rows: [...good, row({ supplier_sku: 'NO' })], file_name: 'March.csv' })).statusCode).toBe(422);
  expect(await filed()).toEqual([]);
  const { ids } = (await admin.post('/api/vendor-invoices/file', { rows: good, file_name: 'March.csv' })).json();
  expect(ids).toHaveLength(2);
  const documents = await filed();
  expect(
    documents.map(({ name, vendor, link }: { name: string; vendor: string; link: { id: string; label: string } }) => [name, vendor, link.id, link.label]),
  ).toEqual([
    ['March.csv', 'Norden', String(ids[1]), 'CSV-2'],
    ['March.csv', 'Norden', String(ids[0]), 'CSV-1'],
  ]);
  const kept = (await admin.get(`/api/documents/${documents[0].id}/content`)).body.trim().split('\r\n');
  expect([kept.length, kept[0], kept[2]]).toEqual([
    3,
    expect.stringMatching(/^Invoice Number,PO Number,Supplier SKU,Qty/),
    expect.stringMatching(/^CSV-2,f-1,.*,3,2\.50/),
  ]);
  const again = (await admin.post('/api/vendor-invoices/file/check', { rows: [...good, row({ number: 'csv-01', supplier_sku: sku })] })).json();
  expect(again.rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
    ['Invoice CSV-1 was entered already'],
    ['Invoice CSV-2 was entered already'],
    [],
  ]);
  const alike = (await admin.post('/api/vendor-invoices/file/check', { rows: ['AL-7', 'al 07'].map((number) => row({ number, supplier_sku: sku })) })).json();
  expect(alike.invoices.map(({ warning }: { warning: string | null }) => warning)).toEqual([null, 'Resembles AL-7 of this file']);
  const far = (await admin.post('/api/vendor-invoices/file/check', { rows: [row({ number: 'Far', supplier_sku: sku, invoiced_on: '11/18/2126' })] })).json();
  expect(far.invoices).toMatchObject([{ invoiced_on: '2126-11-18', warning: 'The date 2126-11-18 is more than a month ahead' }]);
  const large = [row({ supplier_sku: sku, number: 'L-1', quantity: '1000000', unit_cost: '999999999' })];
  const refused = (await admin.post('/api/vendor-invoices/file/check', { rows: large })).json();
  expect(refused.rows[0].problems).toEqual(['Qty × Unit Cost exceeds $999,999,999.99']);
  expect((await admin.post('/api/vendor-invoices/file', { rows: large })).json().error.reason).toBe('bad_rows');
  expect(again.invoices[2]).toMatchObject({ number: 'csv-01', warning: 'Resembles invoice CSV-1' });
  const csv = (await admin.get('/api/vendor-invoices/export.csv?search=CSV-1')).body.split('\r\n');
  expect(csv[1]).toContain('CSV-1,Norden,F-1,2026-11-18');
});

it("previews a file's dates and totals and shows errors next to their rows", async () => {
  const other = await finance.order('F-OTHER', [{ qty: 10, cost: '2.5', received: 10, vendor: 'Maple' }]);
  const skuOf = async (id: number) => (await finance.orderLines(id)).lines[0]?.supplier_sku ?? '';
  await finance.bill([[other.lineIds[0] ?? 0, 10, '2.5']], '25.00', { number: 'TWO-1' });
  const row = (po_number: string, supplier_sku: string) => ({
    ...{ number: 'TWO-1', po_number, supplier_sku, quantity: '4', unit_cost: '2,50', invoiced_on: '13/11/2026', due_on: '2026-12-13' },
    ...{ freight: '1', tax: '0,50' },
  });
  const rows = [row('F-1', await skuOf(order.id)), row('F-OTHER', await skuOf(other.id))];
  const check = (await admin.post('/api/vendor-invoices/file/check', { rows })).json();
  expect(check.rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([[], ['Invoice TWO-1 was entered already']]);
  expect(check.invoices[0]).toEqual({
    ...{ row: 1, number: 'TWO-1', vendor: 'Norden', invoiced_on: '2026-11-13', due_on: '2026-12-13', lines: 1 },
    ...{ freight: '1.00', tax: '0.50', discount: '0.00', total: '11.50', warning: null },
  });
});

it('treats all spellings of a number as one, and reads dates and costs with decimal commas', async () => {
  const sku = (await finance.orderLines(order.id)).lines[0]?.supplier_sku ?? '';
  const row = { number: 'Z\u200b-1\r\n', po_number: '\ufeffF-1', supplier_sku: `${sku}\u200b`, quantity: '1', unit_cost: '5,0000', invoiced_on: '18.11.2026' };
  expect((await admin.post('/api/vendor-invoices/file', { rows: [row] })).json().ids).toHaveLength(1);
  const posted = await finance.bill([[line, 1, '1']], '1.00', { number: '\ufeffZ\u200d-1\n' });
  expect([posted.statusCode, posted.json().error.reason]).toEqual([409, 'duplicate_number']);
  expect((await finance.invoices('search=Z-1')).data).toMatchObject([{ number: 'Z-1', invoiced_on: '2026-11-18', total: '5.00' }]);
  const withPoints = { ...row, unit_cost: '5.00' };
  const dayFirst = [
    { ...withPoints, number: 'Z-2' },
    { ...withPoints, number: 'Z-3', invoiced_on: '05/11/2026' },
  ];
  const checked = (await admin.post('/api/vendor-invoices/file/check', { rows: dayFirst })).json();
  expect(checked.rows.map((of: { problems: string[] }) => of.problems)).toEqual([[], ['Invoice Date "05/11/2026" is ambiguous: write it as 2026-11-30']]);
  expect((await finance.bill([[line, 1, '1']], '1.00', { number: '\u200b' })).statusCode).toBe(400);
});

it('rejects a file beyond the limit with a message', async () => {
  const row = { number: 'M', po_number: 'F-1', supplier_sku: 'S', quantity: '1', unit_cost: '1', invoiced_on: '2026-11-18' };
  const answer = await admin.post('/api/vendor-invoices/file/check', { rows: Array.from({ length: 20_001 }, () => row) });
  expect([answer.statusCode, answer.json().error.fields[0].message]).toEqual([
    400,
    'A file has at most 20,000 rows. Split it into several files, with each invoice in one of them.',
  ]);
});

it('exports exact amounts', async () => {
  const own = await finance.order('X-1', [{ qty: 10, cost: '99999999.99' }]);
  await finance.bill([[own.lineIds[0] ?? 0, 1, '999999990.10']], '999999990.10', { number: 'X-large' });
  expect((await admin.get('/api/vendor-invoices/export.csv?search=X-large')).body).toContain(',999999990.10,0.00,0.00,0.00,999999990.10,0.00,');
  const came = await finance.order('X-2', [{ qty: 10, cost: '2.50', received: 10 }]);
  expect((await admin.get(`/api/purchase-money/export.csv?search=${came.poNumber}`)).body).toContain(',25.00,25.00,0.00,0.00,0.00,-25.00,');
});

it('applies tolerances to invoices that are submitted after the change', async () => {
  const came = await finance.order('T-1', [{ qty: 10, cost: '2.50', received: 10 }]);
  const bill = async () => (await finance.bill([[came.lineIds[0] ?? 0, 2, '2.60']], '5.20')).json().state;
  expect(await bill()).toBe('EXCEPTION');
  const settings = { price_percent: 5, price_amount: 0.02, freight_percent: 10, tax_percent: 10 };
  expect((await clerk.put('/api/invoicing-settings', settings)).statusCode).toBe(403);
  expect((await admin.put('/api/invoicing-settings', { ...settings, price_percent: 101 })).statusCode).toBe(400);
  expect((await admin.put('/api/invoicing-settings', settings)).json()).toEqual({ success: true });
  expect((await admin.get('/api/invoicing-settings')).json()).toEqual(settings);
  // What is not named stays as it is.
  for (const change of [{ tax_percent: 9 }, {}, { tax_percent: 10 }])
    expect((await admin.put('/api/invoicing-settings', change)).json()).toEqual({ success: true });
  expect((await admin.get('/api/invoicing-settings')).json()).toEqual(settings);
  const later = { tax_percent: settings.tax_percent + 1, seen: settings };
  expect((await admin.put('/api/invoicing-settings', later)).statusCode).toBe(200);
  const stale = await admin.put('/api/invoicing-settings', { ...later, tax_percent: settings.tax_percent + 2 });
  expect([stale.statusCode, stale.json().error?.reason]).toEqual([409, 'changed_meanwhile']);
  expect((await admin.put('/api/invoicing-settings', { freight_percent: settings.freight_percent, seen: settings })).statusCode).toBe(200);
  expect(await bill()).toBe('MATCHED');
  expect((await finance.invoices('search=T-1')).data.map(({ state }) => state).sort()).toEqual(['EXCEPTION', 'MATCHED']);
});

it('filters the lists and their totals by vendor, days, state and text', async () => {
  const { totals, totalCount } = await finance.orders('vendor=norden&from=2020-01-01&to=2099-12-31');
  const parts = await Promise.all(
    ['NOT_INVOICED', 'QTY_DIFFERENCE', 'PRICE_DIFFERENCE', 'OVER_INVOICED', 'PARTLY', 'MATCHED'].map((status) =>
      finance.orders(`vendor=norden&status=${status}`),
    ),
  );
  expect(parts.reduce((sum, part) => sum + part.totalCount, 0)).toBe(totalCount);
  expect(parts.reduce((sum, part) => sum + Number(part.totals.invoiced) * 100, 0)).toBeCloseTo(Number(totals.invoiced) * 100, 5);
  expect((await finance.orders('vendor=nobody')).totalCount).toBe(0);
  expect((await finance.orders('from=2099-01-01')).totalCount).toBe(0);
  expect((await finance.orders('search=%25')).totalCount).toBe(0);
  expect((await finance.invoices('from=2026-11-18&to=2026-11-18')).totalCount).toBe((await finance.invoices()).totalCount);
  expect((await admin.get('/api/purchase-money?status=NOBODY')).statusCode).toBe(400);
  expect((await admin.get('/api/purchase-money/export.csv?vendor=norden')).body.split('\r\n')).toHaveLength(totalCount + 2);
});

it("finds a number that is also a vendor's name", async () => {
  const named = await finance.order('N-1', [{ qty: 1, cost: '1', vendor: 'Aster' }]);
  const number = await finance.order('Aster', [{ qty: 1, cost: '1' }]);
  await finance.bill([[number.lineIds[0] ?? 0, 1, '1']], '1.00', { number: 'ASTER-7' });
  await finance.bill([[named.lineIds[0] ?? 0, 1, '1']], '1.00', { number: 'N-7' });
  const found = async <T>(list: Promise<{ data: readonly T[]; totalCount: number }>, name: (row: T) => string) => {
    const { data, totalCount } = await list;
    expect(data).toHaveLength(totalCount);
    return data.map(name).sort();
  };
  expect(await found(finance.orders('search=aster'), ({ po_number }) => po_number)).toEqual(['Aster', 'N-1']);
  expect(await found(finance.invoices('search=ASTER'), (row) => row.number)).toEqual(['ASTER-7', 'N-7']);
  expect((await admin.get('/api/purchase-money/export.csv?search=aster')).body.trim().split('\r\n')).toHaveLength(3);
  // The ages are those of the searched vendor.
  const owed = await finance.order('O-1', [{ qty: 1, cost: '4', vendor: 'Birch' }]);
  await finance.bill([[owed.lineIds[0] ?? 0, 1, '4']], '4.00');
  await finance.creditDifferences(owed.id);
  await finance.creditDifferences(named.id);
  const { ageing, totalCount } = (await admin.get('/api/vendor-credits?search=birch')).json();
  expect([ageing[0].count, ageing[0].amount, totalCount]).toEqual([1, '4.00', 1]);
});

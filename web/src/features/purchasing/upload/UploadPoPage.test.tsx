import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { row, workbookFile } from '../../../../test/workbook.ts';
import { UploadPoPage } from './UploadPoPage.tsx';
import { resetUpload } from './use-po-upload.ts';

const HEADERS = 'PO Number,Vendor,UPC,Supplier SKU,Product Name,Qty Ordered';
const csv = (name: string, ...lines: string[]) => new File([lines.join('\n')], name, { type: 'text/csv' });

let sent: object[] = [];
let refusal: object | undefined;
beforeEach(() => {
  resetUpload();
  signedIn({ roles: ['ROLE_ADMIN'] });
  [sent, refusal] = [[], undefined];
  server.use(
    http.post('/api/purchase-orders/uploads', async ({ request }) => {
      sent.push((await request.json()) as object);
      return HttpResponse.json({ id: 7 });
    }),
    http.post('/api/purchase-orders/uploads/7/rows', async ({ request }) => {
      sent.push((await request.json()) as object);
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/purchase-orders/uploads/7/apply', () =>
      refusal === undefined ? HttpResponse.json({ orders: 2, lines: 2, changedLines: 0 }) : HttpResponse.json({ error: refusal }, { status: 409 }),
    ),
  );
});

async function open(...files: File[]) {
  const user = openPage(() => <UploadPoPage onOpenPo={() => {}} onShow={() => {}} />, {});
  await user.upload(screen.getByLabelText('Purchase order files'), files);
  return user;
}

it('never sends longer file names than the server takes', async () => {
  const name = (nth: number) => `${nth}${'n'.repeat(7_000)}.csv`;
  const files = Array.from({ length: 3 }, (_, nth) => csv(name(nth), HEADERS, `PO-${nth},Norden,036000291452,S-1,Kettle,1`));
  const user = await open(...files);
  await screen.findByText('All 3 rows can be saved');
  await user.click(screen.getByRole('button', { name: 'Submit to Backend' }));
  await screen.findByText('PO uploaded successfully');
  const { fileName } = sent[0] as { fileName: string };
  expect(fileName).toHaveLength(20_000);
  expect(fileName.startsWith(`${name(0)}, ${name(1)}`)).toBe(true);
});

it('reads the valid ones of several files, names the others, and maps the columns of each', async () => {
  const user = await open(
    csv('a.csv', HEADERS, 'PO-1,Norden,036000291452,S-1,Kettle,"1,200"'),
    csv('empty.csv', HEADERS),
    csv('b.csv', 'Order Number;Barcode;SKU;Title;Pieces', '', 'PO-2;036000291452;S-9;Lamp;3'),
  );
  await screen.findByText('empty.csv: The file has no rows below its columns');
  screen.getByText('Missing columns: Qty Ordered');
  const columns = screen.getByRole('region', { name: 'Columns of b.csv' });
  await user.selectOptions(within(columns).getByLabelText('Qty Ordered *'), 'Pieces');
  await screen.findByText('All 2 rows can be saved');
  await user.click(screen.getByRole('button', { name: 'Submit to Backend' }));
  await screen.findByText('PO uploaded successfully');
  expect(sent).toMatchObject([
    { fileName: 'a.csv, b.csv', rowCount: 2 },
    {
      firstRow: 1,
      rows: [
        { po_number: 'PO-1', ordered: '1,200' },
        { po_number: 'PO-2', supplier_sku: 'S-9', ordered: '3' },
      ],
    },
  ]);
});

it("shows the row of a server error with the file's row number", async () => {
  refusal = {
    code: 'rule_violated',
    message: 'Duplicate PO or System Error',
    reason: 'invalid_rows',
    details: {
      cause: '1 of 2 rows have errors',
      rejectedCount: 1,
      rejected: [{ row: 2, field: 'vendor', message: 'is not ours' }],
      duplicateCount: 0,
      duplicates: [],
    },
  };
  const user = await open(csv('a.csv', HEADERS, '', 'PO-1,Norden,036000291452,S-1,Kettle,2', '', 'PO-1,Norden,036000291452,S-2,Lamp,2'));
  await screen.findByText('All 2 rows can be saved');
  await user.click(screen.getByRole('button', { name: 'Submit to Backend' }));
  await screen.findByText('Row 5: is not ours');
});

it('continues while the person is on another page, reports the end, and asks before the window closes', async () => {
  let release: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('/api/purchase-orders/uploads/7/apply', async () => {
      await gate;
      return HttpResponse.json({ orders: 1, lines: 1, changedLines: 0 });
    }),
  );
  function App() {
    const [isHere, setHere] = useState(true);
    if (!isHere) return <p>Elsewhere</p>;
    return (
      <>
        <button type="button" onClick={() => setHere(false)}>
          Leave
        </button>
        <UploadPoPage onOpenPo={() => {}} onShow={() => setHere(true)} />
      </>
    );
  }
  const user = openPage(App, {});
  await user.upload(screen.getByLabelText('Purchase order files'), [csv('a.csv', HEADERS, 'PO-1,Norden,036000291452,S-1,Kettle,2')]);
  await screen.findByText('The row can be saved');
  await user.click(screen.getByRole('button', { name: 'Submit to Backend' }));
  await screen.findByText('Saving …');
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(asks()).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  release();
  await screen.findByText('PO uploaded successfully');
  expect(asks()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Show the result' }));
  await screen.findByText('1 order, 1 line saved');
});

it("previews the parsed rows and what can't be read", async () => {
  await open(
    csv('a.csv', `${HEADERS},Unit Cost,Expected Date`, 'PO-1,Norden,00036000291452,S-1,Kettle,"1,200",$2.50,12/31/2026', 'PO-1,Norden,12,S-2,Lamp,x,,'),
  );
  const table = await screen.findByRole('table', { name: 'Preview' });
  const cells = (row: number) =>
    within(within(table).getAllByRole('row')[row] as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells(1)).toEqual(['PO-1', 'Norden', '036000291452', 'S-1', 'Kettle', '1200', '2.5', '2026-12-31']);
  expect(cells(2)).toEqual(['PO-1', 'Norden', '12', 'S-2', 'Lamp', 'x', '', '']);
});

it('names a file of another kind once', async () => {
  await open(csv('scan.csv', '%PDF-1.7', '1 0 obj'));
  expect(await screen.findByText('scan.csv is a PDF document. Only .xlsx, .csv and .txt files are read.')).toBeTruthy();
});

it('accepts the same file again after its upload, and after errors', async () => {
  const file = csv('a.csv', HEADERS, 'PO-1,Norden,036000291452,S-1,Kettle,2');
  const user = await open(file);
  const input = screen.getByLabelText<HTMLInputElement>('Purchase order files');
  expect([input.value, input.files?.length]).toEqual(['', 0]);
  await user.click(await screen.findByRole('button', { name: 'Submit to Backend' }));
  await user.click(await screen.findByRole('button', { name: 'OK' }));
  await user.upload(input, [csv('a.csv', HEADERS)]);
  await screen.findByText('a.csv: The file has no rows below its columns');
  await user.upload(input, [file]);
  await screen.findByText('The row can be saved');
  expect([input.value, input.files?.length]).toEqual(['', 0]);
});

it('replaces a file with errors by the corrected one of the same name', async () => {
  const user = await open(csv('a.csv', HEADERS, 'PO-1,Norden,12,S-1,Kettle,2'));
  await screen.findByText('The only row has errors. Correct the file and choose it again.');
  await user.upload(screen.getByLabelText<HTMLInputElement>('Purchase order files'), [csv('a.csv', HEADERS, 'PO-1,Norden,036000291452,S-1,Kettle,2')]);
  await screen.findByText('The row can be saved');
  expect(screen.getByRole('button', { name: 'Submit to Backend' })).toHaveProperty('disabled', false);
});

it('uses the singular for one row', async () => {
  await open(csv('a.csv', HEADERS, 'PO-1,Norden,12,S-1,Kettle,2'));
  await screen.findByText('The only row has errors. Correct the file and choose it again.');
});

it('reads a workbook, and asks which of several sheets to read', async () => {
  const rows = (po: string) =>
    row(1, HEADERS.split(',')) + row(2, [po, 'Norden', '<c s="1"><v>36000291452</v></c>', 'S-1', 'Kettle', '<c s="2"><v>1200</v></c>']);
  const file = await workbookFile({
    sheets: [
      { name: 'Summer', rows: rows('PO-1') },
      { name: 'Winter', rows: rows('PO-2') },
    ],
    formats: ['000000000000', '#,##0'],
  });
  const user = await open(file, csv('a.csv', HEADERS, 'PO-3,Norden,036000291452,S-1,Kettle,2'));
  const dialog = await screen.findByRole('dialog', { name: 'Choose a sheet' });
  within(dialog).getByText('orders.xlsx has several sheets with data.');
  await user.click(within(dialog).getByRole('button', { name: 'Winter' }));
  await screen.findByText('All 2 rows can be saved');
  await user.click(screen.getByRole('button', { name: 'Submit to Backend' }));
  await screen.findByText('PO uploaded successfully');
  expect(sent).toMatchObject([
    { fileName: 'orders.xlsx, a.csv' },
    { rows: [{ po_number: 'PO-2', gtin: '036000291452', ordered: '1,200' }, { po_number: 'PO-3' }] },
  ]);
});

it('reads no sheet when the question is closed', async () => {
  const sheet = (name: string) => ({ name, rows: row(1, HEADERS.split(',')) });
  const user = await open(await workbookFile({ sheets: [sheet('Summer'), sheet('Winter')] }));
  await screen.findByRole('dialog', { name: 'Choose a sheet' });
  await user.keyboard('{Escape}');
  await screen.findByText('orders.xlsx: No sheet was chosen');
  expect(screen.queryByRole('dialog')).toBeNull();
});

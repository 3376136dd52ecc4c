import type { PriceListRow } from '@stowage/contract/price-lists/price-list-row';
import type { BulkUpdateResult, PriceListItem, PriceListUpload } from '@stowage/contract/price-lists/price-lists';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { row, workbookFile } from '../../../test/workbook.ts';
import { PriceListPage } from './PriceListPage.tsx';
import type { PriceListAddress } from './price-list-address.ts';

const kettle: PriceListItem = {
  id: 9,
  gtin: '036000291452',
  item_code: 'NRD1',
  product_title: 'Electric Gooseneck Kettle with Thermometer and a Long Name',
  vendor: 'Norden',
  cost: 11.5,
  map: 24.99,
  updated_at: '2026-11-20T14:03:05.000Z',
};
const upload: PriceListUpload = {
  id: 4,
  fileName: 'spring.csv',
  vendor: null,
  state: 'STAGED',
  rowCount: 2,
  newCount: 0,
  changedCount: 1,
  unchangedCount: 0,
  rejectedCount: 1,
  createdBy: 'Ann',
  createdAt: '2026-11-20T14:03:05.000Z',
  appliedAt: null,
  undoneAt: null,
  undoneBy: null,
  keptCount: null,
};
const applied: BulkUpdateResult = {
  totalProcessed: 2,
  updatedCount: 1,
  insertedCount: 0,
  unchangedCount: 0,
  errorCount: 1,
  errors: ['Row 2: upc is missing'],
  uploadId: 4,
};
const HEADER = 'upc,MAP,item_code,product_title,cost';

let items: PriceListItem[] = [];
let files: PriceListUpload[] = [];
let asked: string[] = [];
let staged: PriceListRow[] = [];
let stagedNumbers: number[] = [];
let result: BulkUpdateResult | undefined;
/** The counts of the comparison. */
let counts: Partial<PriceListUpload> = {};

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [items, files, asked, staged, result, counts] = [[kettle], [], [], [], applied, { rejectedCount: 0 }];
  stagedNumbers = [];
  server.use(
    http.get('/api/pricelists', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ data: items, totalCount: items.length, totalPages: 1, currentPage: 0 });
    }),
    http.get('/api/pricelists/uploads', () => HttpResponse.json(files)),
    http.post('/api/pricelists/uploads', () => HttpResponse.json({ id: 4 })),
    http.post('/api/pricelists/uploads/4/rows', async ({ request }) => {
      const part = (await request.json()) as { rows: PriceListRow[]; rowNumbers: number[] };
      staged.push(...part.rows);
      stagedNumbers.push(...part.rowNumbers);
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/pricelists/uploads/4/compare', () => HttpResponse.json({ ...upload, ...counts })),
    http.get('/api/pricelists/uploads/4/diff', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const words = { item_code: 'NRD1', old_product_title: 'Ketle', product_title: 'Kettle', old_vendor: null, vendor: 'Norden', old_item_code: 'NRD1' };
      const row = { row: 1, upc: kettle.gtin, ...words, old_map: 24.99, new_map: 19.99, old_cost: 11.5, new_cost: 11.5 };
      const first = searchParams.get('kind') === 'rejected' ? { ...row, reason: 'upc is missing' } : { ...row, reason: null };
      return HttpResponse.json(searchParams.get('after') === '0' ? [first] : []);
    }),
    http.post('/api/pricelists/uploads/4/apply', () =>
      result === undefined ? HttpResponse.json({ error: { message: 'The disk is full' } }, { status: 500 }) : HttpResponse.json(result),
    ),
  );
});

const open = (address: PriceListAddress = {}) => openPage(PriceListPage, address);

async function openBulkUpdate() {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Bulk Update' }));
  const dialog = await screen.findByRole('dialog', { name: 'Bulk Update' });
  const choose = (content: BlobPart, name = 'spring.csv') => user.upload(within(dialog).getByLabelText('Price list file'), new File([content], name));
  return { user, dialog, choose };
}

describe('the list', () => {
  it("has the specification's columns, amounts in dollars, and long titles truncated", async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Price lists' });
    const headings = within(table).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual(['UPC/GTIN', 'Item Code', 'Product Title', 'Vendor', 'Cost', 'MAP', 'Updated']);
    for (const text of ['036000291452', 'Norden', '$11.50', '$24.99', 'Electric Gooseneck Kettle with Thermometer and a L...']) {
      expect(within(table).getByText(text)).toBeTruthy();
    }
    expect(screen.getByText('1 record')).toBeTruthy();
  });

  it('shows N/A for unknown values', async () => {
    items = [{ ...kettle, cost: null, map: null, vendor: null, item_code: null }];
    open();
    expect(await screen.findAllByText('N/A')).toHaveLength(4);
  });

  it('searches on request and omits an empty search', async () => {
    const user = open();
    await screen.findByRole('table', { name: 'Price lists' });
    await user.type(screen.getByLabelText('Search price lists'), ' kettle {Enter}');
    await waitFor(() => expect(asked).toEqual(['?page=0&size=50', '?page=0&size=50&search=kettle']));
    expect(document.activeElement).toBe(screen.getByLabelText('Search price lists'));
  });

  it('shows an empty state and a failure', async () => {
    items = [];
    const user = open();
    expect(await screen.findByText('No price lists found')).toBeTruthy();
    expect(screen.getByText('Try adjusting your search criteria or upload a price list.')).toBeTruthy();
    server.use(http.get('/api/pricelists', () => HttpResponse.json({ error: { message: 'x' } }, { status: 403 })));
    await user.type(screen.getByLabelText('Search price lists'), 'a{Enter}');
    expect(await screen.findByText('The price lists could not be loaded')).toBeTruthy();
  });

  it('offers the bulk update with permission only', async () => {
    signedIn({ roles: ['ROLE_USER'] });
    open({ window: 'bulk-update' });
    await screen.findByRole('table', { name: 'Price lists' });
    expect(screen.queryByRole('button', { name: 'Bulk Update' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('a bulk update', () => {
  it('previews five rows, compares, applies and lists the errors', async () => {
    counts = { newCount: 3, unchangedCount: 2, rejectedCount: 1 };
    const { user, dialog, choose } = await openBulkUpdate();
    const rows = Array.from({ length: 7 }, (_, i) => `0360002914${i},24.99, NRD${i} ,"Kettle, ${i}",11.50`);
    await choose(`${HEADER}\n${rows.join('\n')}\n\n`);
    expect(await within(dialog).findByText('spring.csv: first 5 of 7 rows')).toBeTruthy();
    expect(within(within(dialog).getByRole('table', { name: 'Preview' })).getAllByRole('row')).toHaveLength(6);
    expect(await within(dialog).findByRole('tab', { name: 'Changed (1)' })).toBeTruthy();
    expect(await within(dialog).findByText('$19.99')).toBeTruthy();
    const marked = [...within(dialog).getByRole('table', { name: 'Changed rows' }).querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(marked).toEqual(['Kettle', 'Norden', '$19.99']);
    expect(within(dialog).getByText('Ketle →')).toBeTruthy();
    expect(staged).toHaveLength(7);
    expect(stagedNumbers).toEqual([2, 3, 4, 5, 6, 7, 8]);
    expect(staged[6]).toEqual({ upc: '03600029146', MAP: '24.99', item_code: 'NRD6', product_title: 'Kettle, 6', cost: '11.50' });
    await user.click(within(dialog).getByRole('tab', { name: 'Rejected (1)' }));
    expect(await within(dialog).findByText('upc is missing')).toBeTruthy();
    // The new and the changed ones, without the unchanged and the rejected ones.
    await user.click(within(dialog).getByRole('button', { name: 'Update 4 Records' }));
    expect(await within(dialog).findByText('Upload Completed Successfully')).toBeTruthy();
    expect(within(dialog).getByText('Row 2: upc is missing')).toBeTruthy();
  });

  it('lists five errors and the number of the others', async () => {
    result = { ...applied, errorCount: 9, errors: Array.from({ length: 9 }, (_, i) => `Row ${i + 1}: upc is missing`) };
    const { user, dialog, choose } = await openBulkUpdate();
    await choose(`${HEADER}\n1,2,3,4,5`);
    await user.click(await waitForUpdate(dialog));
    expect(await within(dialog).findByText('... and 4 more errors')).toBeTruthy();
    expect(within(dialog).queryByText('Row 6: upc is missing')).toBeNull();
  });

  it('closes automatically after two seconds without errors', async () => {
    result = { ...applied, errorCount: 0, errors: [] };
    const { user, dialog, choose } = await openBulkUpdate();
    await choose(`${HEADER}\n1,2,3,4,5`);
    await user.click(await waitForUpdate(dialog));
    await within(dialog).findByText('Upload Completed Successfully');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('reports a failure', async () => {
    result = undefined;
    const { user, dialog, choose } = await openBulkUpdate();
    await choose(`${HEADER}\n1,2,3,4,5\n6,7,8,9,10`);
    await user.click(await waitForUpdate(dialog));
    expect((await within(dialog).findByText('Upload Failed')).parentElement?.textContent).toBe('Upload FailedThe disk is full2 errors');
    await user.click(within(dialog).getByRole('button', { name: 'Choose another file' }));
    await choose(`${HEADER}\n1,2,3,4,5`);
    await user.click(await waitForUpdate(dialog));
    expect((await within(dialog).findByText('Upload Failed')).parentElement?.textContent).toBe('Upload FailedThe disk is full1 error');
  });

  it("asks again after a lost answer and shows the file's result", async () => {
    let calls = 0;
    server.use(http.post('/api/pricelists/uploads/4/apply', () => (++calls === 1 ? HttpResponse.error() : HttpResponse.json(applied))));
    const { user, dialog, choose } = await openBulkUpdate();
    await choose(`${HEADER}\n1,2,3,4,5`);
    await user.click(await waitForUpdate(dialog));
    expect(await within(dialog).findByText('Upload Completed Successfully')).toBeTruthy();
    expect(calls).toBe(2);
  });

  it.each([
    ['upc,MAP,cost\n1,2,3', 'spring.csv', 'Missing required columns: item_code, product_title'],
    [`${HEADER}\n1,2,3`, 'spring.csv', 'Error parsing CSV: Too few fields: expected 5 fields but parsed 3 (row 2)'],
    ['x', 'spring.pdf', 'Please upload a valid CSV file.'],
  ])('rejects %j in %s', async (content, name, message) => {
    const { dialog, user } = await openBulkUpdate();
    // A drop can contain files that the file dialog would not offer.
    await user.upload(withoutAccept(within(dialog).getByLabelText('Price list file')), new File([content], name));
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
  });

  it('reads the columns that a person chooses, and remembers them for files with the same headers', async () => {
    let remembered: object | undefined;
    server.use(
      http.put('/api/files/columns', async ({ request }) => {
        remembered = (await request.json()) as object;
        return HttpResponse.json({ success: true });
      }),
      http.post('/api/files/columns/find', async () =>
        HttpResponse.json({ columns: remembered === undefined ? null : { upc: 0, MAP: 4, item_code: 1, product_title: 2, cost: 3 } }),
      ),
    );
    const { user, dialog, choose } = await openBulkUpdate();
    const content = 'Barcode,Artikel,Name,Netto,UVP\n036000291452,K-1,Kettle,11.50,24.99';
    await choose(content);
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Missing required columns: upc, MAP, item_code, product_title, cost');
    for (const [column, header] of [
      ['upc *', 'Barcode'],
      ['MAP *', 'UVP'],
      ['item_code *', 'Artikel'],
      ['product_title *', 'Name'],
      ['cost *', 'Netto'],
    ] as const)
      await user.selectOptions(within(dialog).getByLabelText(column), header);
    await user.click(await waitForUpdate(dialog));
    const sent = { upc: '036000291452', MAP: '24.99', item_code: 'K-1', product_title: 'Kettle', cost: '11.50' };
    expect(staged).toEqual([sent]);
    expect(remembered).toEqual({
      kind: 'price-lists',
      headers: ['Barcode', 'Artikel', 'Name', 'Netto', 'UVP'],
      columns: { upc: 0, MAP: 4, item_code: 1, product_title: 2, cost: 3 },
    });
    await within(dialog).findByText('Upload Completed Successfully');
    await user.click(within(dialog).getByRole('button', { name: 'Choose another file' }));
    await choose(content);
    await waitForUpdate(dialog);
    expect(staged.at(-1)).toEqual(sent);
  });

  it('reads the chosen sheet of a workbook, and stays open when none is chosen', async () => {
    const sheet = (name: string, cost: string) => ({ name, rows: row(1, HEADER.split(',')) + row(2, ['036000291452', '24.99', 'K-1', 'Kettle', cost]) });
    const file = await workbookFile({ sheets: [sheet('Retail', '12.00'), sheet('Wholesale', '11.50')] }, 'spring.xlsx');
    const { dialog, user, choose } = await openBulkUpdate();
    await choose(new Uint8Array(await file.arrayBuffer()), 'spring.xlsx');
    await screen.findByRole('dialog', { name: 'Choose a sheet' });
    await user.keyboard('{Escape}');
    await within(dialog).findByText('No sheet was chosen');
    await choose(new Uint8Array(await file.arrayBuffer()), 'spring.xlsx');
    await user.click(await screen.findByRole('button', { name: 'Wholesale' }));
    await waitForUpdate(dialog);
    expect(staged).toEqual([{ upc: '036000291452', MAP: '24.99', item_code: 'K-1', product_title: 'Kettle', cost: '11.50' }]);
  });

  it("sends none of a vendor's additional columns", async () => {
    const { dialog, choose } = await openBulkUpdate();
    const extra = Array.from({ length: 20 }, (_, i) => `description ${i}`);
    await choose(`${HEADER},${extra.join(',')}\n1,2,3,4,5,${extra.map(() => 'words '.repeat(100)).join(',')}`);
    await waitForUpdate(dialog);
    expect(staged).toEqual([{ upc: '1', MAP: '2', item_code: '3', product_title: '4', cost: '5' }]);
  });

  it('sends nothing when the window is closed while the file is read', async () => {
    const { user, choose } = await openBulkUpdate();
    let goOn = () => {};
    const slow = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const read = vi
      .spyOn(Blob.prototype, 'arrayBuffer')
      .mockImplementation(async () => slow.then(() => new TextEncoder().encode(`${HEADER}\n1,2,3,4,5`).buffer));
    const sent = vi.spyOn(globalThis, 'fetch');
    await choose(`${HEADER}\n1,2,3,4,5`);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    goOn();
    await waitFor(() => expect(read.mock.settledResults.every(({ type }) => type === 'fulfilled')).toBe(true));
    // After a timer, everything that follows the reading is done.
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent.mock.calls.filter(([, init]) => init?.method === 'POST')).toEqual([]);
    sent.mockRestore();
    read.mockRestore();
  });

  it('requires a file', async () => {
    const { user, dialog } = await openBulkUpdate();
    await user.click(within(dialog).getByRole('button', { name: 'Update 0 Records' }));
    expect((await within(dialog).findByRole('alert')).textContent).toBe('Please upload and parse a CSV file first.');
  });

  it('reads semicolons, columns in any letter case, and the Windows encoding of spreadsheets', async () => {
    const { choose, dialog } = await openBulkUpdate();
    const title = new Uint8Array([0x43, 0x61, 0x66, 0xe9]);
    const bytes = [...new TextEncoder().encode('UPC;map;Item_Code;Product_Title;COST\n036000291452;1;2;'), ...title, ...new TextEncoder().encode(';3\n')];
    await choose(new Uint8Array(bytes));
    await waitForUpdate(dialog);
    expect(staged).toEqual([{ upc: '036000291452', MAP: '1', item_code: '2', product_title: 'Café', cost: '3' }]);
  });

  it('reads a line that names the separator, and codes as formulas, as spreadsheets write them', async () => {
    const { dialog, choose } = await openBulkUpdate();
    await choose(`sep=;\r\nupc;MAP;item_code;product_title;cost\r\n="036000291452";24,99;="0012";Kettle;11\r\n`);
    await within(dialog).findByText('What would change');
    expect(staged[0]).toMatchObject({ upc: '036000291452', item_code: '0012', MAP: '24,99' });
  });

  it.each([
    ['', 'Missing required columns: upc, MAP, item_code, product_title, cost'],
    [HEADER, 'The file has no rows below its columns'],
  ])('reports an empty file', async (content, problem) => {
    const { dialog, choose } = await openBulkUpdate();
    await choose(content);
    await within(dialog).findByText(problem);
  });

  it('says which of two columns with the same name it reads', async () => {
    const { dialog, choose } = await openBulkUpdate();
    await choose(`${HEADER},MAP\n036000291452,24.99,NRD1,Kettle,11,29.99`);
    const warning = await within(dialog).findByText('Several columns are called “MAP”: of each the first is read.');
    expect(warning.closest('details')?.open).toBe(true);
  });

  it.each(['list_changed', 'rows_missing'])('is sent and compared again after the error %s, and applies only what was shown', async (reason) => {
    const { user, dialog, choose } = await openBulkUpdate();
    server.use(
      http.post('/api/pricelists/uploads/4/apply', () =>
        HttpResponse.json({ error: { code: 'conflict', reason, message: 'The price lists have changed' } }, { status: 409 }),
      ),
    );
    await choose(`${HEADER}\n036000291452,24.99,NRD1,Kettle,11`);
    await within(dialog).findByText('What would change');
    const before = staged.length;
    await user.click(within(dialog).getByRole('button', { name: 'Update 1 Records' }));
    await within(dialog).findByText('The price lists have changed');
    await waitFor(() => expect(staged.length).toBe(before * 2));
    await within(dialog).findByText('What would change');
  });
});

describe('past files', () => {
  it('can be undone', async () => {
    const undone = { id: 3, fileName: 'old.csv', state: 'UNDONE', undoneAt: '2026-11-20T15:00:00.000Z', undoneBy: 'Ben' } as const;
    files = [
      { ...upload, state: 'APPLIED', newCount: 2, appliedAt: '2026-11-20T14:03:05.000Z' },
      { ...upload, ...undone },
    ];
    server.use(http.post('/api/pricelists/uploads/4/undo', () => HttpResponse.json({ restoredCount: 3, removedCount: 1, keptCount: 2 })));
    const user = open({ window: 'files' });
    await user.click(await screen.findByRole('button', { name: 'Undo spring.csv' }));
    const question = await screen.findByRole('dialog', { name: 'Undo File' });
    expect(within(question).getByText(/delete 2 items and restore 1 item/)).toBeTruthy();
    expect(screen.getByText(/by Ben/)).toBeTruthy();
    await user.click(within(question).getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Undone: 3 restored, 1 removed, 2 kept because a later file changed them')).toBeTruthy();
  });
});

it('sorts the whole list by indexed columns, and the matches of a search by every column', async () => {
  const user = openPage<PriceListAddress>(PriceListPage, {});
  const sortable = async () =>
    within(await screen.findByRole('table', { name: 'Price lists' }))
      .getAllByRole('columnheader')
      .filter((cell) => cell.hasAttribute('aria-sort'))
      .map(({ textContent }) => textContent);
  expect(await sortable()).toEqual(['UPC/GTIN', 'Item Code', 'Vendor']);
  for (const descending of ['false', 'true']) {
    await user.click(screen.getByRole('button', { name: 'Vendor' }));
    await waitFor(() => expect(asked.at(-1)).toContain(`sort=vendor&descending=${descending}`));
  }
  await user.type(screen.getByLabelText('Search price lists'), 'kettle{Enter}');
  await screen.findByRole('button', { name: 'Remove the filter Search: kettle' });
  expect((await sortable()).length).toBe(7);
});

it("opens an item's price history", async () => {
  const words = { oldItemCode: 'A', newItemCode: 'A', oldTitle: 'Ketle', newTitle: 'Kettle', oldVendor: null, newVendor: null };
  const change = { uploadId: 4, fileName: 'spring.csv', changedBy: 'Ann', changedAt: '2026-11-20T14:03:05.000Z', kind: 'CHANGED', undone: false, words };
  server.use(http.get('/api/pricelists/9/history', () => HttpResponse.json([{ ...change, oldMap: 29.99, newMap: 24.99, oldCost: 11.5, newCost: 11.5 }])));
  const user = open();
  await user.click(await screen.findByRole('button', { name: /Electric Gooseneck/ }));
  const table = await screen.findByRole('table', { name: 'Price history' });
  expect(within(table).getByText('$29.99 →')).toBeTruthy();
  expect(within(table).getByText('Ketle →')).toBeTruthy();
  expect(within(table).queryByText(/Item code:/)).toBeNull();
});

async function waitForUpdate(dialog: HTMLElement) {
  await within(dialog).findByRole('tab', { name: 'Changed (1)' });
  return within(dialog).getByRole('button', { name: 'Update 1 Records' });
}

function withoutAccept(input: HTMLElement): HTMLElement {
  input.removeAttribute('accept');
  return input;
}

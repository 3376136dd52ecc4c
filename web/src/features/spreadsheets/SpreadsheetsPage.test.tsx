import type { Spreadsheet, SpreadsheetState } from '@stowage/contract/spreadsheets/spreadsheets';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { SpreadsheetsPage } from './SpreadsheetsPage.tsx';
import type { SpreadsheetAddress } from './spreadsheet-address.ts';

const checked: Spreadsheet = {
  ...{ id: 7, kind: 'locations', fileName: 'shelves.csv', state: 'CHECKED', rowCount: 3, newCount: 2, changedCount: 0, sameCount: 0, wrongCount: 1 },
  ...{ createdBy: 'Kim', createdAt: '2026-11-20T14:03:05.000Z', appliedAt: null, undoneAt: null, headers: ['Bin', 'Units'], headerRow: 4 },
  ...{ columns: { code: 0, capacity: 1 }, areRemembered: false, done: 3, isStopped: false, failure: null, twin: null },
};

/** A server with one file, which stores what it was sent. */
function serve() {
  const sent: { begun?: unknown; rows?: unknown; columns?: unknown; applied?: unknown } = {};
  let state: SpreadsheetState = 'CHECKED';
  const file = () => HttpResponse.json({ ...checked, state });
  server.use(
    http.get('/api/spreadsheets', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 })),
    http.post('/api/spreadsheets', async ({ request }) => {
      sent.begun = await request.json();
      return HttpResponse.json({ id: 7 });
    }),
    http.post('/api/spreadsheets/7/rows', async ({ request }) => {
      sent.rows = await request.json();
      return HttpResponse.json({ received: 3 });
    }),
    http.get('/api/spreadsheets/7', file),
    http.get('/api/spreadsheets/7/rows', ({ request }) => {
      const isWrong = new URL(request.url).searchParams.get('state') === 'WRONG';
      const problems = [{ column: 'capacity', cell: 'B7', value: 'many', problem: 'Capacity "many" is not a whole number' }];
      return HttpResponse.json({ hasMore: false, rows: isWrong ? [{ row: 7, state: 'WRONG', cells: ['A-3', 'many'], problems, before: {} }] : [] });
    }),
    http.put('/api/spreadsheets/7/columns', async ({ request }) => {
      sent.columns = await request.json();
      return file();
    }),
    http.post('/api/spreadsheets/7/apply', async ({ request }) => {
      sent.applied = await request.json();
      state = 'APPLIED';
      return file();
    }),
    http.post('/api/spreadsheets/7/undo', () => {
      state = 'UNDONE';
      return file();
    }),
  );
  return sent;
}

it('reads a file with rows above its columns, shows problems by cell, applies the good rows and undoes them', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = serve();
  const user = openPage<SpreadsheetAddress>(SpreadsheetsPage, {});
  const text = 'Our shelves;\n;\n;\nBin;Units\nA-1;20\nA-2;30\nA-3;many\n';
  await user.upload(await screen.findByLabelText('File of locations'), new File([text], 'shelves.csv', { type: 'text/csv' }));
  expect(await screen.findByText('Capacity "many" is not a whole number')).toBeTruthy();
  expect(sent.begun).toEqual({ kind: 'locations', fileName: 'shelves.csv', headers: ['Bin', 'Units'], headerRow: 4, rowCount: 3 });
  expect(sent.rows).toEqual({
    rows: [
      { row: 5, cells: ['A-1', '20'] },
      { row: 6, cells: ['A-2', '30'] },
      { row: 7, cells: ['A-3', 'many'] },
    ],
  });
  await user.click(screen.getByText(/^Columns: 2 of 5 found/));
  await user.selectOptions(screen.getByLabelText('Zone'), 'B: Units');
  await user.click(screen.getByRole('button', { name: 'Check with these columns' }));
  await expect.poll(() => sent.columns).toEqual({ columns: { code: 0, capacity: 1, zone: 1 } });
  await user.click(screen.getByRole('button', { name: 'Apply only the 2 rows without problems' }));
  expect(await screen.findByText('Applied: 2 new, 0 changed.')).toBeTruthy();
  expect(sent.applied).toEqual({ onlyGood: true });
  await user.click(screen.getByRole('button', { name: 'Undo this file' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo the file' }));
  expect(await screen.findByText('Undone: everything is as it was before this file.')).toBeTruthy();
});

it('offers to do the work of a file again, or to give it up, when its job was canceled', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  serve();
  let file: Spreadsheet = { ...checked, state: 'APPLYING', isStopped: true };
  server.use(
    http.get('/api/spreadsheets/7', () => HttpResponse.json(file)),
    http.post('/api/spreadsheets/7/stop', () => {
      file = checked;
      return HttpResponse.json(file);
    }),
  );
  const user = openPage<SpreadsheetAddress>(SpreadsheetsPage, { file: 7 });
  expect(await screen.findByText('The job of this file was canceled or has failed. Nothing was applied.')).toBeTruthy();
  expect(screen.queryByText(/the work goes on/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Apply the file' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: "Don't apply" }));
  expect(await screen.findByRole('button', { name: 'Apply only the 2 rows without problems' })).toBeTruthy();
});

it('refuses a text in which some rows have more cells than there are columns, before anything is sent', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = serve();
  const user = openPage<SpreadsheetAddress>(SpreadsheetsPage, { kind: 'stock' });
  const text = 'SKU,Location,Qty,Unit cost\nMUG-1,A-1,4,2.50\nMUG-2,A-1,2,12,375\n';
  await user.upload(await screen.findByLabelText('File of stock'), new File([text], 'stock.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/^Row 3 has 5 cells, and there are 4 column names/)).toBeTruthy();
  expect(sent.begun).toBeUndefined();
});

it.each([
  ['a text that was cut off in its last row', 'MUG-1,A-1,4,2.50\nMUG-2,A-1,2,1.25\nMUG-3,A', true],
  ['no text whose last row is whole, and leaves empty cells out', 'MUG-1,A-1,4,2.50\nMUG-2,A-1,2,1.25\nMUG-3,A\r\n', false],
  ['no text whose rows leave empty cells out', 'MUG-1,A-1,4\nMUG-2,A-1,2,1.25\nMUG-3,A-1', false],
])('refuses %s', async (_name, rows, isRefused) => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = serve();
  const user = openPage<SpreadsheetAddress>(SpreadsheetsPage, { kind: 'stock' });
  await user.upload(await screen.findByLabelText('File of stock'), new File([`SKU,Location,Qty,Unit cost\n${rows}`], 'stock.csv', { type: 'text/csv' }));
  if (isRefused)
    expect(await screen.findByText(/^Row 4, the last one, has 2 cells, and every other row has 4\. Perhaps the file is not complete/)).toBeTruthy();
  else expect(await screen.findByText('Capacity "many" is not a whole number')).toBeTruthy();
  expect(sent.begun === undefined).toBe(isRefused);
});

it('refuses a file that has one of its columns beyond those that are read, before anything is sent', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  const sent = serve();
  const user = openPage<SpreadsheetAddress>(SpreadsheetsPage, { kind: 'stock' });
  const notes = (name: string) => Array.from({ length: 198 }, (_, nth) => `${name} ${nth}`).join(',');
  const text = `SKU,Location,${notes('Note')},Qty\nMUG-1,A-1,${notes('x')},4\n`;
  await user.upload(await screen.findByLabelText('File of stock'), new File([text], 'stock.csv', { type: 'text/csv' }));
  expect(await screen.findByText(/^Quantity is in column GS, and only the first 200 columns are read/)).toBeTruthy();
  expect(sent.begun).toBeUndefined();
});

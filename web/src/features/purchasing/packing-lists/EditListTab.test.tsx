import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { row, workbookFile } from '../../../../test/workbook.ts';
import type { ReceiveAddress } from '../receive-address.ts';
import { ReceivePage } from '../receiving/ReceivePage.tsx';

const list = {
  ...{ value: 3, label: 'Packing List 1', shipment_id: 'FX9', stowage_receive_inventory_packing_list_id: 3, state: 'RECEIVING', carrier: null },
  ...{ tracking_number: null, expected_date: null, boxes: null, notes: null, file_name: null, skus: 1, units: 4, received: 2, damaged: 0, unexpected: 0 },
  ...{ created_by: 'Ann', created_at: '2026-11-20 14:03:05' },
};
const line = {
  ...{ stowage_supplier_po_id: 11, stowage_receive_inventory_packing_list_id: 3, poNumber: 'PO-1', Asin: null, gtin: '036000291452' },
  ...{ supplier_sku: 'KET-1', product_name: 'Kettle', packinglist_qty: 4, packing_list_received: 2, damaged_qty: 0, line_item_notes: null },
  ...{ qty_ordered: 5, line_number: 1, other_packinglist_qty: 0, image_url: null },
};
const compared = { row: 1, supplier_sku: 'KET-1', product_name: 'Kettle', before: 4, after: 6, problem: null, is_over_ordered: true };

let sent: unknown[] = [];
let answers: object[] = [];
let lists: object[] = [];
beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [sent, answers, lists] = [[], [compared], [list]];
  server.use(
    http.post('/api/receiveinventory/getponumbers', () => HttpResponse.json([{ value: 'PO-1', label: 'PO-1', vendor: 'Norden', is_settled: false }])),
    http.post('/api/receiveinventory/packinglistfrompo', () => HttpResponse.json(lists)),
    http.post('/api/receiveinventory/getpackinglistdata', () => HttpResponse.json([line])),
    http.post('/api/packing-lists/3/lines/compare', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(answers);
    }),
    http.post('/api/packing-lists/3/lines/import', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ changed: 1 });
    }),
  );
});

const open = () =>
  openPage<ReceiveAddress>(
    ({ address, onAddress }) => <ReceivePage address={address} onAddress={onAddress} onPrint={() => {}} walk={() => null} onOpen={() => {}} />,
    {
      po: 'PO-1',
      tab: 'edit',
      list: 3,
    },
  );
const csv = (text: string, name = 'list.csv') => new File([text], name, { type: 'text/csv' });

async function openImport() {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Import file' }));
  const dialog = await screen.findByRole('dialog', { name: 'Import file' });
  return { user, dialog, choose: (file: File) => user.upload(within(dialog).getByLabelText('Packing list file'), file) };
}

it('replaces the tracking number by a scan, also with the caret in it, and waits for Save header', async () => {
  lists = [{ ...list, tracking_number: '1Z999AA10123456784' }];
  open();
  const field = await screen.findByLabelText<HTMLInputElement>('Tracking');
  field.focus();
  field.setSelectionRange(4, 4);
  scanInto(field, '1Z999AA10123456785');
  expect(field.value).toBe('1Z999AA10123456785');
  scanInto(field, '794644790132');
  expect(field.value).toBe('794644790132');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save header' }).disabled).toBe(false);
});

it('previews a file before it changes anything, and sends what was shown', async () => {
  const { user, dialog, choose } = await openImport();
  await choose(csv('sep=;\r\nSKU;Qty;Other\r\nKET-1;6;x\r\n'));
  expect(await within(dialog).findByText('4 → 6')).toBeTruthy();
  expect(within(dialog).getByText('1 line exceeds its ordered quantity, including other lists')).toBeTruthy();
  const body = { rows: [{ supplier_sku: 'KET-1', gtin: '', quantity: '6' }], rowNumbers: [3] };
  expect(sent).toEqual([body]);
  await user.click(within(dialog).getByRole('button', { name: 'Change 1 line' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Import file' })).toBeNull());
  expect(sent).toEqual([body, { ...body, file_name: 'list.csv (Packing List 1)' }]);
});

it('reads the sheet of a workbook that has data', async () => {
  const { dialog, choose } = await openImport();
  const sheets = [
    { name: 'Notes', rows: '' },
    { name: 'List', rows: row(1, ['SKU', 'Qty']) + row(2, ['KET-1', 6]) },
  ];
  await choose(await workbookFile({ sheets }, 'list.xlsx'));
  expect(await within(dialog).findByText('4 → 6')).toBeTruthy();
  expect(sent).toEqual([{ rows: [{ supplier_sku: 'KET-1', gtin: '', quantity: '6' }], rowNumbers: [2] }]);
});

it('changes nothing for a file with an invalid row', async () => {
  answers = [compared, { ...compared, row: 2, supplier_sku: 'NO', after: null, problem: 'Supplier SKU "NO" is not on this order' }];
  const { dialog, choose } = await openImport();
  await choose(csv('SKU,Qty\nKET-1,6\nNO,1'));
  // With the address of its cell.
  expect((await within(dialog).findByText(/Supplier SKU "NO" is not on this order/)).textContent).toBe('A3 Supplier SKU "NO" is not on this order');
  answers = [compared, { ...compared, row: 2, after: null, problem: 'GTIN/UPC "036000291452" is also in row 2' }];
  await choose(csv('SKU,UPC,Qty\nKET-1,,6\n,036000291452,1'));
  expect((await within(dialog).findByText(/is also in row 2/)).textContent).toBe('B3 GTIN/UPC "036000291452" is also in row 2');
  expect(within(dialog).getByText('1 of 2 rows have errors. Correct the file and choose it again.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Change lines' })).toHaveProperty('disabled', true);
});

it.each([
  ['SKU,Price\nA,1', 'Missing columns: Packing List Qty'],
  ['Qty\n1', 'Missing columns: Supplier SKU or GTIN'],
  ['SKU,Qty\n', 'The file has no rows below its columns'],
])('rejects %j', async (content, problem) => {
  const { dialog, choose } = await openImport();
  await choose(csv(content));
  expect(await within(dialog).findByText(problem)).toBeTruthy();
  expect(sent).toEqual([]);
});

it('asks before lists exceed the ordered quantity, and saves nothing without a confirmation', async () => {
  const kept: unknown[] = [];
  server.use(
    http.put('/api/packing-lists/3/lines/11', async ({ request }) => {
      kept.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open();
  const quantity = await screen.findByLabelText('This list of KET-1');
  await user.clear(quantity);
  await user.type(quantity, '5{Enter}');
  await waitFor(() => expect(kept).toEqual([{ quantity: 5, seen: 4 }]));
  const type = async (text: string, answer: string) => {
    await user.clear(quantity);
    await user.type(quantity, `${text}{Enter}`);
    await user.click(within(await screen.findByRole('dialog', { name: 'More than was ordered' })).getByRole('button', { name: answer }));
  };
  await type('6', 'Cancel');
  expect(await screen.findByText('Not saved: more than ordered')).toBeTruthy();
  expect(kept).toHaveLength(1);
  await type('7', 'Save quantity');
  await waitFor(() =>
    expect(kept).toEqual([
      { quantity: 5, seen: 4 },
      { quantity: 7, seen: 5 },
    ]),
  );
});

it('saves against the quantity that the row shows, after a colleague went back to the one before', async () => {
  const kept: unknown[] = [];
  let quantity = 2;
  server.use(
    http.post('/api/receiveinventory/getpackinglistdata', () => HttpResponse.json([{ ...line, packing_list_received: 0, packinglist_qty: quantity }])),
    http.put('/api/packing-lists/3/lines/11', async ({ request }) => {
      kept.push(await request.json());
      quantity = 3;
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open();
  const field = await screen.findByLabelText('This list of KET-1');
  const type = async (text: string) => {
    await user.clear(field);
    await user.type(field, `${text}{Enter}`);
  };
  const changedTo = async (changed: number) => {
    quantity = changed;
    publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'LINE' });
    await waitFor(() => expect(field).toHaveProperty('value', String(changed)));
  };
  await type('3');
  await waitFor(() => expect(kept).toHaveLength(1));
  await changedTo(3);
  await changedTo(2);
  await type('4');
  await waitFor(() =>
    expect(kept).toEqual([
      { quantity: 3, seen: 2 },
      { quantity: 4, seen: 2 },
    ]),
  );
});

it('asks before a duplicate makes lists exceed the ordered quantity', async () => {
  let doubles = 0;
  server.use(
    http.post('/api/packing-lists/3/duplicate', () => {
      doubles++;
      return HttpResponse.json({ id: 3 });
    }),
  );
  const user = open();
  const button = await screen.findByRole('button', { name: 'Duplicate' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  for (const answer of ['Cancel', 'Duplicate']) {
    await user.click(button);
    const dialog = await screen.findByRole('dialog', { name: 'More than was ordered' });
    expect(within(dialog).getByText('1 line has more units on packing lists than were ordered. Save anyway?')).toBeTruthy();
    expect(doubles).toBe(0);
    await user.click(within(dialog).getByRole('button', { name: answer }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
  await waitFor(() => expect(doubles).toBe(1));
});

it('saves only the typed fields of the header, and retains them while others change the list', async () => {
  const saved: object[] = [];
  let isLate = false;
  lists = [{ ...list, state: 'DRAFT', received: 0 }];
  server.use(
    http.put('/api/packing-lists/3', async ({ request }) => {
      saved.push((await request.json()) as object);
      if (isLate) return HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message: 'Look again' } }, { status: 409 });
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open();
  const tracking = await screen.findByLabelText('Tracking');
  await user.type(tracking, '1Z9');
  // Another person scans the first unit, and a third one enters the carrier.
  lists = [{ ...list, label: 'Pallet 1', carrier: 'UPS' }];
  publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'LIST' });
  await waitFor(() => expect(screen.getByLabelText('Carrier')).toHaveProperty('value', 'UPS'));
  expect(tracking).toHaveProperty('value', '1Z9');
  expect(document.activeElement).toBe(tracking);
  isLate = true;
  lists = [{ ...list, label: 'Pallet 1', carrier: 'UPS', tracking_number: '1Z1' }];
  await user.click(screen.getByRole('button', { name: 'Save header' }));
  expect(await screen.findByText('Somebody else saved “1Z1”')).toBeTruthy();
  isLate = false;
  await user.click(screen.getByRole('button', { name: 'Save header' }));
  await screen.findByText('Packing list saved');
  expect(saved).toEqual([
    { tracking_number: '1Z9', seen: { tracking_number: '' } },
    { tracking_number: '1Z9', seen: { tracking_number: '1Z1' } },
  ]);
});

it('saves what is scanned while the header is being saved, as its own next change', async () => {
  const saved: object[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  server.use(
    http.put('/api/packing-lists/3', async ({ request }) => {
      const body = (await request.json()) as { tracking_number: string };
      saved.push(body);
      await held;
      lists = [{ ...list, tracking_number: body.tracking_number }];
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open();
  const tracking = await screen.findByLabelText('Tracking');
  scanInto(tracking, '1Z999AA10123456785');
  await user.click(screen.getByRole('button', { name: 'Save header' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  scanInto(tracking, '794644790132');
  answer();
  await screen.findByText('Packing list saved');
  expect(tracking).toHaveProperty('value', '794644790132');
  await user.click(await screen.findByRole('button', { name: 'Save header' }));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(saved[1]).toEqual({ tracking_number: '794644790132', seen: { tracking_number: '1Z999AA10123456785' } });
  expect(screen.queryByText(/Somebody else/)).toBeNull();
});

it('stores the attached file', async () => {
  const kept: [string | null, number][] = [];
  server.use(
    http.put('/api/packing-lists/3/file', async ({ request }) => {
      kept.push([new URL(request.url).searchParams.get('name'), (await request.arrayBuffer()).byteLength]);
      return HttpResponse.json({ success: true });
    }),
  );
  const user = open();
  await screen.findByRole('button', { name: 'Attach file' });
  await user.upload(screen.getByLabelText('File of the packing list'), new File(['%PDF'], 'delivery note.pdf'));
  await waitFor(() => expect(kept).toEqual([['delivery note.pdf', 4]]));
  expect(await screen.findByText('File saved')).toBeTruthy();
});

it('prints the list with a barcode for each line and cleans up', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const user = open();
  await screen.findByRole('table', { name: 'Lines' });
  await user.click(screen.getByRole('button', { name: 'Print list' }));
  const sheet = document.querySelector('.list-sheet');
  expect(print).toHaveBeenCalledOnce();
  expect([sheet?.querySelectorAll('tbody tr').length, sheet?.querySelectorAll('svg rect').length]).toEqual([1, 46]);
  expect(sheet?.textContent).toContain('036000291452');
  window.dispatchEvent(new Event('afterprint'));
  await waitFor(() => expect(document.querySelector('.list-sheet')).toBeNull());
});

it('shows who changed the list, page by page', async () => {
  const change = { at: '2026-11-20 14:03:05', by: 'Ann', packing_list_name: 'Packing List 1', kind: 'QUANTITY', subject: 'KET-1', before: '3', after: '4' };
  const asked: string[] = [];
  server.use(
    http.get('/api/purchase-orders/changes', ({ request }) => {
      const { searchParams } = new URL(request.url);
      asked.push(searchParams.toString());
      const count = searchParams.has('before') ? 1 : 50;
      return HttpResponse.json(Array.from({ length: count }, (_, nth) => ({ ...change, id: (searchParams.has('before') ? 10 : 60) - nth })));
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Change log' }));
  const dialog = await screen.findByRole('dialog', { name: 'Change log' });
  await user.click(await within(dialog).findByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(within(dialog).getAllByRole('row')).toHaveLength(52));
  expect(within(dialog).queryByRole('button', { name: 'Show more' })).toBeNull();
  expect(asked).toEqual(['poNumber=PO-1&packingListId=3', 'poNumber=PO-1&packingListId=3&before=11']);
});

it('keeps the edited header while another tab or list is open', async () => {
  lists = [list, { ...list, value: 4, label: 'Packing List 2' }];
  server.use(http.post('/api/receiveinventory/getpodata', () => HttpResponse.json([])));
  const user = open();
  const carrier = () => screen.findByLabelText<HTMLInputElement>('Carrier');
  await user.type(await carrier(), 'UPS');
  await user.click(screen.getByRole('tab', { name: 'Create New Packing List' }));
  await user.click(screen.getByRole('tab', { name: 'View/Edit Packing List Data' }));
  expect((await carrier()).value).toBe('UPS');
  await user.click(await screen.findByRole('button', { name: /Packing List 2/ }));
  expect((await carrier()).value).toBe('');
  await user.click(await screen.findByRole('button', { name: /Packing List 1/ }));
  expect((await carrier()).value).toBe('UPS');
});

it('keeps the reason of a list that could not be reopened', async () => {
  lists = [{ ...list, state: 'CLOSED' }];
  server.use(http.post('/api/packing-lists/3/reopen', () => HttpResponse.json({ error: { message: 'An invoice depends on it' } }, { status: 409 })));
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Reopen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen packing list' }));
  await user.type(dialog.getByLabelText('Reason'), 'One box was missed');
  await user.click(dialog.getByRole('button', { name: 'Reopen' }));
  expect((await screen.findAllByText('An invoice depends on it')).length).toBeGreaterThan(0);
  expect(dialog.getByLabelText<HTMLInputElement>('Reason').value).toBe('One box was missed');
  expect(screen.getByRole('dialog', { name: 'Reopen packing list' })).toBeTruthy();
});

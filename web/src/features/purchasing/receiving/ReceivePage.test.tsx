import { listPackingLists, type PackingListLine, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import type { PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { type ReceiptRow, receivingTopic } from '@stowage/contract/purchasing/receiving';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { publish } from '../../../../test/live.ts';
import { openPage, readAgain } from '../../../../test/open-page.tsx';
import { shortenPauses } from '../../../../test/pauses.ts';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn, token } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { storeTokens } from '../../../api/session.ts';
import { closeScanQueues } from '../../../shared/scan/scan-queues.ts';
import type { ReceiveAddress } from '../receive-address.ts';
import { ReceivePage } from './ReceivePage.tsx';

const order: PoLine = {
  id: 11,
  purchase_order_id: 1,
  poNumber: 'PO-1',
  gtin: '036000291452',
  supplier_sku: 'KET-1',
  product_name: 'Kettle',
  qty_ordered: 5,
  total_received: 2,
  remaining_qty: 3,
  damaged_qty: 1,
  backordered_qty: 0,
  canceled_qty: 0,
  over_qty: 0,
  unit_cost: 2.5,
  expected_date: null,
  added_reason: null,
  packingListQty: null,
  all_packinglist_qty: 4,
};
const list: PackingListOption = {
  value: 3,
  label: 'Packing List 1',
  shipment_id: 'FX9',
  stowage_receive_inventory_packing_list_id: 3,
  state: 'RECEIVING',
  carrier: null,
  tracking_number: null,
  expected_date: null,
  boxes: null,
  notes: null,
  file_name: null,
  skus: 1,
  units: 4,
  received: 2,
  damaged: 0,
  unexpected: 0,
  created_by: 'Ann',
  created_at: '2026-11-20 14:03:05',
};
const line: PackingListLine = {
  stowage_supplier_po_id: 11,
  stowage_receive_inventory_packing_list_id: 3,
  poNumber: 'PO-1',
  Asin: 'B000KETTLE',
  gtin: '036000291452',
  supplier_sku: 'KET-1',
  product_name: 'Kettle',
  packinglist_qty: 4,
  packing_list_received: 2,
  damaged_qty: 0,
  line_item_notes: null,
  qty_ordered: 5,
  line_number: 1,
  other_packinglist_qty: 0,
  image_url: null,
};
const receipt = (id: number, more: Partial<ReceiptRow> = {}): ReceiptRow => ({
  id,
  scanned_id: '036000291452',
  updated_at: '2026-11-20 14:03:05',
  supplier_sku: 'KET-1',
  product_name: 'Kettle',
  received_qty: 1,
  running_qty_remaining: 4 - id,
  running_total_received: id,
  packinglist_qty: 4,
  stowage_supplier_po_id: 11,
  client_scan_id: null,
  received_by: 'Ann',
  is_newest: id === 2,
  is_finished: false,
  identifier: 'X00KETTLEN',
  sku_condition: 11,
  ...more,
});

let lines: PackingListLine[] = [];
let history: ReceiptRow[] = [];
let lists: PackingListOption[] = [];
let scans: { productId: string; packingListId: number; clientScanId: string }[] = [];
let sent: Record<string, unknown>[] = [];
let scanAnswer: () => Response = () => HttpResponse.json(1);

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [lines, history, lists, scans, sent, scanAnswer] = [[line], [receipt(2), receipt(1)], [list], [], [], () => HttpResponse.json(1)];
  const keep = async (request: Request) => void sent.push((await request.json()) as Record<string, unknown>);
  server.use(
    http.post('/api/receiveinventory/getponumbers', () => HttpResponse.json([{ value: 'PO-1', label: 'PO-1', vendor: 'Norden', is_settled: false }])),
    http.post('/api/receiveinventory/getpodata', () => HttpResponse.json([order])),
    http.post('/api/receiveinventory/packinglistfrompo', () => HttpResponse.json(lists)),
    http.post('/api/receiveinventory/getpackinglistdata', () => HttpResponse.json(lines)),
    http.post('/api/receiveinventory/packingliststats', () =>
      HttpResponse.json([
        { name: 'Expected Units', value: 4 },
        { name: 'Received Units', value: 2, percent: 50 },
        { name: 'Remaining Units', value: -1 },
        { name: 'Damaged Units', value: 0 },
      ]),
    ),
    http.post('/api/getscannedpackinglisthistory', async ({ request }) => {
      const { before = Number.POSITIVE_INFINITY, scannedId, limit } = (await request.json()) as { before?: number; scannedId?: string; limit: number };
      const of = history.filter(({ id, scanned_id }) => id < before && (scannedId === undefined || scanned_id.toUpperCase() === scannedId.toUpperCase()));
      return HttpResponse.json(of.slice(0, limit));
    }),
    http.get('/api/packing-lists/3/progress', () =>
      HttpResponse.json({ complete_skus: 0, skus: 1, last_scan_at: null, units_last_hour: 2, receivers: ['Ann'] }),
    ),
    http.get('/api/packing-lists/3/unexpected', () => HttpResponse.json([])),
    http.post('/api/receiveinventory/scan', async ({ request }) => {
      scans.push((await request.json()) as (typeof scans)[number]);
      return scanAnswer();
    }),
    http.post('/api/receiveinventory/updatescan', async ({ request }) => {
      await keep(request);
      return HttpResponse.json([history, lines]);
    }),
    http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
      await keep(request);
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/receiveinventory/createnewpackinglist', async ({ request }) => {
      await keep(request);
      return HttpResponse.json(1);
    }),
  );
});
afterEach(() => {
  closeScanQueues();
  localStorage.clear();
});

const open = (address: ReceiveAddress) =>
  openPage<ReceiveAddress>(
    ({ address: current, onAddress }) => <ReceivePage address={current} onAddress={onAddress} onPrint={() => {}} walk={() => null} onOpen={() => {}} />,
    address,
  );
const bench = () => open({ po: 'PO-1', tab: 'receive', list: 3 });
const field = () => screen.findByLabelText('UPC, EAN, ASIN, SKU, or FNSKU');

/** Types like a scanner, ten milliseconds per key on any machine. */
function burst(target: HTMLElement, code: string) {
  [...code, 'Enter'].forEach((key, nth) => {
    const event = createEvent.keyDown(target, { key });
    Object.defineProperty(event, 'timeStamp', { value: 1_000_000 + 10 * nth });
    fireEvent(target, event);
    if (target instanceof HTMLInputElement && key !== 'Enter') fireEvent.change(target, { target: { value: target.value + key } });
  });
}

describe('the order', () => {
  it('can be chosen and shows its result', async () => {
    const user = open({});
    expect(screen.getByText('No data available for the selected PO.')).toBeTruthy();
    await screen.findByRole('option', { name: 'PO-1' });
    await user.selectOptions(screen.getByLabelText('Select Purchase Order'), 'PO-1');
    const table = await screen.findByRole('table', { name: 'Purchase Orders' });
    const headings = within(table).getAllByRole('columnheader');
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      'PO Number',
      'GTIN',
      'Supplier SKU',
      'Product Name',
      'Qty Ordered',
      'Total Received',
      'Remaining Qty',
    ]);
    expect(within(table).getByText('1 damaged')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Add Item' })).toBeTruthy();
  });

  it('is opened by its number and Enter before the answer, or when it is the only match, but not one of many', async () => {
    const all = ['V7', 'V70', 'V71', 'Q1'].map((value) => ({ value, label: value, vendor: 'Norden', is_settled: false }));
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('/api/receiveinventory/getponumbers', async ({ request }) => {
        const { search = '' } = (await request.json()) as { search?: string };
        if (search === 'V7') await gate;
        return HttpResponse.json(all.filter(({ value }) => value.includes(search.toUpperCase())));
      }),
    );
    const user = open({});
    const chosen = screen.getByLabelText<HTMLSelectElement>('Select Purchase Order');
    const search = screen.getByLabelText('Find a purchase order');
    await user.type(search, 'V{Enter}');
    expect(await screen.findByText('3 found')).toBeTruthy();
    expect(chosen.value).toBe('');
    await user.type(search, '7{Enter}');
    expect(chosen.value).toBe('');
    release();
    await waitFor(() => expect(chosen.value).toBe('V7'));
    await user.clear(search);
    await user.type(search, 'q{Enter}');
    await waitFor(() => expect(chosen.value).toBe('Q1'));
  });

  it.each(['choosing another order', 'the failure'])('is not opened later by a number that was entered before %s', async (what) => {
    const all = ['V7', 'Q1'].map((value) => ({ value, label: value, vendor: 'Norden', is_settled: false }));
    let release: () => void = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answer = () => HttpResponse.json(all.slice(0, 1));
    let searches = 0;
    server.use(
      http.post('/api/receiveinventory/getponumbers', async ({ request }) => {
        const { search = '' } = (await request.json()) as { search?: string };
        if (search !== 'V7') return HttpResponse.json(all);
        searches += 1;
        if (what === 'choosing another order') await gate;
        return answer();
      }),
    );
    if (what === 'the failure') answer = () => HttpResponse.json({ error: { code: 'invalid_input', message: 'No' } }, { status: 400 }) as never;
    const user = open({});
    await screen.findByRole('option', { name: 'Q1' });
    const chosen = screen.getByLabelText<HTMLSelectElement>('Select Purchase Order');
    await user.type(screen.getByLabelText('Find a purchase order'), 'V7{Enter}');
    await waitFor(() => expect(searches).toBeGreaterThan(0));
    if (what === 'the failure') expect(await screen.findByText('The purchase orders could not be loaded. Trying again.')).toBeTruthy();
    else await user.selectOptions(chosen, 'Q1');
    answer = () => HttpResponse.json(all.slice(0, 1));
    release();
    // The search that failed is read again.
    if (what === 'the failure') publish(receivingTopic, { poNumber: 'V7', packingListId: null, change: 'UPLOADED' });
    expect(await screen.findByText('1 found')).toBeTruthy();
    expect(chosen.value).toBe(what === 'the failure' ? '' : 'Q1');
  });

  it('is offered as soon as the orders can be loaded', async () => {
    shortenPauses();
    server.use(http.post('/api/receiveinventory/getponumbers', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 }), { once: true }));
    open({});
    expect(await screen.findByText('The purchase orders could not be loaded. Trying again.')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'PO-1' })).toBeTruthy();
    expect(screen.queryByText(/Trying again/)).toBeNull();
  });

  it('resets the packing list when another one is chosen', async () => {
    const user = bench();
    await screen.findByRole('table', { name: 'Scan History' });
    await user.selectOptions(screen.getByLabelText('Select Purchase Order'), '');
    await user.selectOptions(screen.getByLabelText('Select Purchase Order'), 'PO-1');
    expect((await screen.findByLabelText<HTMLSelectElement>('Select Packing List To Receive Against')).value).toBe('');
    expect(screen.getByText('Please select a packing list to begin scanning')).toBeTruthy();
  });
});

describe('a new packing list', () => {
  it('turns red beyond the order, requires a confirmation, and turns green', async () => {
    const user = open({ po: 'PO-1', tab: 'create' });
    const input = await screen.findByLabelText('Packing List Qty of KET-1');
    const save = screen.getByRole('button', { name: 'Save Packing List' });
    expect(save).toHaveProperty('disabled', true);
    await user.type(input, '2');
    expect(input.className).toContain('border-bad');
    await user.click(save);
    const dialog = await screen.findByRole('dialog', { name: 'More than was ordered' });
    await user.click(within(dialog).getByRole('button', { name: 'Save Packing List' }));
    expect(await screen.findByRole('dialog', { name: 'Packing List Created' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect(await screen.findByText('Packing list created.')).toBeTruthy();
    expect(input.className).toContain('border-good');
    expect(sent).toMatchObject([{ poNumber: 'PO-1', packingList: { 11: '2' } }]);
    await user.type(input, '1');
    expect(input.className).toContain('border-bad');
  });

  it('is received against as created, also when another person created one meanwhile', async () => {
    lists = [{ ...list, value: 4, label: 'Packing List 2' }, list];
    server.use(
      http.post('/api/receiveinventory/packinglistfrompo', async ({ request }) => {
        const { clientId } = (await request.json()) as { clientId?: string };
        return HttpResponse.json(clientId === undefined ? lists : clientId === sent[0]?.clientId ? [list] : []);
      }),
    );
    const user = open({ po: 'PO-1', tab: 'create' });
    await user.type(await screen.findByLabelText('Packing List Qty of KET-1'), '1');
    await user.click(screen.getByRole('button', { name: 'Save Packing List' }));
    await user.click(await screen.findByRole('button', { name: 'Receive against it' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Select Packing List To Receive Against').value).toBe('3'));
  });

  it('leads to the list that exists when the answer was lost and the quantity was changed', async () => {
    const answers = [
      () => HttpResponse.error(),
      () => HttpResponse.json({ error: { code: 'conflict', message: 'Used', reason: 'id_reused' } }, { status: 409 }),
    ];
    server.use(
      http.post('/api/receiveinventory/createnewpackinglist', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        return answers[sent.length - 1]?.() ?? HttpResponse.json(1);
      }),
    );
    const user = open({ po: 'PO-1', tab: 'create' });
    const input = await screen.findByLabelText('Packing List Qty of KET-1');
    const save = screen.getByRole('button', { name: 'Save Packing List' });
    await user.type(input, '1');
    await user.click(save);
    expect(await screen.findAllByText('Not saved: The server does not answer')).not.toEqual([]);
    await user.clear(input);
    await user.type(input, '2');
    await user.click(save);
    await user.click(within(await screen.findByRole('dialog', { name: 'More than was ordered' })).getByRole('button', { name: 'Save Packing List' }));
    expect(await screen.findAllByText(/this packing list was created before, with the quantities of the earlier attempt/)).not.toEqual([]);
    expect(sent[1]?.clientId).toBe(sent[0]?.clientId);
    expect(screen.queryByText('Packing list created.')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Open it' }));
    await waitFor(() => expect(screen.getByRole('tab', { name: 'View/Edit Packing List Data' }).getAttribute('aria-selected')).toBe('true'));
  });

  it('keeps the typed quantities while another tab is open, until the list is created', async () => {
    const user = open({ po: 'PO-1', tab: 'create' });
    const quantity = () => screen.findByLabelText<HTMLInputElement>('Packing List Qty of KET-1');
    const look = async () => {
      await user.click(screen.getByRole('tab', { name: 'View/Edit Packing List Data' }));
      await user.click(screen.getByRole('tab', { name: 'Create New Packing List' }));
    };
    await user.type(await quantity(), '1');
    await look();
    expect((await quantity()).value).toBe('1');
    await user.click(screen.getByRole('button', { name: 'Save Packing List' }));
    await user.click(await screen.findByRole('button', { name: 'OK' }));
    await look();
    expect((await quantity()).value).toBe('');
    expect(sent).toMatchObject([{ packingList: { 11: '1' } }]);
  });

  it('is hidden from people who can only receive', async () => {
    signedIn({ roles: ['ROLE_USER'] });
    open({ po: 'PO-1', tab: 'create' });
    expect(await screen.findByLabelText('Packing List Qty of KET-1')).toHaveProperty('disabled', true);
    expect(screen.getByText('Only an administrator can create packing lists.')).toBeTruthy();
  });
});

describe('receiving', () => {
  it('names its states and lists as the specification does', async () => {
    lists = [];
    open({ po: 'PO-1', tab: 'receive' });
    expect(screen.getByRole('option', { name: 'Loading Packing Lists...' })).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'No Packing Lists Created' })).toBeTruthy();
  });

  it('shows tiles, lines and history', async () => {
    bench();
    expect(await screen.findByRole('option', { name: 'Packing List 1 - Shipment FX9' })).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Scan History' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    // Only the latest scan of a code can be changed.
    expect(within(table).getAllByRole('textbox')).toHaveLength(1);
    expect(screen.getByText('50 %')).toBeTruthy();
    const panel = screen.getByRole('table', { name: 'Packing List 1' });
    expect(
      within(panel)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['PO Number', 'ASIN', 'Supplier SKU', 'Product Name', 'Packing List Qty', 'Packing List Qty Received', 'Damaged Inventory', 'Line Item Notes']);
  });

  it.each([
    ['post', '/api/receiveinventory/packingliststats', 'The totals could not be loaded'],
    ['get', '/api/packing-lists/3/unexpected', 'The unexpected items could not be loaded'],
    ['post', '/api/receiveinventory/getpackinglistdata', 'The packing list could not be loaded'],
  ] as const)('shows the scan history and a message when %s %s fails', async (method, path, message) => {
    server.use(http[method](path, () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
    bench();
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Scan History' })).toBeTruthy();
  });

  it('sends each scan once, in order, with its own id, and no LPN', async () => {
    bench();
    await screen.findByRole('table', { name: 'Scan History' });
    scanInto(await field(), '036000291452', 'KET-1', 'LPNRR1234');
    const row = () => screen.getByText('LPNRR1234', { selector: 'li *' }).closest('li');
    await waitFor(() => expect(row()?.textContent).toBe('LPNRR1234Not receivedInvalid product ID format'));
    await waitFor(() => expect(scans.map(({ productId }) => productId)).toEqual(['036000291452', 'KET-1']));
    expect(new Set(scans.map(({ clientScanId }) => clientScanId)).size).toBe(2);
    // The keyboard can scroll it.
    expect(screen.getByRole('list', { name: 'Scans' }).tabIndex).toBe(0);
  });

  it('shows each scan without a chosen list as not counted', async () => {
    open({ po: 'PO-1', tab: 'receive' });
    await screen.findByText('Please select a packing list to begin scanning');
    scanInto(document.body, '036000291452', 'KET-1');
    const rows = within(screen.getByRole('list', { name: 'Scans' })).getAllByRole('listitem');
    const reason = 'Not receivedPlease select a packing list to begin scanning. This scan was not counted.';
    expect(rows.map(({ textContent }) => textContent)).toEqual([`KET-1${reason}`, `036000291452${reason}`]);
    expect(scans).toEqual([]);
    expect(played).toHaveLength(2);
  });

  it('reloads only the line of a scan and updates it in its position', async () => {
    const asked: { lineIds?: number[] }[] = [];
    lines = [line, { ...line, stowage_supplier_po_id: 12, line_number: 2, supplier_sku: 'POT-1', packing_list_received: 3 }];
    server.use(
      http.post('/api/receiveinventory/getpackinglistdata', async ({ request }) => {
        const body = (await request.json()) as { lineIds?: number[] };
        asked.push(body);
        return HttpResponse.json(lines.filter(({ stowage_supplier_po_id: id }) => body.lineIds?.includes(id) ?? true));
      }),
      http.post('/api/receiveinventory/scan', async ({ request }) => {
        const { clientScanId } = (await request.json()) as { clientScanId: string };
        history = [receipt(3, { client_scan_id: clientScanId, stowage_supplier_po_id: 12, supplier_sku: 'POT-1' }), ...history];
        lines = [
          { ...line, packing_list_received: 99 },
          { ...line, stowage_supplier_po_id: 12, supplier_sku: 'POT-1', packing_list_received: 4 },
        ];
        return HttpResponse.json(1);
      }),
    );
    bench();
    await screen.findByRole('table', { name: 'Scan History' });
    scanInto(await field(), 'POT-1');
    const rows = () =>
      within(screen.getByRole('table', { name: 'Packing List 1' }))
        .getAllByRole('row')
        .slice(1);
    // The completed line comes first; the other one was not reloaded.
    await waitFor(() => expect(rows().map(({ textContent }) => /(KET|POT)-1/.exec(textContent ?? '')?.[0])).toEqual(['POT-1', 'KET-1']));
    expect(rows()[0]?.className).toContain('bg-good-soft');
    expect(rows()[1]?.textContent).not.toContain('99');
    expect(asked.map(({ lineIds }) => lineIds)).toEqual([undefined, [12]]);
  });

  it('shows a code on no line, and a scan that the server rejected with a retry', async () => {
    const user = bench();
    await screen.findByRole('table', { name: 'Scan History' });
    scanAnswer = () => HttpResponse.json(0);
    scanInto(await field(), 'nobody');
    expect(await screen.findByText('ASIN not found with GTIN/UPC/EAN')).toBeTruthy();
    scanAnswer = () => HttpResponse.json({ error: { code: 'conflict', reason: 'closed', message: 'This packing list is closed' } }, { status: 409 });
    scanInto(await field(), 'KET-1');
    expect((await screen.findAllByText('This packing list is closed')).length).toBeGreaterThan(0);
    scanAnswer = () => HttpResponse.json(1);
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(scans.map(({ clientScanId }) => clientScanId)).toHaveLength(3));
    expect(scans[2]?.clientScanId).toBe(scans[1]?.clientScanId);
  });

  it('changes the quantity of the latest scan on Enter, not to the same number, and reports a failure', async () => {
    const user = bench();
    const quantity = await screen.findByLabelText('Qty Received of 036000291452');
    await user.click(quantity);
    await user.tab();
    await user.clear(quantity);
    await user.type(quantity, '7{Enter}');
    await waitFor(() =>
      expect(sent).toEqual([{ scannedId: '036000291452', packingListId: 3, poNumber: 'PO-1', receivedQty: 7, receiptId: 2, expectedQty: 1, isBrief: true }]),
    );
    // Back to scanning.
    const scanField = await field();
    await waitFor(() => expect(document.activeElement).toBe(scanField));
    server.use(http.post('/api/receiveinventory/updatescan', () => HttpResponse.json({ error: { message: 'Not there' } }, { status: 409 })));
    await user.clear(quantity);
    await user.type(quantity, '0{Enter}');
    expect((await screen.findAllByText('Failed to update quantity. Please try again.')).length).toBeGreaterThan(0);
  });

  it('keeps the quantity that is being typed when another station scans the code, and changes the scan of its row', async () => {
    const user = bench();
    const quantity = await screen.findByLabelText<HTMLInputElement>('Qty Received of 036000291452');
    await user.clear(quantity);
    await user.type(quantity, '7');
    history = [receipt(3, { is_newest: true }), receipt(2, { is_newest: false }), receipt(1)];
    publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'RECEIVED', lineIds: [11] });
    expect(await screen.findByText('Scanned again since. This changes only this scan.')).toBeTruthy();
    expect(document.activeElement).toBe(quantity);
    expect(quantity.value).toBe('7');
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ scannedId: '036000291452', receivedQty: 7, receiptId: 2, expectedQty: 1 }]));
    // Only the newest scan can be changed from now on.
    await waitFor(() => expect(screen.getAllByLabelText('Qty Received of 036000291452')).not.toContain(quantity));
    expect(screen.getByLabelText<HTMLInputElement>('Qty Received of 036000291452').value).toBe('1');
  });

  it('keeps a typed quantity when new scans or another page take its row away, until it is saved or discarded', async () => {
    const more = (count: number) => Array.from({ length: count }, (_, nth) => receipt(102 - nth, { scanned_id: 'KET-1', is_newest: nth === 0 }));
    const user = bench();
    const quantity = await screen.findByLabelText<HTMLInputElement>('Qty Received of 036000291452');
    await user.clear(quantity);
    await user.type(quantity, 'x');
    const scanned = () => publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'RECEIVED', lineIds: [11] });
    history = [...more(100), receipt(2), receipt(1)];
    scanned();
    await screen.findByLabelText('Qty Received of KET-1');
    expect(document.activeElement).toBe(quantity);
    expect(quantity.value).toBe('x');
    // Leaving the field shows what is wrong, and the next page keeps the row too, as do a search without a match and a failure.
    await user.click(screen.getByRole('button', { name: 'Next 50' }));
    expect(await screen.findByText('Enter a whole number')).toBeTruthy();
    await waitFor(() => expect(screen.queryByLabelText('Qty Received of KET-1')).toBeNull());
    await user.type(screen.getByLabelText('Find a scanned code'), 'nothing{Enter}');
    await waitFor(() => expect(within(screen.getByRole('table', { name: 'Scan History' })).getAllByRole('row').length).toBe(2));
    expect(quantity.isConnected).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    history = [receipt(103, { is_newest: true }), ...more(100), receipt(2, { is_newest: false }), receipt(1)];
    scanned();
    await waitFor(() => expect(screen.getAllByLabelText('Qty Received of 036000291452').length).toBe(2));
    await user.clear(quantity);
    await user.type(quantity, '7');
    expect(await screen.findByText('Scanned again since. This changes only this scan.')).toBeTruthy();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ scannedId: '036000291452', receivedQty: 7, receiptId: 2, expectedQty: 1 }]));
    await waitFor(() => expect(quantity.isConnected).toBe(false));
    expect(screen.getAllByLabelText(/^Qty Received of /).length).toBe(2);
  });

  it('shows the complete history; the latest scan of a code can be changed anywhere in it', async () => {
    history = Array.from({ length: 120 }, (_, nth) => receipt(120 - nth, { is_newest: nth === 0 }));
    history.push(receipt(0, { scanned_id: 'KET-1', is_newest: true, is_finished: true }));
    const user = bench();
    const shown = () => within(screen.getByRole('table', { name: 'Scan History' })).getAllByRole('row').length - 1;
    await screen.findByRole('table', { name: 'Scan History' });
    expect(shown()).toBe(50);
    const older = screen.getByRole('button', { name: 'Next 50' });
    await user.click(older);
    // Until the page is here, its end is unknown.
    await waitFor(() => expect(older).toHaveProperty('disabled', false));
    await user.click(older);
    const quantity = await screen.findByLabelText('Qty Received of KET-1');
    expect(shown()).toBe(21);
    expect(older).toHaveProperty('disabled', true);
    expect(quantity.closest('tr')?.className).toContain('bg-good-soft');
    await user.click(screen.getByRole('button', { name: 'Previous' }));
    await waitFor(() => expect(shown()).toBe(50));
    await user.type(screen.getByLabelText('Find a scanned code'), 'ket-1{Enter}');
    await waitFor(() => expect(shown()).toBe(1));
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(shown()).toBe(50));
  });

  it('saves notes automatically, and damage once there is a note', async () => {
    const user = bench();
    const damaged = await screen.findByLabelText('Damaged Inventory of KET-1');
    server.use(
      http.post(
        '/api/receiveinventory/packinglist/update',
        () => HttpResponse.json({ error: { code: 'rule_violated', reason: 'note_needed', message: 'Describe the damage in the notes' } }, { status: 422 }),
        { once: true },
      ),
    );
    await user.clear(damaged);
    await user.type(damaged, '1{Enter}');
    expect(await screen.findByText('Describe the damage in the notes')).toBeTruthy();
    const notes = screen.getByLabelText('Line Item Notes of KET-1');
    expect(document.activeElement).toBe(notes);
    lines = [{ ...line, line_item_notes: 'Torn' }];
    await user.type(notes, 'Torn');
    const key = { stowage_supplier_po_id: 11, stowage_receive_inventory_packing_list_id: 3 };
    await waitFor(() =>
      expect(sent).toEqual([
        { ...key, line_item_notes: 'Torn', seen_notes: '' },
        { ...key, setDamagedQty: 1, expectedDamagedQty: 0 },
      ]),
    );
  });

  it('saves damage once there is a photo, and sends it again on Enter', async () => {
    const answers = ['none', 'none', 'photo'];
    server.use(
      http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        if (answers.shift() !== 'none') return HttpResponse.json({ success: true });
        return HttpResponse.json({ error: { code: 'rule_violated', reason: 'note_needed', message: 'Add a photo' } }, { status: 422 });
      }),
      http.get('/api/purchase-order-lines/11/photos', () => HttpResponse.json([])),
      http.post('/api/purchase-order-lines/11/photos/code', () =>
        HttpResponse.json({ lineId: 11, qrToken: 'T', link: '/photos', expires_at: '2026-11-20 15:03:05' }),
      ),
    );
    const user = bench();
    const damaged = await screen.findByLabelText<HTMLInputElement>('Damaged Inventory of KET-1');
    await user.clear(damaged);
    await user.type(damaged, '1{Enter}');
    expect(await screen.findByText('Add a photo')).toBeTruthy();
    await user.type(damaged, '{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ setDamagedQty: 1 }, { setDamagedQty: 1 }]));
    expect(await screen.findByText('Add a photo')).toBeTruthy();
    expect(damaged.value).toBe('1');
    await user.click(screen.getByRole('button', { name: 'Photos of KET-1' }));
    await user.click(await screen.findByRole('button', { name: 'Add photos' }));
    const adding = await screen.findByRole('dialog', { name: 'Add photos' });
    await within(adding).findByRole('button', { name: 'Use this device' });
    lines = [{ ...line, damaged_qty: 1 }];
    await user.keyboard('{Escape}');
    await waitFor(() => expect(sent).toMatchObject([{ setDamagedQty: 1 }, { setDamagedQty: 1 }, { setDamagedQty: 1 }]));
    await waitFor(() => expect(screen.queryByText('Add a photo')).toBeNull());
  });

  it('refuses to clear the note that is the only evidence of damage', async () => {
    lines = [{ ...line, damaged_qty: 1, line_item_notes: 'Torn' }];
    server.use(
      http.post('/api/receiveinventory/packinglist/update', () =>
        HttpResponse.json({ error: { code: 'rule_violated', reason: 'note_needed', message: 'Add a photo' } }, { status: 422 }),
      ),
    );
    const user = bench();
    await user.clear(await screen.findByLabelText('Line Item Notes of KET-1'));
    expect((await screen.findByRole('alert')).textContent).toBe('Not saved: Add a photo');
    await user.type(screen.getByLabelText('Line Item Notes of KET-1'), 'Torn');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  describe('a note that another person changed meanwhile', () => {
    const refusal = (notes: string) => ({
      error: {
        code: 'conflict',
        reason: 'changed_meanwhile',
        message: 'Somebody else changed these notes. Reload it and try again.',
        details: { line_item_notes: notes },
      },
    });
    const answers = (...all: (() => Response)[]) =>
      server.use(
        http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
          sent.push((await request.json()) as Record<string, unknown>);
          return (all.shift() ?? (() => HttpResponse.json({ success: true })))();
        }),
      );

    it('is shown with a refusal, and replaced by Enter', async () => {
      answers(() => HttpResponse.json(refusal('Two boxes'), { status: 409 }));
      const user = bench();
      const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
      await user.type(notes, 'Torn');
      expect((await screen.findByRole('alert')).textContent).toBe('Not saved: Somebody else changed these notes. Reload it and try again.');
      expect(screen.getByText('Changed by another person to: Two boxes')).toBeTruthy();
      expect(notes.value).toBe('Torn');
      await user.type(notes, '{Enter}');
      await waitFor(() =>
        expect(sent).toMatchObject([
          { line_item_notes: 'Torn', seen_notes: '' },
          { line_item_notes: 'Torn', seen_notes: 'Two boxes' },
        ]),
      );
      await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    });

    it("isn't the person's own text whose answer was lost", async () => {
      answers(
        () => HttpResponse.json({}, { status: 503 }),
        () => HttpResponse.json(refusal('Torn'), { status: 409 }),
      );
      const user = bench();
      const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
      await user.type(notes, 'Torn');
      await screen.findByText('Not saved, retrying');
      await user.type(notes, ' box');
      await waitFor(() =>
        expect(sent).toMatchObject([
          { line_item_notes: 'Torn', seen_notes: '' },
          { line_item_notes: 'Torn box', seen_notes: '' },
          { line_item_notes: 'Torn box', seen_notes: 'Torn' },
        ]),
      );
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it("isn't the text that the person saved before", async () => {
      answers();
      const user = bench();
      const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
      await user.type(notes, 'Torn');
      await waitFor(() => expect(sent).toHaveLength(1));
      await user.type(notes, ' box');
      await waitFor(() => expect(sent).toMatchObject([{}, { line_item_notes: 'Torn box', seen_notes: 'Torn' }]));
    });
  });

  it('keeps the damage that is being typed when another person saves theirs', async () => {
    const user = bench();
    const damaged = await screen.findByLabelText<HTMLInputElement>('Damaged Inventory of KET-1');
    await user.clear(damaged);
    await user.type(damaged, '3');
    lines = [{ ...line, damaged_qty: 2, packing_list_received: 3, line_item_notes: 'Torn' }];
    publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'CHANGED', lineIds: [11] });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Line Item Notes of KET-1').value).toBe('Torn'));
    expect(screen.getByLabelText<HTMLInputElement>('Damaged Inventory of KET-1').value).toBe('3');
    expect(document.activeElement).toBe(damaged);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ setDamagedQty: 3, expectedDamagedQty: 0 }]));
  });

  it('sends a number that was refused as stale again by Enter, not by leaving', async () => {
    lines = [{ ...line, line_item_notes: 'Torn' }];
    const message = 'Somebody else changed the damaged units of this line to 2. Reload it and try again.';
    server.use(
      http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
        const body = (await request.json()) as Record<string, unknown>;
        sent.push(body);
        if (body.expectedDamagedQty === 2) return HttpResponse.json({ success: true });
        lines = [{ ...line, damaged_qty: 2, packing_list_received: 3, line_item_notes: 'Torn' }];
        publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'CHANGED', lineIds: [11] });
        return HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message } }, { status: 409 });
      }),
    );
    const user = bench();
    const damaged = await screen.findByLabelText<HTMLInputElement>('Damaged Inventory of KET-1');
    await user.clear(damaged);
    await user.type(damaged, '3{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    await user.tab();
    await user.click(damaged);
    await user.keyboard('{Enter}');
    await waitFor(() => expect(sent).toMatchObject([{ expectedDamagedQty: 0 }, { setDamagedQty: 3, expectedDamagedQty: 2 }]));
  });

  it('saves a number that is typed back while the earlier one is being saved', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    lines = [{ ...line, line_item_notes: 'Torn' }];
    server.use(
      http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
        sent.push((await request.json()) as Record<string, unknown>);
        await gate;
        return HttpResponse.json({ success: true });
      }),
    );
    const user = bench();
    const damaged = await screen.findByLabelText<HTMLInputElement>('Damaged Inventory of KET-1');
    await user.clear(damaged);
    await user.type(damaged, '1{Enter}');
    await waitFor(() => expect(sent).toHaveLength(1));
    await user.clear(damaged);
    await user.type(damaged, '0{Enter}');
    release();
    await waitFor(() =>
      expect(sent).toMatchObject([
        { setDamagedQty: 1, expectedDamagedQty: 0 },
        { setDamagedQty: 0, expectedDamagedQty: 1 },
      ]),
    );
  });

  it('reports a note that could not be saved and retries until it is', async () => {
    shortenPauses();
    let isDown = true;
    server.use(
      http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
        if (isDown) return HttpResponse.error();
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({ success: true });
      }),
    );
    const user = bench();
    const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
    await user.type(notes, 'Torn');
    expect(await screen.findByText('Not saved, retrying')).toBeTruthy();
    await user.tab();
    isDown = false;
    await waitFor(() => expect(sent).toMatchObject([{ line_item_notes: 'Torn' }]));
    await waitFor(() => expect(screen.queryByText('Not saved, retrying')).toBeNull());
  });

  it("does not send a person's unsaved note as the next person", async () => {
    server.use(http.post('/api/receiveinventory/packinglist/update', () => HttpResponse.error()));
    const user = bench();
    const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
    await user.type(notes, 'Torn');
    expect(await screen.findByText('Not saved, retrying')).toBeTruthy();
    act(() => storeTokens({ token: token({ roles: ['ROLE_ADMIN'] }) }));
    expect(screen.getByText('Not saved, retrying')).toBeTruthy();
    act(() => storeTokens({ token: token({ userId: '8', roles: ['ROLE_ADMIN'] }) }));
    expect(screen.queryByText('Not saved, retrying')).toBeNull();
    expect(screen.getByLabelText<HTMLInputElement>('Line Item Notes of KET-1').value).toBe('');
  });

  it('reports damage that could not be saved and retries until it is', async () => {
    shortenPauses();
    let isDown = true;
    server.use(
      http.post('/api/receiveinventory/packinglist/update', async ({ request }) => {
        if (isDown) return HttpResponse.error();
        sent.push((await request.json()) as Record<string, unknown>);
        return HttpResponse.json({ success: true });
      }),
    );
    const user = bench();
    const damaged = await screen.findByLabelText<HTMLInputElement>('Damaged Inventory of KET-1');
    await user.clear(damaged);
    await user.type(damaged, '2{Enter}');
    expect(await screen.findByText('Not saved, retrying')).toBeTruthy();
    expect(damaged.value).toBe('2');
    isDown = false;
    lines = [{ ...line, damaged_qty: 2, line_item_notes: 'Torn' }];
    await waitFor(() => expect(sent).toMatchObject([{ setDamagedQty: 2 }]));
    await waitFor(() => expect(screen.queryByText('Not saved, retrying')).toBeNull());
  });

  it('sends a note when the page is closed before its delay', async () => {
    const user = bench();
    const notes = await screen.findByLabelText('Line Item Notes of KET-1');
    const fetched = vi.spyOn(globalThis, 'fetch');
    await user.click(notes);
    fireEvent.change(notes, { target: { value: 'Wet' } });
    window.dispatchEvent(new Event('pagehide'));
    await waitFor(() => expect(sent).toMatchObject([{ line_item_notes: 'Wet' }]));
    const [, options] = fetched.mock.calls.find(([address]) => String(address).endsWith('/packinglist/update')) ?? [];
    expect(options?.keepalive).toBe(true);
  });

  it('reads a scan during a note as a scan and preserves the note', async () => {
    bench();
    const notes = await screen.findByLabelText<HTMLInputElement>('Line Item Notes of KET-1');
    notes.focus();
    fireEvent.change(notes, { target: { value: 'One corner' } });
    await waitFor(() => expect(sent).toMatchObject([{ line_item_notes: 'One corner' }]));
    burst(notes, '036000291452');
    await waitFor(() => expect(scans.map(({ productId }) => productId)).toEqual(['036000291452']));
    expect(notes.value).toBe('One corner');
    expect(sent).toHaveLength(1);
  });

  it('warns about a surplus unit', async () => {
    server.use(
      http.post('/api/receiveinventory/scan', async ({ request }) => {
        const { productId, clientScanId } = (await request.json()) as { productId: string; clientScanId: string };
        const running_qty_remaining = productId === 'KET-1' ? -1 : 0;
        history = [receipt(history.length + 1, { client_scan_id: clientScanId, running_qty_remaining }), ...history];
        return HttpResponse.json(1);
      }),
    );
    bench();
    await screen.findByRole('table', { name: 'Scan History' });
    scanInto(await field(), '036000291452');
    await waitFor(() => expect(played).toEqual([expect.stringContaining('success')]));
    scanInto(await field(), 'KET-1');
    await waitFor(() => expect(screen.getAllByText('Received, over')).toHaveLength(2));
    expect(within(screen.getByRole('list', { name: 'Scans' })).getByText('Received, over')).toBeTruthy();
    // The scans of other stations push its receipt off the newest page.
    history = [...Array.from({ length: 60 }, (_, nth) => receipt(100 - nth, { scanned_id: 'OTHER', is_newest: nth === 0 })), ...history];
    publish(receivingTopic, { poNumber: 'PO-1', packingListId: 3, change: 'RECEIVED', lineIds: [11] });
    await screen.findByLabelText('Qty Received of OTHER');
    expect(screen.getAllByText('Received, over')).toHaveLength(2);
    await waitFor(() => expect(played).toEqual([expect.stringContaining('success'), expect.stringContaining('warning')]));
  });

  it.each([
    ['without a list', undefined, 'Please select a packing list to begin scanning'],
    ['on a closed list', 'CLOSED' as const, 'This packing list is closed'],
  ])('rejects a scan %s aloud', async (_where, state, why) => {
    if (state !== undefined) lists = [{ ...list, state }];
    open({ po: 'PO-1', tab: 'receive', list: state && 3 });
    await screen.findByRole('option', { name: 'Packing List 1 - Shipment FX9' });
    burst(screen.getByRole('tab', { name: 'Receive Against Packing List' }), '036000291452');
    await waitFor(() => expect(played).toEqual([expect.stringContaining('error')]));
    expect((await field()).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getAllByText(why).length).toBeGreaterThan(0);
    expect(scans).toEqual([]);
  });

  it('offers as many labels as a scan has units, and none for zero', async () => {
    history = [receipt(2, { received_qty: 12 }), receipt(1, { received_qty: 0, scanned_id: 'KET-1' })];
    const printed: unknown[] = [];
    openPage<ReceiveAddress>(
      ({ address, onAddress }) => (
        <ReceivePage
          address={address}
          onAddress={onAddress}
          walk={() => null}
          onOpen={() => {}}
          onPrint={(labels, copies) => printed.push(labels.length, copies)}
        />
      ),
      { po: 'PO-1', tab: 'receive', list: 3 },
    );
    const print = await screen.findByRole('button', { name: 'Print labels of 036000291452' });
    print.click();
    expect(printed).toEqual([1, 12]);
    expect(screen.getByRole('button', { name: 'Print labels of KET-1' })).toHaveProperty('disabled', true);
  });

  it('finds an unexpected code among the lines by a search, and a new line has the received quantity', async () => {
    const settled: unknown[] = [];
    const waiting = { code: 'BOX-9', quantity: 3, item_name: null, image_url: null, stowage_supplier_po_id: null, supplier_sku: null };
    server.use(
      http.get('/api/packing-lists/3/unexpected', () => HttpResponse.json([{ ...waiting, first_at: '2026-11-20 14:03:05', last_at: '2026-11-20 14:03:05' }])),
      http.post('/api/packing-lists/3/unexpected', async ({ request }) => {
        settled.push(await request.json());
        return HttpResponse.json({ quantity: 3 });
      }),
    );
    const user = bench();
    await user.click(await screen.findByRole('button', { name: 'Find the line of BOX-9' }));
    const dialog = await screen.findByRole('dialog', { name: 'Which line is BOX-9?' });
    await user.type(within(dialog).getByLabelText('Find a line'), 'kettle');
    await user.click(await within(dialog).findByRole('button', { name: 'Receive on KET-1' }));
    await waitFor(() => expect(settled).toEqual([{ code: 'BOX-9', outcome: 'RECEIVED', stowage_supplier_po_id: 11 }]));
    await user.click(screen.getByRole('button', { name: 'Add line' }));
    expect((await screen.findByLabelText<HTMLInputElement>('Qty Ordered')).value).toBe('3');
  });

  it('shows the scans that a list refused because it was closed, until they are dismissed', async () => {
    const user = bench();
    const input = await field();
    scanAnswer = () => {
      lists = [{ ...list, state: 'CLOSED' }];
      return HttpResponse.json({ error: { code: 'conflict', reason: 'closed', message: 'This packing list is closed' } }, { status: 409 });
    };
    scanInto(input, '036000291452');
    await waitFor(() => expect(scans).toHaveLength(1));
    readAgain(listPackingLists);
    await screen.findByText('This packing list is closed: nothing more is received against it.');
    const shown = within(await screen.findByRole('list', { name: 'Scans' }));
    expect(shown.getByText('Not received')).toBeTruthy();
    scanInto(document.body, 'X000BOLT0G');
    await waitFor(() => expect(shown.getAllByText('Not received')).toHaveLength(2));
    await user.click(shown.getByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(shown.queryByText('036000291452')).toBeNull());
  });

  it('receives nothing against a closed list', async () => {
    lists = [{ ...list, state: 'CLOSED' }];
    bench();
    expect(await screen.findByText('This packing list is closed: nothing more is received against it.')).toBeTruthy();
    expect((await screen.findByText(/^SKUs complete/)).textContent).not.toContain('Receiving now');
    expect(await field()).toHaveProperty('disabled', true);
  });
});

it('receives what is scanned while the packing lists load against the list of the address', async () => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('/api/receiveinventory/packinglistfrompo', async () => {
      await gate;
      return HttpResponse.json(lists);
    }),
  );
  bench();
  scanInto(await field(), '036000291452', 'X00CUPS001');
  await waitFor(() =>
    expect(scans).toMatchObject([
      { productId: '036000291452', packingListId: 3 },
      { productId: 'X00CUPS001', packingListId: 3 },
    ]),
  );
  release();
  await screen.findByRole('option', { name: /Packing List 1/ });
  const rows = within(await screen.findByRole('list', { name: 'Scans' })).getAllByRole('listitem');
  expect(rows.map(({ dataset }) => dataset.scan)).toEqual(scans.map(({ clientScanId }) => clientScanId).reverse());
});

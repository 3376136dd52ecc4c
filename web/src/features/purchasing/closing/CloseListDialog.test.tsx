import type { ClosingLine } from '@stowage/contract/purchasing/closing';
import type { PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { act, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { closeScanQueues } from '../../../shared/scan/scan-queues.ts';
import { CloseListDialog } from './CloseListDialog.tsx';

const list: PackingListOption = {
  ...{ value: 3, label: 'Packing List 1', shipment_id: 'FX9', stowage_receive_inventory_packing_list_id: 3, state: 'RECEIVING', carrier: null },
  ...{ tracking_number: null, expected_date: null, boxes: null, notes: null, file_name: null, skus: 1, units: 4, received: 2, damaged: 0, unexpected: 0 },
  ...{ created_by: 'Ann', created_at: '2026-11-20 14:03:05' },
};
const short = (id: number, quantity = 9): ClosingLine => ({
  ...{ stowage_supplier_po_id: id, supplier_sku: `SKU-${id}`, product_name: 'Kettle', packinglist_qty: 10, packing_list_received: 10 - quantity },
  ...{ damaged_qty: 0, difference: 'SHORT', quantity },
});

let lines: ClosingLine[] = [];
let sent: { decisions: object[] }[] = [];
let answer: () => Response = () => HttpResponse.json({ success: true });
beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  [sent, answer] = [[], () => HttpResponse.json({ success: true })];
  server.use(
    http.get('/api/packing-lists/3/closing', () => HttpResponse.json({ lines, unexpected: 0 })),
    http.post('/api/packing-lists/3/close', async ({ request }) => {
      sent.push((await request.json()) as { decisions: object[] });
      return answer();
    }),
  );
});
afterEach(() => vi.restoreAllMocks());

const open = () => openPage(() => <CloseListDialog list={list} onClose={() => {}} onClosed={() => {}} />, {});
const submit = () => screen.getByRole('button', { name: 'Close packing list' });

it('renders only the visible of thousands of lines and decides all of them at once', async () => {
  // jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(460);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(46);
  lines = Array.from({ length: 3_000 }, (_, nth) => short(nth + 1));
  const user = open();
  const table = await screen.findByRole('table', { name: 'Lines to decide' });
  expect(within(table).getAllByRole('row').length).toBeLessThan(40);
  await user.selectOptions(screen.getByLabelText('All 3,000 short lines'), 'CANCEL');
  expect(within(table).getByLabelText('Decision for SKU-1, short')).toHaveProperty('value', 'CANCEL');
  await user.click(submit());
  await waitFor(() => expect(sent[0]?.decisions).toHaveLength(3_000));
});

it('asks again for a decision when its quantity changed', async () => {
  lines = [short(1), short(2)];
  const user = open();
  await user.selectOptions(await screen.findByLabelText('All 2 short lines'), 'BACKORDER');
  // Another person scans one of the second line while the dialog is open.
  lines = [short(1), short(2, 8)];
  answer = () => HttpResponse.json({ error: { code: 'conflict', reason: 'changed_meanwhile', message: 'Look again' } }, { status: 409 });
  await user.click(submit());
  expect(await screen.findByText('Was 9: decide again')).toBeTruthy();
  expect(screen.getByText('The quantity of 1 decided line has changed. Decide again.')).toBeTruthy();
  expect(screen.getByLabelText('Decision for SKU-1, short')).toHaveProperty('value', 'BACKORDER');
  expect(screen.getByLabelText('Decision for SKU-2, short')).toHaveProperty('value', '');
  expect(submit()).toHaveProperty('disabled', true);
  answer = () => HttpResponse.json({ success: true });
  await user.selectOptions(screen.getByLabelText('Decision for SKU-2, short'), 'CANCEL');
  expect(screen.queryByText('Was 9: decide again')).toBeNull();
  await user.click(submit());
  const of = (id: number, quantity: number, decision: string) => ({ stowage_supplier_po_id: id, difference: 'SHORT', quantity, decision });
  await waitFor(() => expect(sent.at(-1)).toEqual({ decisions: [of(1, 9, 'BACKORDER'), of(2, 8, 'CANCEL')] }));
});

it('is not possible while scans of the list on this device are not saved', async () => {
  closeScanQueues();
  lines = [];
  const scan = { id: 'unsaved', code: '036000291452', at: 1, state: 'failed', poNumber: 'PO-1' };
  localStorage.setItem('stowage.receiving.7.unsaved', JSON.stringify({ ...scan, packingListId: 3 }));
  localStorage.setItem('stowage.receiving.7.other', JSON.stringify({ ...scan, id: 'other', packingListId: 4 }));
  const user = open();
  expect(await screen.findByText('1 scan of this device is not saved yet. Retry or dismiss it in the list of scans first.')).toBeTruthy();
  await screen.findByText('Every line was received as listed.');
  expect(submit()).toHaveProperty('disabled', true);
  localStorage.removeItem('stowage.receiving.7.unsaved');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'stowage.receiving.7.unsaved', newValue: null })));
  await user.click(submit());
  await waitFor(() => expect(sent).toHaveLength(1));
});

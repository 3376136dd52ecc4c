import type { HistoryRow } from '@stowage/contract/inventory';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { played } from '../../../test/setup.ts';
import { createQueryClient } from '../../api/query.ts';
import { ToastProvider } from '../../ui/Toast.tsx';
import { ScanPage } from './ScanPage.tsx';
import type { ScanPageAddress } from './scan-page-address.ts';
import { closeScanQueue } from './scan-queue.ts';

// The live connection has its own tests, in a real browser.
vi.mock('../../api/live.ts', () => ({ useTopic: () => {} }));

const locations = ['A-1', 'B-3', 'RECEIVING'].map((location, index) => ({ id: index + 1, location }));
let rows: HistoryRow[] = [];
let scans: { productId: string; locationId: number; clientScanId: string }[] = [];

function historyRow(part: Partial<HistoryRow>): HistoryRow {
  return {
    id: 1,
    item_name: 'Electric Kettle',
    seller_sku: 'KETTLE-N',
    identifier: 'X00KETTLEN',
    asin: 'B000KETTLE',
    sku_condition: 11,
    location: 'A-1',
    location_id: 1,
    created_at: '2026-11-20 14:03:05',
    updated_at: '2026-11-20 14:03:05',
    deleted: 0,
    quantity: 1,
    client_scan_id: null,
    ...part,
  };
}

beforeEach(() => {
  closeScanQueue();
  signedIn();
  rows = [];
  scans = [];
  server.use(
    http.post('/api/sflocalinventorylocations', () => HttpResponse.json(locations)),
    http.get('/api/inventory/history', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'));
      const data = rows.slice(page * 10, page * 10 + 10);
      return HttpResponse.json({ data, totalCount: rows.length, totalPages: Math.ceil(rows.length / 10), currentPage: page });
    }),
    http.post('/api/sfinventory', async ({ request }) => {
      const body = (await request.json()) as (typeof scans)[number];
      scans.push(body);
      rows = [historyRow({ id: scans.length + 100, client_scan_id: body.clientScanId, identifier: body.productId }), ...rows];
      return HttpResponse.text('ok');
    }),
  );
});

async function open(address: ScanPageAddress = {}) {
  function Page() {
    const [current, setCurrent] = useState(address);
    return <ScanPage address={current} onAddress={(change) => setCurrent((previous) => ({ ...previous, ...change }))} />;
  }
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <Page />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await screen.findByRole('option', { name: 'B-3' });
  const field = screen.getByLabelText<HTMLInputElement>('UPC, EAN, ASIN, SKU, or FNSKU');
  return { field, user: userEvent.setup() };
}

describe('scanning', () => {
  it('starts at A-1 with the focus in the field', async () => {
    const { field } = await open();
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('A-1');
    expect(document.activeElement).toBe(field);
  });

  it('submits at once on Enter, plays the success tone, clears the field and shows the result', async () => {
    const { field, user } = await open();
    await user.type(field, 'X00KETTLEN{Enter}');
    await screen.findByText('Added to A-1');
    expect(scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1 }]);
    expect([field.value, played]).toEqual(['', ['/sounds/success.wav']]);
    expect(await screen.findByText(/X00KETTLEN · KETTLE-N · New/)).toBeTruthy();
  });

  it('submits typed text a second after the last key, and not before', async () => {
    const { field, user } = await open();
    await user.type(field, 'X00KETTLEN');
    await new Promise((resolve) => setTimeout(resolve, 700));
    expect(scans).toEqual([]);
    await waitFor(() => expect(scans).toHaveLength(1), { timeout: 1500 });
    await waitFor(() => expect(field.value).toBe(''));
  });

  it('keeps every scan of a burst, in order, each with an id of its own', async () => {
    const { field, user } = await open();
    const codes = Array.from({ length: 20 }, (_, i) => `X00BURST${String(i).padStart(2, '0')}`);
    for (const code of codes) await user.type(field, `${code}{Enter}`, { delay: null } as never);
    await waitFor(() => expect(scans).toHaveLength(20), { timeout: 5000 });
    expect(scans.map(({ productId }) => productId)).toEqual(codes);
    expect(new Set(scans.map(({ clientScanId }) => clientScanId)).size).toBe(20);
  });

  it.each(['LPNRR123456', 'lpn0001'])('refuses %s without asking the server', async (code) => {
    const { field, user } = await open();
    await user.type(field, `${code}{Enter}`);
    expect(await screen.findByText('LPN codes are not supported')).toBeTruthy();
    expect([field.value, scans, played]).toEqual(['', [], ['/sounds/error.wav']]);
  });

  it('shows what the server refuses, and clears the error with the next key', async () => {
    const refusal = { error: { message: 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU', reason: 'not_an_identifier' } };
    server.use(http.post('/api/sfinventory', () => HttpResponse.json(refusal, { status: 422 })));
    const { field, user } = await open();
    await user.type(field, '12345678{Enter}');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(played).toEqual(['/sounds/error.wav']);
    await user.type(field, '1');
    expect(field.getAttribute('aria-invalid')).toBeNull();
  });

  it('submits nothing for an empty field', async () => {
    const { field, user } = await open();
    await user.type(field, '   {Enter}');
    expect(scans).toEqual([]);
  });

  it('sends a scan again, under the same id, until the server answers', async () => {
    const ids: string[] = [];
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        ids.push(((await request.json()) as { clientScanId: string }).clientScanId);
        return ids.length < 3 ? HttpResponse.error() : HttpResponse.text('ok');
      }),
    );
    const { field, user } = await open();
    await user.type(field, 'X00KETTLEN{Enter}');
    expect((await screen.findAllByText('Not saved yet, retrying')).length).toBeGreaterThan(0);
    await screen.findByText('Added to A-1', undefined, { timeout: 5000 });
    expect(new Set(ids).size).toBe(1);
  });

  it('sends after a reload what an earlier page could not', async () => {
    const scan = { id: 'left-behind-scan', code: 'X00KETTLEN', locationId: 2, location: 'B-3', at: 1, state: 'retrying' };
    localStorage.setItem('stowage.scan.7.left-behind-scan', JSON.stringify(scan));
    localStorage.setItem('stowage.scan.8.of-somebody-else', JSON.stringify({ ...scan, id: 'of-somebody-else' }));
    await open();
    await waitFor(() => expect(scans).toEqual([{ productId: 'X00KETTLEN', locationId: 2, clientScanId: 'left-behind-scan' }]));
    await waitFor(() => expect(Object.keys(localStorage).filter((key) => key.startsWith('stowage.scan.'))).toEqual(['stowage.scan.8.of-somebody-else']));
  });

  it('keeps the scans of somebody whose session ended until they are back', async () => {
    server.use(
      http.post('/api/sfinventory', () => HttpResponse.json({}, { status: 401 })),
      http.post('/api/refresh', () => HttpResponse.json({}, { status: 401 })),
    );
    const { field, user } = await open();
    await user.type(field, 'X00KETTLEN{Enter}');
    await waitFor(() => expect(localStorage.getItem('jwt')).toBeNull());
    cleanup();
    closeScanQueue();
    server.resetHandlers();
    server.use(
      http.post('/api/sfinventory', async ({ request }) => {
        scans.push((await request.json()) as (typeof scans)[number]);
        return HttpResponse.text('ok');
      }),
      http.post('/api/sflocalinventorylocations', () => HttpResponse.json(locations)),
      http.get('/api/inventory/history', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 })),
    );
    signedIn();
    await open();
    await waitFor(() => expect(scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1 }]));
  });

  it('switches the location when a location is scanned', async () => {
    const { field, user } = await open();
    await user.type(field, 'b-3{Enter}');
    expect(screen.getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
    expect(scans).toEqual([]);
  });

  it('hears a scanner while a button has the focus, and confirms nothing by its Enter', async () => {
    rows = [historyRow({})];
    const { user } = await open();
    const button = await screen.findByRole('button', { name: 'Delete Electric Kettle' });
    button.focus();
    await user.keyboard('X00KETTLEN{Enter}');
    await waitFor(() => expect(scans).toMatchObject([{ productId: 'X00KETTLEN' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets the person pick where a code names several listings', async () => {
    const listing = (id: number, sellerSku: string) => ({ id, sellerSku, fnsku: null, asin: null, channel: 'SELLER_FULFILLED' });
    const product = { id: 1, title: 'Desk Lamp', itemCode: null };
    const matches = [
      { kind: 'ASIN', product, listing: listing(1, 'LAMP-VG'), condition: 2 },
      { kind: 'ASIN', product, listing: listing(2, 'LAMP-A'), condition: 4 },
    ];
    server.use(
      http.post('/api/sfinventory', () => HttpResponse.json({ error: { message: 'Which one?', reason: 'ambiguous', details: { matches } } }, { status: 409 }), {
        once: true,
      }),
    );
    const { field, user } = await open();
    await user.type(field, 'B0000000LA{Enter}');
    await user.click(await screen.findByRole('button', { name: /Acceptable · LAMP-A/ }));
    await waitFor(() => expect(scans).toMatchObject([{ productId: 'LAMP-A', locationId: 1 }]));
  });
});

describe('the history', () => {
  it('has the columns of the specification, and N/A for what is missing', async () => {
    rows = [historyRow({ item_name: null, seller_sku: null, asin: null, sku_condition: null, identifier: '123456789' })];
    await open();
    const table = await screen.findByRole('table', { name: 'Inventory History' });
    const headings = within(table)
      .getAllByRole('columnheader')
      .map((cell) => cell.textContent);
    expect(headings).toEqual(['Item Name', 'FNSKU', 'ASIN', 'SELLER SKU', 'CONDITION', 'LOCATION', 'DATE', 'EDIT', 'DELETE/RESTORE']);
    const cells = within(table)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(cells.slice(0, 6)).toEqual(['N/A', '123456789', 'N/A', 'N/A', 'N/A', 'A-1']);
    expect(screen.getByText('A record of recent inventory updates, including ASIN, SKU, FNSKU, and GTIN.')).toBeTruthy();
    expect(screen.getByText(/^Current Time:/)).toBeTruthy();
  });

  it('falls back to the seller SKU for a name, and shows an unknown condition raw', async () => {
    rows = [historyRow({ item_name: null, sku_condition: 7 })];
    await open();
    const cells = (await screen.findAllByRole('cell')).map((cell) => cell.textContent);
    expect([cells[0], cells[4]]).toEqual(['KETTLE-N', '7']);
  });

  it('pages by ten', async () => {
    rows = Array.from({ length: 23 }, (_, i) => historyRow({ id: 100 - i }));
    const { user } = await open();
    const pages = await screen.findByRole('navigation', { name: 'Pages' });
    expect(pages.textContent).toContain('Showing 1 to 10 of 23 results');
    expect(within(pages).getByRole<HTMLButtonElement>('button', { name: 'Previous' }).disabled).toBe(true);
    await user.click(within(pages).getByRole('button', { name: 'Page 3' }));
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Showing 21 to 23 of 23 results'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('goes back to the first page when something was scanned', async () => {
    rows = Array.from({ length: 23 }, (_, i) => historyRow({ id: 100 - i }));
    const { field, user } = await open({ page: 3 });
    await user.type(field, 'X00KETTLEN{Enter}');
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Showing 1 to 10 of 24 results'));
  });

  it('says that it could not be loaded, and loads on request', async () => {
    server.use(http.get('/api/inventory/history', () => HttpResponse.json({ error: { message: 'No permission' } }, { status: 403 }), { once: true }));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing has been scanned yet')).toBeTruthy();
  });
});

describe('delete and restore', () => {
  it.each([
    [
      'delete',
      0,
      'Delete Item',
      'Are you sure you want to delete this inventory item? This action can be undone by restoring the item.',
      'Item deleted successfully',
    ],
    ['restore', 1, 'Restore Item', 'Are you sure you want to restore this inventory item?', 'Item restored successfully'],
  ] as const)('%s asks, works and says so', async (action, deleted, title, question, done) => {
    rows = [historyRow({ id: 9, deleted })];
    const bodies: unknown[] = [];
    server.use(
      http.post(`/api/localinventory/${action}`, async ({ request }) => {
        bodies.push(await request.json());
        await new Promise((resolve) => setTimeout(resolve, 50));
        return HttpResponse.json({ success: true, message: 'x' });
      }),
    );
    const { user } = await open();
    const verb = action === 'delete' ? 'Delete' : 'Restore';
    await user.click(await screen.findByRole('button', { name: `${verb} Electric Kettle` }));
    const dialog = await screen.findByRole('dialog', { name: title });
    expect(dialog.textContent).toContain(question);
    await user.click(within(dialog).getByRole('button', { name: verb }));
    expect(within(dialog).getByRole('button', { name: 'Processing...' })).toBeTruthy();
    expect((await screen.findAllByText(done)).length).toBeGreaterThan(0);
    expect(bodies).toEqual([{ id: 9 }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: title })).toBeNull());
  });

  it.each([
    [
      () => HttpResponse.json({ success: false, message: 'The item is already deleted' }, { status: 409 }),
      'Failed to delete item: The item is already deleted',
    ],
    [() => HttpResponse.error(), 'Error deleting item. Please try again.'],
  ])('tell failures apart: %#', async (answer, message) => {
    rows = [historyRow({})];
    server.use(http.post('/api/localinventory/delete', answer));
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Delete Electric Kettle' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });

  it('disables Edit and strikes the row through when it is deleted', async () => {
    rows = [historyRow({ deleted: 1 })];
    await open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Edit Electric Kettle' })).disabled).toBe(true);
    expect(screen.getByText('Electric Kettle').closest('s')).toBeTruthy();
  });
});

describe('the Edit Item dialog', () => {
  async function openDialog(answer: () => Response) {
    rows = [historyRow({ id: 9 })];
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/updatelocalinventoryitem', async ({ request }) => {
        bodies.push(await request.json());
        return answer();
      }),
    );
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Electric Kettle' }));
    const dialog = await screen.findByRole('dialog', { name: 'Electric Kettle' });
    return { user, dialog, bodies, select: within(dialog).getByLabelText<HTMLSelectElement>('Location') };
  }

  it('offers the fixed list, starts at the current location, and saves', async () => {
    const { user, dialog, select, bodies } = await openDialog(() => HttpResponse.json({ success: true, message: 'x' }));
    const options = within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
    expect([options.length, options[0], options[1], options.at(-1), select.value]).toEqual([57, 'Select Location', 'A-1', 'G-8', 'A-1']);
    await user.selectOptions(select, 'G-8');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bodies).toEqual([{ id: 9, location: 'G-8', quantity: 1 }]);
  });

  it.each([
    [() => HttpResponse.json({ success: false, message: 'There is no location G-8' }, { status: 404 }), 'Failed to update location: There is no location G-8'],
    [() => HttpResponse.json({ success: false, message: '' }, { status: 422 }), 'Failed to update location: Unknown error'],
    [() => HttpResponse.json({}, { status: 500 }), 'Failed to update location - please try again'],
  ])('stays open and says what went wrong: %#', async (answer, message) => {
    const { user, dialog } = await openDialog(answer);
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect(screen.getByRole('dialog', { name: 'Electric Kettle' })).toBeTruthy();
  });
});

import type { Adjustment, LocationDetail, LocationItem, LocationSummary, SearchResult, StockValue } from '@stowage/contract/inventory/report';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { shortenPauses } from '../../../../test/pauses.ts';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { ReportPage } from './ReportPage.tsx';
import type { ReportAddress } from './report-address.ts';

const rows: LocationSummary[] = [
  { location: 'A-1', item_count: 1200 },
  { location: 'B-3', item_count: 34 },
  { location: 'RECEIVING', item_count: 0 },
];
let asked: Record<string, unknown[]> = {};
let summaries: LocationSummary[] = [];
let details: LocationDetail[] = [];
let items: LocationItem[] = [];
let found: SearchResult[] = [];
let adjustments: Adjustment[] = [];

const failing = (path: string) => server.use(http.post(path, () => HttpResponse.json({ error: { message: 'x' } }, { status: 500 })));

beforeEach(() => {
  signedIn();
  asked = {};
  [summaries, details, items, found, adjustments] = [rows, [], [], [], []];
  const answer = (path: string, body: () => unknown) =>
    http.post(path, async ({ request }) => {
      const text = await request.text();
      asked[path] = [...(asked[path] ?? []), text === '' ? undefined : JSON.parse(text)];
      return HttpResponse.json(body() as object);
    });
  server.use(
    http.get('/api/locations', () => HttpResponse.json(rows.map(({ location }, id) => ({ id, location })))),
    answer('/api/localinventoryreport', () => summaries),
    answer('/api/localinventorydetails', () => details),
    answer('/api/locationinventorypricelist', () => items),
    answer('/api/searchbyidentifier', () => found),
    answer('/api/inventoryadjustments', () => adjustments),
  );
});

async function open(address: ReportAddress = {}) {
  return openPage(ReportPage, address);
}

const headings = (table: HTMLElement) =>
  within(table)
    .getAllByRole('columnheader')
    .map((cell) => cell.textContent);

describe('By Location', () => {
  it('writes numbers in English in a German browser', async () => {
    const german = vi.spyOn(Number.prototype, 'toLocaleString').mockImplementation(function (this: number, locales, options) {
      return new Intl.NumberFormat(locales ?? 'de-DE', options).format(this);
    });
    onTestFinished(() => german.mockRestore());
    await open();
    await waitFor(() => expect(screen.getByText('Total Items').parentElement?.textContent).toBe('Total Items1,234'));
  });
  it('sums up in three cards and refreshes on request', async () => {
    const user = await open();
    await waitFor(() => expect(screen.getByText('Total Items').parentElement?.textContent).toBe('Total Items1,234'));
    expect(screen.getByText('Locations').parentElement?.textContent).toBe('Locations3');
    summaries = [];
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
    expect(await screen.findByText('No inventory data found')).toBeTruthy();
  });

  it('searches a code; a blank search clears the results without a call', async () => {
    found = [{ location: 'B-3', identifier: 'X00KETTLEN', asin: null, count: 2 }];
    const user = await open();
    const field = screen.getByLabelText('Identifier');
    expect(field.getAttribute('placeholder')).toContain('X001');
    await user.type(field, '  X00KETTLEN {Enter}');
    const table = await screen.findByRole('table', { name: 'Search results' });
    expect(headings(table)).toEqual(['Location', 'Identifier', 'ASIN', 'Count']);
    expect(asked['/api/searchbyidentifier']).toEqual([{ identifier: 'X00KETTLEN' }]);
    await user.clear(field);
    await user.type(field, '   {Enter}');
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Search results' })).toBeNull());
    expect(asked['/api/searchbyidentifier']).toHaveLength(1);
  });

  it('searches a code that is scanned outside its field', async () => {
    await open();
    await screen.findByText('Total Items');
    scanInto(document.body, 'X00KETTLEN');
    await waitFor(() => expect(asked['/api/searchbyidentifier']).toEqual([{ identifier: 'X00KETTLEN' }]));
  });

  it('shows that there are no results', async () => {
    await open({ q: 'NOTHING01' });
    expect(await screen.findByText('No items found')).toBeTruthy();
  });

  it('lists the units of a selected location with their number', async () => {
    items = [{ id: 7, item_code: 'NRD00001', product_title: 'Electric Kettle', identifier: 'X00KETTLEN', asin: 'B000KETTLE' }];
    const user = await open();
    const select = screen.getByLabelText('Location');
    await within(select).findByRole('option', { name: 'B-3' });
    expect(within(select).getAllByRole('option')[0]?.textContent).toBe('-- Select a Location --');
    await user.selectOptions(select, 'B-3');
    const table = await screen.findByRole('table', { name: 'Items in B-3' });
    expect(headings(table)).toEqual(['ID', 'Item Code', 'Product Title', 'Identifier', 'ASIN']);
    expect(screen.getByText(/items in B-3/).textContent).toBe('34 items in B-3');
  });

  it('says that the list of locations could not be loaded, logs it, and tries again', async () => {
    shortenPauses();
    const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
    server.use(http.get('/api/locations', () => HttpResponse.json({ error: { message: 'No' } }, { status: 400 }), { once: true }));
    await open();
    expect(await screen.findByText('The locations could not be loaded; trying again')).toBeTruthy();
    expect(log).toHaveBeenCalled();
    expect(await within(screen.getByLabelText('Location')).findByRole('option', { name: 'B-3' })).toBeTruthy();
    expect(screen.queryByText(/trying again/)).toBeNull();
  });

  it('opens a location from the map', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'B-3: 34 units' }));
    expect(asked['/api/locationinventorypricelist']).toEqual([{ location: 'B-3' }]);
    expect(await screen.findByText('No inventory found in this location')).toBeTruthy();
  });

  it('expands a row by click or key, loads its details once, and collapses it', async () => {
    details = [{ seller_sku: 'KETTLE-N', identifier: 'X00KETTLEN', asin: 'B000KETTLE', count: 3 }];
    const user = await open();
    const table = await screen.findByRole('table', { name: 'Inventory by Location' });
    expect(headings(table)).toEqual(['Location', 'Item Count']);
    await user.click(within(table).getByText('1,200'));
    expect(headings(await screen.findByRole('table', { name: 'Listings in A-1' }))).toEqual(['Seller SKU', 'Identifier', 'ASIN', 'Count']);
    const button = within(table).getByRole('button', { name: 'A-1' });
    expect(button.getAttribute('aria-expanded')).toBe('true');
    button.focus();
    await user.keyboard('{Enter}');
    expect(screen.queryByRole('table', { name: 'Listings in A-1' })).toBeNull();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('table', { name: 'Listings in A-1' })).toBeTruthy();
    expect(asked['/api/localinventorydetails']).toEqual([{ location: 'A-1' }]);
  });

  it('reloads expanded rows with everything else', async () => {
    details = [{ seller_sku: 'KETTLE-N', identifier: 'X00KETTLEN', asin: 'B000KETTLE', count: 3 }];
    const user = await open({ location: 'B-3', q: 'X00KETTLEN' });
    await user.click(await screen.findByRole('button', { name: 'A-1' }));
    const listings = await screen.findByRole('table', { name: 'Listings in A-1' });
    details = [{ seller_sku: 'KETTLE-N', identifier: 'X00KETTLEN', asin: 'B000KETTLE', count: 47 }];
    await user.click(screen.getByRole('button', { name: 'Refresh Data' }));
    expect(await within(listings).findByText('47')).toBeTruthy();
    for (const path of ['/api/localinventoryreport', '/api/locationinventorypricelist', '/api/searchbyidentifier']) expect(asked[path]).toHaveLength(2);
  });

  it('shows that a location is empty', async () => {
    const user = await open();
    await user.click(await screen.findByRole('button', { name: 'RECEIVING' }));
    expect(await screen.findByText('No items found in this location')).toBeTruthy();
  });

  it("collapses a row whose details can't be loaded, with a message", async () => {
    failing('/api/localinventorydetails');
    const user = await open();
    const button = await screen.findByRole('button', { name: 'B-3' });
    await user.click(button);
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load details for location B-3');
    expect(button.getAttribute('aria-expanded')).toBe('false');
  });

  it.each([
    ['/api/localinventoryreport', {}, 'Failed to load inventory report'],
    ['/api/searchbyidentifier', { q: 'X00KETTLEN' }, 'Failed to search inventory'],
    ['/api/locationinventorypricelist', { location: 'B-3' }, 'Failed to load inventory for location B-3'],
    ['/api/inventoryadjustments', { tab: 'adjustments' }, 'Failed to load adjustments'],
  ] as const)('shows a message when %s fails', async (path, address, message) => {
    failing(path);
    await open(address);
    expect((await screen.findByRole('alert')).textContent).toBe(`${message}Try again`);
  });
});

describe('Adjustments', () => {
  const adjustment: Adjustment = { id: 1, sku: 'KETTLE-N', type: 'ADD', quantity: 1, reason: 'Added to A-1', created_at: '2026-11-20 14:03:05' };

  it('shows the movements with badges and the complete reason on hover', async () => {
    adjustments = (['ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE'] as const).map((type, id) => ({ ...adjustment, id, type }));
    const user = await open();
    await user.click(screen.getByRole('tab', { name: 'Adjustments' }));
    const table = await screen.findByRole('table', { name: 'Inventory Adjustments' });
    expect(headings(table)).toEqual(['SKU', 'Type', 'Quantity', 'Reason', 'Created At']);
    const colour = (type: string) => /text-(good|accent|warn|bad)/.exec(within(table).getByText(type).className)?.[1];
    expect(['ADD', 'LOCATION_CHANGE', 'AUDIT_COUNT', 'REMOVE'].map(colour)).toEqual(['good', 'accent', 'warn', 'bad']);
    expect(within(table).getAllByText('Added to A-1')[0]?.title).toBe('Added to A-1');
    expect(asked['/api/inventoryadjustments']).toEqual([{ sku: '' }]);
  });

  it('filters by SKU; an empty one selects all', async () => {
    const user = await open({ tab: 'adjustments' });
    expect(await screen.findByText('No adjustments found')).toBeTruthy();
    await user.type(screen.getByLabelText('SKU'), 'KETTLE-N');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await waitFor(() => expect(asked['/api/inventoryadjustments']).toEqual([{ sku: '' }, { sku: 'KETTLE-N' }]));
  });
});

describe('Value and Age', () => {
  const value: StockValue = {
    total: { units: 1234, value: '5678.90', unknown_units: 4, later_units: 30 },
    ages: [{ name: '0–30 days', units: 1234, value: '5678.90', unknown_units: 4, later_units: 30 }],
  };
  const moments: (string | null)[] = [];
  beforeEach(() => {
    moments.length = 0;
    server.use(
      http.get('/api/inventory/report/value', ({ request }) => {
        moments.push(new URL(request.url).searchParams.get('at'));
        return HttpResponse.json(value);
      }),
      http.get('/api/inventory/report/as-of', () => HttpResponse.json(rows)),
    );
  });

  it('sums up and lists the units without a cost', async () => {
    await open({ tab: 'value' });
    await waitFor(() => expect(screen.getByText('Value at cost', { selector: 'dt' }).parentElement?.textContent).toBe('Value at cost5,678.9'));
    expect(screen.getByText(/^4 of 1,234 units have no known cost/)).toBeTruthy();
    expect(screen.getByText(/^The cost of 30 of 1,234 units was entered after that day/)).toBeTruthy();
    const table = await screen.findByRole('table', { name: 'Stock by Location' });
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(moments).toEqual([null]);
  });

  it("requests the end of the selected day in the viewer's time zone", async () => {
    const user = await open({ tab: 'value' });
    await user.type(screen.getByLabelText('As of the end of'), '2026-01-31');
    await waitFor(() => expect(moments.at(-1)).toBe(new Date(2026, 0, 31, 23, 59, 59, 999).toISOString()));
  });
});

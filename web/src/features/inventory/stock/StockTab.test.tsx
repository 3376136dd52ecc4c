import type { StockRow, StockUnit } from '@stowage/contract/inventory/stock';
import type { Label } from '@stowage/contract/labels/labels';
import { type ListingQuantity, quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { bulkAnswer } from '../../../../test/bulk.ts';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { StockTab } from './StockTab.tsx';
import type { StockAddress } from './stock-address.ts';

const kettle: StockRow = {
  product_id: 1,
  listing_id: 1,
  item_name: 'Electric Kettle',
  seller_sku: 'KETTLE-N',
  asin: 'B000KETTLE',
  fnsku: 'X00KETTLEN',
  gtin: '036000291452',
  sku_condition: 11,
  channel: 'SELLER_FULFILLED',
  vendor: 'NRD',
  on_hand: 4,
  pending: 0,
  quarantine: 1,
  available: 3,
  locations: ['A-1', 'B-3', 'C-2', 'D-1'].map((location) => ({ location, count: 1 })),
  location_count: 6,
  marketplace_quantity: 5,
  marketplace_price: '24.50',
  sync_state: 'DRIFT',
  map: '29.99',
  image_url: null,
  last_counted_at: null,
  oldest_at: '2026-11-01 08:00:00',
};
const unit: StockUnit = { id: 9, identifier: 'X00KETTLEN', location: 'A-1', status: 'AVAILABLE', notes: null, created_at: '2026-11-01 08:00:00' };
const decision = {
  ...{ id: 5, merchant_sku: 'KETTLE-N', asin: 'B000KETTLE', condition_id: 11, map_price: 29.99, competitive_price: null, submitted_price: 29.99 },
  ...{ threshold_price: null, tiered_price: null, price_id: null, threshold_enforced: false, pricing_decision: 'Raised to the floor' },
  ...{ pricing_method: 'percentage_off_map_fallback', job_id: 'J', created_at: '2026-11-20 08:00:00', calculation_details: null },
  ...{ competitive_data: null, decision_details: null, outcome: 'ACCEPTED', outcome_reason: null },
};
const offer: ListingQuantity = {
  ...{ mode: 'ON', is_offered: true, wanted: 8, shown: 8, available: 9, sent: 8, sent_at: '2026-11-20T14:02:05.000Z', answered_at: '2026-11-20T14:02:06.000Z' },
  ...{ outcome: 'REJECTED', reason: '8541: The SKU does not match', submission_id: 'S-1', is_due: false },
  rule: { safety_stock: 1, maximum: null, is_withheld: false, version: 2 },
};
let rows: StockRow[] = [];
let asked: URLSearchParams[] = [];
let sent: [path: string, body: unknown][] = [];
let printed: Label[] = [];
let counts: number[] = [];

const answer = (to: string, body: object = { success: true, message: 'Done' }) =>
  http.post(to, async ({ request }) => {
    sent.push([to, await request.json()]);
    return HttpResponse.json(body);
  });

beforeEach(() => {
  signedIn();
  [rows, asked, sent, printed, counts] = [[kettle, { ...kettle, listing_id: 2, seller_sku: null, fnsku: 'X0OTHER', sync_state: 'UNKNOWN' }], [], [], [], []];
  server.use(
    http.get('/api/inventory/stock', ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json({ data: rows, next: 'NEXT' });
    }),
    http.get('/api/inventory/stock/totals', ({ request }) =>
      HttpResponse.json({ listings: 1_200, on_hand: 19_838, available: 3, unlisted: new URL(request.url).search === '' ? 1 : null }),
    ),
    http.get('/api/inventory/stock/filters', () => HttpResponse.json({ vendors: ['KST', 'NRD'] })),
    http.get('/api/inventory/stock/:id/units', ({ params }) => HttpResponse.json([{ ...unit, id: Number(params.id) * 10 }])),
    http.get('/api/locations', () => HttpResponse.json([{ id: 1, location: 'A-1' }])),
    http.get('/api/inventory/adjustments', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 })),
    http.get('/api/pricing-breakdown/latest', () => HttpResponse.json({ decision })),
    http.get('/api/pricing/quantities/listings/:id', () => HttpResponse.json(offer)),
    answer('/api/bulk/send-quantities', bulkAnswer({ kind: 'send-quantities' })),
    answer('/api/bulk/move-units', bulkAnswer({})),
    answer('/api/bulk/quarantine-units', bulkAnswer({ kind: 'quarantine-units' })),
  );
});

async function open(address: StockAddress = {}) {
  const user = openPage(
    (props: Pick<React.ComponentProps<typeof StockTab>, 'address' | 'onAddress'>) => (
      <StockTab {...props} onPrint={(labels) => printed.push(...labels)} onCount={(id) => counts.push(id)} />
    ),
    address,
  );
  return { user, table: await screen.findByRole('table', { name: 'Stock' }) };
}

it('shows the totals of all pages, as the dashboard does', async () => {
  const { user } = await open();
  await screen.findByText('1,200 SKUs: 19,839 units on hand, 1 of them without a listing, 3 available');
  await user.selectOptions(screen.getByLabelText('Show'), 'Out of sync');
  await screen.findByText('1,200 SKUs: 19,838 units on hand, 3 available');
});

const lastAsked = () => Object.fromEntries(asked.at(-1) ?? []);

describe('the Stock tab', () => {
  it('shows quantities and locations', async () => {
    const { table } = await open();
    for (const text of ['A-1: 1', '+4', 'Out of sync', 'No SKU']) expect(within(table).getAllByText(text).length).toBeGreaterThan(0);
    expect(lastAsked()).toEqual({ sort: 'on_hand', descending: 'true' });
  });

  it('shows that a listing is in sync as soon as Amazon has answered', async () => {
    const { table } = await open();
    rows = [{ ...kettle, marketplace_quantity: 3, sync_state: 'IN_SYNC' }];
    publish(quantitiesTopic, { listing_ids: [1] });
    await within(table).findByText('In sync');
  });

  it('sends the search, filters and order to the server', async () => {
    const { user, table } = await open();
    await user.type(screen.getByLabelText('Find'), 'kettle{Enter}');
    await user.selectOptions(screen.getByLabelText('Show'), 'Out of sync');
    await user.selectOptions(screen.getByLabelText('Vendor'), 'KST');
    await user.click(within(table).getByRole('button', { name: 'Item' }));
    await waitFor(() => expect(lastAsked()).toEqual({ search: 'kettle', out_of_sync: 'true', vendor: 'KST', sort: 'item', descending: 'false' }));
    expect(within(table).getByRole('columnheader', { name: 'Item column' }).getAttribute('aria-sort')).toBe('ascending');
    for (const [heading, sort] of Object.entries({ Locations: 'locations', Amazon: 'amazon', MAP: 'map', 'Age, counted': 'counted' })) {
      await user.click(within(table).getByRole('button', { name: heading }));
      await waitFor(() => expect(lastAsked()).toMatchObject({ sort, descending: 'true' }));
    }
  });

  it('goes to the next page and back', async () => {
    const { user } = await open();
    const press = async (name: string) => user.click(screen.getByRole('button', { name }));
    await press('Next 50');
    await waitFor(() => expect(lastAsked().after).toBe('NEXT'));
    await press('Previous');
    await waitFor(() => expect((screen.getByRole('button', { name: 'First' }) as HTMLButtonElement).disabled).toBe(true));
  });

  it('moves, quarantines and prints the selected listings', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, X0OTHER' }));
    expect(screen.getByText('2 listings, 8 units')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Print labels' }));
    expect(printed).toMatchObject([{ code: 'X00KETTLEN' }, { code: 'X0OTHER' }]);
    // The other one sorts by the column.
    const [quarantine] = screen.getAllByRole('button', { name: 'Quarantine' });
    await user.click(quarantine as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Quarantine Items' });
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Damaged');
    await user.click(within(dialog).getByRole('button', { name: 'Quarantine' }));
    const selection = { matching: { listings: [1, 2] } };
    await waitFor(() => expect(sent).toMatchObject([['/api/bulk/quarantine-units', { selection, input: { reason: 'DAMAGED', note: '' } }]]));
    await user.click(await screen.findByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    scanInto(screen.getByLabelText('Move to: scan a location'), 'a-1');
    const one = { selection: { matching: { listings: [1] } }, input: { location: 'A-1' } };
    await waitFor(() => expect(sent.at(-1)).toMatchObject(['/api/bulk/move-units', one]));
  });

  it('names the units of the selected listings as they are now', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    expect(screen.getByText('1 listing, 4 units')).toBeTruthy();
    rows = [{ ...kettle, on_hand: 40 }];
    publish(quantitiesTopic, { listing_ids: [1] });
    expect(await screen.findByText('1 listing, 40 units')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('40 units: they leave the stock. It can be undone.')).toBeTruthy();
  });

  it('keeps the reason of an action that could not start', async () => {
    server.use(http.post('/api/bulk/quarantine-units', () => HttpResponse.json({ error: { message: 'Another action runs' } }, { status: 409 })));
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    const [quarantine] = screen.getAllByRole('button', { name: 'Quarantine' });
    await user.click(quarantine as HTMLElement);
    const dialog = within(await screen.findByRole('dialog', { name: 'Quarantine Items' }));
    await user.selectOptions(dialog.getByLabelText('Reason'), 'Damaged');
    await user.type(dialog.getByLabelText('Note'), 'Wet boxes');
    await user.click(dialog.getByRole('button', { name: 'Quarantine' }));
    expect((await screen.findAllByText(/Another action runs/)).length).toBeGreaterThan(0);
    expect(dialog.getByLabelText<HTMLInputElement>('Note').value).toBe('Wet boxes');
    expect(screen.getByRole('dialog', { name: 'Quarantine Items' })).toBeTruthy();
  });

  it('moves the units of all listings that match the filters, except some', async () => {
    const { user } = await open({ show: 'out_of_sync' });
    await user.click(screen.getByRole('checkbox', { name: 'Select all on this page' }));
    await user.click(await screen.findByRole('button', { name: 'Select all 1,200 that match' }));
    expect(screen.getByText('1,200 listings')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Print labels' })).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, X0OTHER' }));
    expect(screen.getByText('1,199 listings')).toBeTruthy();
    scanInto(screen.getByLabelText('Move to: scan a location'), 'a-1');
    const selection = { matching: { stock: { out_of_sync: 'true' }, except_listings: [2] } };
    await waitFor(() => expect(sent).toEqual([['/api/bulk/move-units', expect.objectContaining({ selection, input: { location: 'A-1' } })]]));
  });

  it('counts the locations of the selected listings and exports only them', async () => {
    let exported: URLSearchParams | undefined;
    server.use(
      http.get('/api/counts/people', () => HttpResponse.json([])),
      http.post('/api/searchbyidentifier', () =>
        HttpResponse.json(['B-3', 'A-1'].map((location) => ({ location, identifier: 'X00KETTLEN', asin: 'B000KETTLE', count: 1 }))),
      ),
      http.post('/api/counts', async ({ request }) => {
        sent.push(['/api/counts', await request.json()]);
        return HttpResponse.json({ id: 77 });
      }),
      http.get('/api/inventory/export/stock.csv', ({ request }) => {
        exported = new URL(request.url).searchParams;
        return HttpResponse.text('Item\r\n');
      }),
    );
    const { user } = await open({ show: 'negative_margin' });
    expect(lastAsked().negative_margin).toBe('true');
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    await user.click(screen.getByRole('button', { name: 'Export CSV stock-selection.csv' }));
    await waitFor(() => expect(exported?.get('ids')).toBe('1'));
    await user.click(screen.getByRole('button', { name: 'Start count' }));
    const dialog = await screen.findByRole('dialog', { name: 'Start count' });
    await user.click(within(dialog).getByRole('button', { name: 'Start count' }));
    await waitFor(() => expect(counts).toEqual([77]));
    expect(sent.at(-1)).toEqual(['/api/counts', { locations: ['A-1', 'B-3'], isBlind: true, assigneeId: null, dueOn: null }]);
  });

  it('sends the quantities of the selected listings, for a person who may', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    const { user } = await open();
    await user.click(screen.getAllByRole('checkbox')[1] as HTMLElement);
    await user.click(screen.getByRole('button', { name: 'Sync selected' }));
    await waitFor(() => expect(sent).toMatchObject([['/api/bulk/send-quantities', { selection: { ids: [1] }, input: {} }]]));
  });

  it('shows what was offered of a listing, and changes its limits', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    server.use(
      http.put('/api/pricing/quantities/listings/:id', async ({ request }) => {
        sent.push(['limits', await request.json()]);
        return HttpResponse.json({ success: true });
      }),
    );
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Open Electric Kettle, KETTLE-N' }));
    const section = within(await screen.findByRole('region', { name: 'Offered on Amazon' }));
    expect(await section.findByText(/^Offered 8 · sent .* · rejected$/)).toBeTruthy();
    expect(section.getByText('8541: The SKU does not match')).toBeTruthy();
    await user.click(section.getByRole('button', { name: 'Change limits' }));
    await user.type(await screen.findByLabelText('Maximum quantity to offer'), '5');
    await user.click(screen.getByLabelText('Do not send the quantity of this listing'));
    await user.click(screen.getByRole('button', { name: 'Save limits' }));
    // The message of a change of the settings, which is about all listings.
    server.use(http.get('/api/pricing/quantities/listings/:id', () => HttpResponse.json({ ...offer, wanted: 4 })));
    publish(quantitiesTopic, { listing_ids: [] });
    expect(await section.findByText('4')).toBeTruthy();
    await waitFor(() => expect(sent).toEqual([['limits', { safety_stock: 1, maximum: 5, is_withheld: true, version: 2 }]]));
  });

  it('keeps the listings of failed units selected and names the units', async () => {
    const refused = { record: '10', outcome: 'REFUSED' as const, message: 'The item is deleted', reason: 'not_in_stock', is_undone: false };
    server.use(http.post('/api/bulk/move-units', () => HttpResponse.json(bulkAnswer({ done: 0, refused: 1, refused_rows: [refused] }))));
    const { user } = await open();
    await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }));
    scanInto(screen.getByLabelText('Move to: scan a location'), 'a-1');
    expect(await screen.findByText('Unit 10: The item is deleted')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select Electric Kettle, KETTLE-N' }).checked).toBe(true);
  });

  it('opens a listing with its units, and moves one of them', async () => {
    const { user } = await open();
    await user.click(screen.getByRole('button', { name: 'Open Electric Kettle, KETTLE-N' }));
    const drawer = await screen.findByRole('dialog', { name: 'Listing' });
    expect(await within(drawer).findByText('Raised to the floor')).toBeTruthy();
    await user.click(await within(drawer).findByRole('checkbox', { name: 'Select unit 10' }));
    scanInto(within(drawer).getByLabelText('Move to: scan a location'), 'A-1');
    await waitFor(() => expect(sent).toMatchObject([['/api/bulk/move-units', { selection: { ids: [10] }, input: { location: 'A-1' } }]]));
  });

  it('starts at the first page for an invalid cursor in the address', async () => {
    server.use(
      http.get('/api/inventory/stock', ({ request }) => {
        const isMadeUp = new URL(request.url).searchParams.has('after');
        return isMadeUp
          ? HttpResponse.json({ error: { code: 'invalid_input', message: 'after: is not ours' } }, { status: 400 })
          : HttpResponse.json({ data: rows, next: null });
      }),
    );
    expect((await open({ after: 'made up' })).table).toBeTruthy();
  });

  it('reports that it could not be loaded', async () => {
    server.use(http.get('/api/inventory/stock', () => HttpResponse.json({}, { status: 400 })));
    openPage(
      (props: Pick<React.ComponentProps<typeof StockTab>, 'address' | 'onAddress'>) => <StockTab {...props} onPrint={() => {}} onCount={() => {}} />,
      {},
    );
    expect(await screen.findByText('The stock could not be loaded')).toBeTruthy();
  });
});

it('searches every character of a code that is scanned while the page has the focus', async () => {
  await open();
  scanInto(document.body, 'X00HA2LSK3');
  await waitFor(() => expect(lastAsked().search).toBe('X00HA2LSK3'));
});

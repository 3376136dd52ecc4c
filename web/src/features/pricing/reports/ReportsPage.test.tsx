import type { BulkKind } from '@stowage/contract/bulk/bulk';
import type { BreakdownItem } from '@stowage/contract/pricing/pricing-breakdown';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkAnswer } from '../../../../test/bulk.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { ReportsPage } from './ReportsPage.tsx';
import type { ReportsAddress } from './report-address.ts';

const JOB = '1b4e28ba-2fa1-11d2-883f-0016d3cca427';
const item = (part: Partial<BreakdownItem>): BreakdownItem => ({
  ...{ id: 5, merchant_sku: 'KETTLE-N', asin: 'B000KETTLE', condition_id: 11, map_price: 12, competitive_price: 11.5, submitted_price: 10.5 },
  ...{ threshold_price: null, tiered_price: 12, price_id: '7', threshold_enforced: false, pricing_decision: 'Cheapest competing offer minus $1' },
  ...{ pricing_method: 'lowest_price_per_condition', job_id: JOB, created_at: '2026-11-20 14:03:05', outcome: 'ACCEPTED', outcome_reason: null },
  ...{ calculation_details: '{"chosen":"10.50"}', competitive_data: null, decision_details: 'no JSON' },
  ...part,
});

let rows: BreakdownItem[] = [];
let totalCount = 0;
let asked: Record<string, unknown>[] = [];
let summed: string[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  rows = [item({})];
  totalCount = 1;
  asked = [];
  summed = [];
  server.use(
    http.get('/api/pricing-breakdown/jobs', () => HttpResponse.json([{ job_id: JOB, item_count: 1_204, is_preview: false, needs_approval: true }])),
    http.get('/api/pricing-breakdown/summary', ({ request }) => {
      summed.push(new URL(request.url).search);
      return HttpResponse.json({ total_items: 1_204, competitive_pricing_count: 900, map_fallback_count: 300, error_count: 4 });
    }),
    http.post('/api/pricing-breakdown/data', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ data: rows, totalCount });
    }),
  );
});
const show = (address: ReportsAddress = { type: 'pricing-breakdown' }) => openPage<ReportsAddress>(ReportsPage, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const DAY = /^\d{4}-\d{2}-\d{2}$/;

it('requires a choice of the report, and opens the last one the next time', async () => {
  show({});
  screen.getByText('Choose a report type above.');
  await userEvent.selectOptions(screen.getByLabelText('Select Report Type'), 'Lowest Price Per Condition Breakdown');
  expect(await screen.findByRole('heading', { name: 'Pricing Breakdown Data (1 items)' })).toBeTruthy();
  cleanup();
  show({});
  expect(await screen.findByRole('heading', { name: 'Pricing Breakdown Data (1 items)' })).toBeTruthy();
  await userEvent.selectOptions(screen.getByLabelText('Select Report Type'), 'Select a Report');
  screen.getByText('Choose a report type above.');
});

it('offers only the reports that the role may read', () => {
  signedIn({ permissions: ['listings.read'] });
  show();
  expect(within(screen.getByLabelText('Select Report Type')).getAllByRole('option')).toMatchObject([
    { textContent: 'Select a Report' },
    { textContent: 'Amazon Quantities Against Stock' },
  ]);
  screen.getByText('Choose a report type above.');
});

describe('the pricing breakdown', () => {
  it('has four cards and requests the last seven days, newest first', async () => {
    show();
    for (const [name, value] of [
      ['Total Items', '1,204'],
      ['Competitive Pricing', '900'],
      ['MAP Fallbacks', '300'],
      ['Errors', '4'],
    ] as const) {
      expect((await screen.findAllByText(name)).length).toBeGreaterThan(0);
      expect(await screen.findByText(value)).toBeTruthy();
    }
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toEqual({
      startDate: expect.stringMatching(DAY),
      endDate: expect.stringMatching(DAY),
      sortField: 'created_at',
      sortDirection: 'DESC',
      page: 0,
      size: 50,
    });
    const { startDate, endDate } = asked[0] as { startDate: string; endDate: string };
    expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(7);
    expect(summed).toEqual([`?startDate=${startDate}&endDate=${endDate}`]);
  });

  it('shows each decision and marks unknown conditions and prices', async () => {
    rows = [item({}), item({ id: 6, merchant_sku: 'ODD', condition_id: 7, map_price: null, pricing_method: 'error_fallback_to_map', outcome: 'HELD' })];
    show();
    const row = await screen.findByRole('row', { name: /KETTLE-N/ });
    for (const text of ['New', '$12.00', '$11.50', '$10.50', 'lowest price per condition']) expect(within(row).getByText(text)).toBeTruthy();
    const odd = screen.getByRole('row', { name: /ODD/ });
    for (const text of ['Condition 7', 'N/A', 'Held', 'error fallback to map']) expect(within(odd).getByText(text)).toBeTruthy();
  });

  it('asks for nothing while the start date is after the end date, and says so', async () => {
    show({ type: 'pricing-breakdown', from: '2026-03-02', to: '2026-03-01' });
    expect(await screen.findByText('The start date must not be after the end date')).toBeTruthy();
    expect(screen.getByLabelText('End Date').getAttribute('aria-invalid')).toBe('true');
    expect([asked, summed]).toEqual([[], []]);
  });

  it('expands a row', async () => {
    show();
    await press('Details of KETTLE-N');
    for (const text of ['Threshold Price', 'Tiered Price', 'Price ID', 'Threshold Enforced', 'Pricing Decision', 'Job ID', 'Created', 'No'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getByRole('region', { name: 'Calculation Details' }).textContent).toContain('"chosen": "10.50"');
    expect(screen.getByRole('region', { name: 'Decision Details' }).textContent).toBe('no JSON');
    expect(screen.queryByRole('region', { name: 'Competitive Data' })).toBeNull();
    await press('Details of KETTLE-N');
    expect(screen.queryByText('Threshold Enforced')).toBeNull();
  });

  it('sorts ascending on the first click and descending on the second, and announces it', async () => {
    show();
    await press('MAP Price');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sortField: 'map_price', sortDirection: 'ASC' }));
    expect(screen.getByRole('columnheader', { name: 'MAP Price' }).getAttribute('aria-sort')).toBe('ascending');
    await press('MAP Price');
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ sortField: 'map_price', sortDirection: 'DESC' }));
  });

  it('filters by job, day, method and text, and starts at the first page again', async () => {
    totalCount = 120;
    show({ type: 'pricing-breakdown', page: 2 });
    await waitFor(() => expect(screen.getByRole('navigation', { name: 'Pages' }).textContent).toContain('Showing 51 to 100 of 120 results'));
    await userEvent.selectOptions(screen.getByLabelText('Sync Job'), '1b4e28ba... (1,204 items)');
    await userEvent.selectOptions(screen.getByLabelText('Pricing Method'), 'Error Fallback');
    await userEvent.type(screen.getByLabelText('Search SKU/ASIN'), ' ketl {Enter}');
    const narrowed = { jobId: JOB, pricingMethod: 'error_fallback_to_map', searchTerm: 'ketl', page: 0 };
    await waitFor(() => expect(asked.at(-1)).toMatchObject(narrowed));
  });

  it('reports an end before the start', async () => {
    show({ type: 'pricing-breakdown', from: '2026-11-20', to: '2026-11-01' });
    expect(await screen.findByText('The end date is before the start date')).toBeTruthy();
  });

  it('shows an empty state and disables the export', async () => {
    rows = [];
    totalCount = 0;
    show();
    expect(await screen.findByText('No data found for the selected filters.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', true);
  });

  it('shows a failure and reloads on request', async () => {
    server.use(http.post('/api/pricing-breakdown/data', () => HttpResponse.json({ error: { message: 'No' } }, { status: 403 }), { once: true }));
    show();
    expect(await screen.findByText('Failed to load pricing breakdown data')).toBeTruthy();
    await press(/again|retry/i);
    expect(await screen.findByRole('row', { name: /KETTLE-N/ })).toBeTruthy();
  });

  it('exports the filtered rows and reports a failure', async () => {
    const exported: unknown[] = [];
    server.use(
      http.post('/api/pricing-breakdown/export', async ({ request }) => {
        exported.push(await request.json());
        return HttpResponse.error();
      }),
    );
    show({ type: 'pricing-breakdown', sort: 'asin', ascending: true, q: 'ketl' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', false));
    await press('Export CSV');
    expect((await screen.findAllByText('Error exporting data. Please try again.')).length).toBeGreaterThan(0);
    expect(exported).toEqual([expect.objectContaining({ sortField: 'asin', sortDirection: 'ASC', searchTerm: 'ketl', page: null, size: null })]);
  });

  it('saves the exported rows as UTF-8 that Excel recognizes', async () => {
    server.use(http.post('/api/pricing-breakdown/export', () => HttpResponse.json({ filename: 'rows.csv', csvData: 'Title\r\nCrème\r\n' })));
    const saved: Blob[] = [];
    Object.assign(URL, { createObjectURL: (content: Blob) => `blob:${saved.push(content)}`, revokeObjectURL: () => {} });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    show({ type: 'pricing-breakdown' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export CSV' })).toHaveProperty('disabled', false));
    await press('Export CSV');
    await waitFor(() => expect(saved).toHaveLength(1));
    click.mockRestore();
    const content = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer());
    expect([...content.slice(0, 4)]).toEqual([0xef, 0xbb, 0xbf, 'T'.charCodeAt(0)]);
  });

  const decided: [path: string, body: unknown][] = [];
  const answerDecisions = (change: object = {}) => {
    decided.length = 0;
    server.use(
      http.post('/api/bulk/:kind', async ({ request, params }) => {
        decided.push([String(params.kind), await request.json()]);
        return HttpResponse.json(bulkAnswer({ kind: params.kind as BulkKind, ...change }));
      }),
    );
  };

  it('decides all held prices of a job only after a question', async () => {
    answerDecisions({ total: 3, done: 3 });
    show({ type: 'pricing-breakdown', job: JOB });
    await press('Approve held prices');
    expect(await screen.findByText(/Every held price that the filters show/)).toBeTruthy();
    expect(decided).toEqual([]);
    await press('Approve all');
    expect(await screen.findByText('3 done')).toBeTruthy();
    expect(decided).toMatchObject([['approve-prices', { selection: { matching: { jobId: JOB } }, input: { job_id: JOB } }]]);
  });

  it('keeps the question when the decision could not start', async () => {
    server.use(http.post('/api/bulk/:kind', () => HttpResponse.json({ error: { message: 'Another action runs' } }, { status: 409 })));
    show({ type: 'pricing-breakdown', job: JOB });
    await press('Approve held prices');
    await press('Approve all');
    expect((await screen.findAllByText(/Another action runs/)).length).toBeGreaterThan(0);
    expect(screen.getByText(/Every held price that the filters show/)).toBeTruthy();
  });

  it('declines and approves selected held prices, and says which were refused', async () => {
    const refused = { record: 'KETTLE-N', outcome: 'REFUSED', message: 'Somebody else changed this one.', reason: 'changed_meanwhile', is_undone: false };
    answerDecisions({ total: 1, done: 0, refused: 1, refused_rows: [refused] });
    rows = [item({}), item({ id: 6, merchant_sku: 'KETTLE-G' })];
    show({ type: 'pricing-breakdown', job: JOB, held: true });
    await userEvent.click(await screen.findByLabelText('Select KETTLE-G'));
    await press('Decline held prices (1)');
    expect(await screen.findByText('SKU KETTLE-N: Somebody else changed this one.')).toBeTruthy();
    await userEvent.click(screen.getByLabelText('Select KETTLE-N'));
    await press('Approve held prices (1)');
    await waitFor(() =>
      expect(decided).toMatchObject([
        ['decline-prices', { selection: { ids: ['KETTLE-G'] } }],
        ['approve-prices', { selection: { ids: ['KETTLE-N'] } }],
      ]),
    );
  });

  it('decides no price that was selected under another filter', async () => {
    answerDecisions({ total: 1, done: 1 });
    rows = [item({}), item({ id: 6, merchant_sku: 'KETTLE-G' })];
    show({ type: 'pricing-breakdown', job: JOB });
    await userEvent.click(await screen.findByLabelText('Select KETTLE-G'));
    expect(screen.getByRole('button', { name: 'Approve held prices (1)' })).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Pricing Method'), 'lowest_price_per_condition');
    expect(await screen.findByRole('button', { name: 'Approve held prices' })).toBeTruthy();
  });

  it('offers no approval when no price waits for one', async () => {
    server.use(http.get('/api/pricing-breakdown/jobs', () => HttpResponse.json([{ job_id: JOB, item_count: 7, is_preview: true, needs_approval: false }])));
    show({ type: 'pricing-breakdown', job: JOB });
    expect(await screen.findByRole('option', { name: '1b4e28ba... (7 items), preview' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /held prices/ })).toBeNull();
  });
});

import type { SavedSelection } from '@stowage/contract/identity/user-settings';
import type { MapReportRow } from '@stowage/contract/pricing/map-compliance';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { shortenPauses } from '../../../../test/pauses.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { ReportsPage } from '../reports/ReportsPage.tsx';
import type { ReportsAddress } from '../reports/report-address.ts';

vi.mock('react-chartjs-2', () => import('../../../../test/chart.tsx'));

const accounts = [
  { id: 1, name: 'Bargain Barn' },
  { id: 2, name: 'Bargain Barn' },
  { id: 3, name: 'Cheap Shed' },
];
const offer = { asin: 'B0KETTLE01', title: 'Kettle', sellerId: 'A1', price: 18, shipping: 0.5, map: 20, below: 1.5, readAt: '2026-11-20 12:00:00' };

let rows: MapReportRow[] = [];
let asked: Record<string, unknown>[] = [];
let settings: { mapComplianceReport?: SavedSelection } | undefined;

beforeEach(() => {
  signedIn({});
  localStorage.removeItem('stowage.mapComplianceReport');
  [rows, asked, settings] = [
    [
      { date: '2026-11-20', competitorName: 'Bargain Barn', violationCount: 2 },
      { date: '2026-11-18', competitorName: 'Cheap Shed', violationCount: 1 },
    ],
    [],
    {},
  ];
  server.use(
    http.post('/api/map-compliance-competitors', () => HttpResponse.json(accounts)),
    http.post('/api/map-compliance-report', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(rows);
    }),
    http.get('/api/map-compliance/coverage', () =>
      HttpResponse.json({
        asinsWithMap: 5_000,
        days: [
          { date: '2026-11-18', sampled: 4_000, cutShort: 0 },
          { date: '2026-11-20', sampled: 4_812, cutShort: 210 },
        ],
      }),
    ),
    http.post('/api/map-compliance/violations', async ({ request }) => {
      asked.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json({ data: [{ ...offer, date: '2026-11-20', competitorName: 'Bargain Barn' }], totalCount: 1 });
    }),
    http.get('/api/user/settings', () => (settings === undefined ? HttpResponse.json({}, { status: 500 }) : HttpResponse.json({ settings }))),
    http.post('/api/user/settings', async ({ request }) => {
      if (settings === undefined) return HttpResponse.json({}, { status: 500 });
      settings = ((await request.json()) as { settings: typeof settings }).settings;
      return HttpResponse.json({ success: true });
    }),
  );
});

const open = (address: ReportsAddress = {}) => openPage(ReportsPage, { type: 'competitor-map-compliance', from: '2026-11-18', to: '2026-11-20', ...address });
const checkbox = (name: string | RegExp) => screen.findByRole('checkbox', { name });

describe('the competitors', () => {
  it('are chosen by name, can be searched, and are counted', async () => {
    const user = open({ competitors: 'none' });
    await screen.findByText('Select at least one competitor');
    screen.getByText('0 of 2 competitors selected');
    await user.click(await checkbox('Bargain Barn (2 accounts)'));
    screen.getByText('1 of 2 competitors selected');
    await waitFor(() => expect(asked.at(-1)).toEqual({ startDate: '2026-11-18', endDate: '2026-11-20', competitorIds: [1, 2] }));
    await user.type(screen.getByPlaceholderText('Search competitors...'), 'shed');
    expect(screen.queryByRole('checkbox', { name: /Bargain/ })).toBeNull();
    await user.click(await checkbox('Select All'));
    screen.getByText('2 of 2 competitors selected');
    await user.click(await checkbox('Select All'));
    screen.getByText('1 of 2 competitors selected');
  });

  it('are all of them at first, and later those of the saved selection', async () => {
    open();
    await screen.findByText('2 of 2 competitors selected');
    cleanup();
    settings = {
      mapComplianceReport: { selectedCompetitorIds: [3, 99], filters: { startDate: '2026-01-01', endDate: '2026-01-02' }, savedAt: '2026-11-01T00:00:00Z' },
    };
    open();
    await screen.findByText('1 of 2 competitors selected');
    await waitFor(() => expect(asked.at(-1)).toEqual({ startDate: '2026-11-18', endDate: '2026-11-20', competitorIds: [3] }));
  });

  it("can be named where Amazon's seller ID is their name", async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    server.use(http.post('/api/map-compliance-competitors', () => HttpResponse.json([...accounts, { id: 4, name: 'A2Q3SHAVWZ81KD' }])));
    open();
    const link = await screen.findByRole('link', { name: 'Name them' });
    expect(link.getAttribute('href')).toBe('/admin/settings/competitors');
    screen.getByText(/1 competitor is known by its seller ID only/);
  });

  it('are saved when they are chosen, and loaded with their dates', async () => {
    shortenPauses();
    const user = open({ competitors: '3' });
    await user.click(await screen.findByRole('button', { name: 'Save Selection' }));
    await screen.findByText('Selection saved!');
    expect(settings?.mapComplianceReport).toMatchObject({ selectedCompetitorIds: [3], filters: { startDate: '2026-11-18', endDate: '2026-11-20' } });
    await waitFor(() => expect(screen.queryByText('Selection saved!')).toBeNull());
    await user.click(await checkbox('Cheap Shed'));
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save Selection' }).disabled).toBe(true);
    await user.click(screen.getByRole('button', { name: 'Last 7 Days' }));
    await user.click(screen.getByRole('button', { name: 'Load Selection' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Cheap Shed' }).checked).toBe(true));
    expect(screen.getByLabelText<HTMLInputElement>('Start Date').value).toBe('2026-11-18');
  });

  it("are stored in the browser when the server can't store them, with a message", async () => {
    settings = undefined;
    const user = open({ competitors: 'all' });
    await user.click(await screen.findByRole('button', { name: 'Save Selection' }));
    await screen.findByText('Selection saved! (on this device only)');
    await user.click(await checkbox('Select All'));
    await user.click(screen.getByRole('button', { name: 'Load Selection' }));
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Cheap Shed' }).checked).toBe(true));
  });

  it("that can't be loaded show a message with a retry", async () => {
    server.use(http.post('/api/map-compliance-competitors', () => HttpResponse.json({}, { status: 400 })));
    open();
    await screen.findByText('Failed to load competitors');
    screen.getByRole('button', { name: 'Try Again' });
  });
});

describe('the chart', () => {
  it('shows the totals of its lines for the days that the dashboard counts', async () => {
    const user = open({ from: undefined, to: undefined, days: 7, competitors: 'all' });
    await screen.findByText('3 violations of 2 competitors in 7 days');
    const day = (before: number) => new Date(Date.now() - before * 24 * 3_600_000).toISOString().slice(0, 10);
    expect(asked.at(-1)).toMatchObject({ startDate: day(6), endDate: day(0), competitorIds: [1, 2, 3] });
    await user.click(screen.getByRole('button', { name: 'Last 30 Days' }));
    await screen.findByText('3 violations of 2 competitors in 31 days');
  });

  it('has a line per name: zero without a violation, a gap without a sample', async () => {
    const user = open({ competitors: 'all' });
    const chart = await screen.findByRole('img', { name: /^MAP Violations by Competitor Over Time;/ });
    await within(chart).findByText('Line of Bargain Barn: [0,null,2]');
    within(chart).getByText('Line of Cheap Shed: [1,null,0]');
    await screen.findByText(/^Sampled on 2 of 3 days; on Nov 20 4,812 of 5,000 products with a MAP\. For 210 of them/);
    await user.click(screen.getByRole('button', { name: 'Cheap Shed', pressed: true }));
    expect(within(chart).queryByText(/Cheap Shed/)).toBeNull();
  });

  it('lists the offers behind a point and behind a row of the table', async () => {
    const user = open({ competitors: 'all' });
    await user.click(await screen.findByRole('button', { name: /^Line of Bargain Barn/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Bargain Barn, 11/20/2026' });
    await within(dialog).findByText('$18.00');
    expect(within(dialog).queryByText('N/A')).toBeNull();
    expect(asked.at(-1)).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-20', competitorIds: [1, 2] });
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Show the offers of Cheap Shed on 11/18/2026' }));
    await screen.findByRole('dialog', { name: 'Cheap Shed, 11/18/2026' });
  });

  it('shows an empty state, a failure, and a message for reversed days', async () => {
    rows = [];
    const user = open({ competitors: 'all' });
    await screen.findByText('No data available for the selected date range and competitors.');
    server.use(http.post('/api/map-compliance-report', () => HttpResponse.json({}, { status: 400 })));
    await user.click(screen.getByRole('button', { name: 'Last Year' }));
    await screen.findByText('Failed to load chart data');
    screen.getByRole('button', { name: 'Try Again' });
  });
});

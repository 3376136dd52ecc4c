import { dashboardTopic } from '@stowage/contract/dashboard/dashboard';
import { NUMBER_CARDS, type NumberCardName } from '@stowage/contract/dashboard/dashboard-cards';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { publish } from '../../../test/live.ts';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { DashboardPage } from './DashboardPage.tsx';

let values: Record<string, string | null>;
let broken: Set<string>;
let asked: string[];
let opened: string[];

beforeEach(() => {
  signedIn();
  [values, broken, asked, opened] = [{}, new Set(), [], []];
  const nothing = { data: [], totalCount: 0, totalPages: 0, currentPage: 0 };
  server.use(
    http.get('/api/dashboard/summary', ({ request }) => {
      const name = new URL(request.url).searchParams.get('card') ?? '';
      asked.push(name);
      if (broken.has(name)) return HttpResponse.json({}, { status: 500 });
      const value = values[name] === undefined ? '1204' : values[name];
      const isLate = name === 'late-shipment-rate';
      const card = {
        name,
        value,
        change: '-3',
        level: isLate ? 'BAD' : 'NEUTRAL',
        note: value === null ? 'Nobody knows.' : null,
        asOf: null,
        at: '2026-11-20T14:03:05Z',
      };
      return HttpResponse.json({ cards: [card], failed: [] });
    }),
    http.get('/api/dashboard/attention', () => HttpResponse.json({ rows: [], failed: ['feeds-failed'] })),
    http.get('/api/dashboard/stock-flow', () => HttpResponse.json({ days: [] })),
    http.get('/api/dashboard/scan-rate', () => HttpResponse.json({ hours: [], people: [] })),
    http.get('/api/dashboard/claims', () => HttpResponse.json({ months: [] })),
    http.get('/api/inventory/adjustments', () => HttpResponse.json(nothing)),
    http.get('/api/user/settings', () => HttpResponse.json({ settings: {} })),
  );
});

function open({ isAdmin = false } = {}) {
  renderInPage(
    <DashboardPage isAdmin={isAdmin} roles={['ROLE_USER']} search={null} onOpen={(path) => opened.push(path)} onTestLabel={() => opened.push('test label')} />,
  );
}
const card = async (name: NumberCardName) => within(await screen.findByRole('article', { name: NUMBER_CARDS[name].label }));

it('shows the error of one card and retries it', async () => {
  broken.add('open-cases');
  open();
  const failed = await card('open-cases');
  const retry = await failed.findByRole('button', { name: 'Retry Open cases' });
  expect(failed.getByText('–')).toBeTruthy();
  expect((await card('units-on-hand')).getByRole('link', { name: 'Units on hand: 1,204' })).toBeTruthy();
  broken.clear();
  await userEvent.click(retry);
  expect(await failed.findByRole('link', { name: 'Open cases: 1,204' })).toBeTruthy();
});

it('keeps the focus on a card after a successful retry', async () => {
  broken.add('open-cases');
  open();
  const failed = await card('open-cases');
  const retry = await failed.findByRole('button', { name: 'Retry Open cases' });
  broken.clear();
  await userEvent.click(retry);
  await failed.findByRole('link', { name: 'Open cases: 1,204' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('article', { name: 'Open cases' })));
});

it('shows the default cards without arranging them when the layout could not be loaded', async () => {
  server.use(http.get('/api/user/settings', () => HttpResponse.json({}, { status: 400 })));
  open();
  await card('open-cases');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Arrange cards' }).disabled).toBe(true);
});

it('arranges each dashboard separately and resets it', async () => {
  const saved: unknown[] = [];
  server.use(
    http.get('/api/user/settings', () => HttpResponse.json({ settings: { adminDashboard: { order: [], hidden: ['recovered'] } } })),
    http.post('/api/user/settings', async ({ request }) => {
      saved.push(((await request.json()) as { settings: unknown }).settings);
      return HttpResponse.json({ success: true });
    }),
  );
  open({ isAdmin: true });
  await card('open-cases');
  expect(screen.queryByRole('article', { name: NUMBER_CARDS.recovered.label })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Arrange cards' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Arrange cards' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Reset to default' }));
  await waitFor(() => expect(saved).toEqual([{ adminDashboard: { order: [], hidden: [] } }]));
  expect(dialog.getByRole('button', { name: 'Reset to default' }).getAttribute('aria-disabled')).toBe('true');
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await card('recovered');
});

it('lists undone actions once and counts unknown amounts', async () => {
  const row = {
    ...{ id: 8, sku: 'KETTLE-N', type: 'ADD', quantity: 1, reason: 'Added', created_at: '2026-11-20 14:03:05', unit_id: 1, product_id: 1, item_name: 'Kettle' },
    ...{
      from_location: null,
      to_location: 'A-1',
      from_sku: null,
      note: null,
      actor_id: 7,
      actor: 'Ann',
      source: 'SCAN',
      count_id: null,
      undone: true,
      is_undo: false,
    },
    ...{ undoes: null, on_hand_before: 0, on_hand_after: 1 },
  };
  const undo = { ...row, id: 9, reason: 'Undone: added', is_undo: true, undone: false, undoes: 8 };
  const older = { ...undo, id: 7, undoes: 2, reason: 'Undone: moved' };
  const waits = { kind: 'case-photos', severity: 'LOW', text: '3 cases need photos', count: 3, isCutShort: false, amount: '12.50', unknown: 2 };
  server.use(
    http.get('/api/inventory/adjustments', () => HttpResponse.json({ data: [undo, row, older], totalCount: 3, totalPages: 1, currentPage: 0 })),
    http.get('/api/dashboard/attention', () =>
      HttpResponse.json({ rows: [{ ...waits, asOf: null, dueAt: null, action: 'Take photos', path: '/case-review' }], failed: [] }),
    ),
  );
  open();
  expect(await screen.findByText('$12.50 at risk, 2 without an amount')).toBeTruthy();
  const actions = within(await screen.findByRole('table', { name: 'Recent actions' }));
  expect(actions.getByText('Added')).toBeTruthy();
  expect([actions.queryByText('Undone: added'), actions.queryAllByText('Undone: moved').length]).toEqual([null, 1]);
});

it('shows level, change and missing data as text, and links to the list', async () => {
  values.recovered = null;
  open();
  const late = await card('late-shipment-rate');
  expect(await late.findByText('Act')).toBeTruthy();
  expect(late.getByText('−3 points in 7 days')).toBeTruthy();
  const recovered = await card('recovered');
  expect(await recovered.findByText('Nobody knows.')).toBeTruthy();
  await userEvent.click(recovered.getByRole('link', { name: '$ recovered 30 d: not known' }));
  expect(opened).toEqual([NUMBER_CARDS.recovered.path]);
});

it('reloads only the parts that the server announces', async () => {
  open();
  const units = await card('units-on-hand');
  await units.findByRole('link', { name: 'Units on hand: 1,204' });
  values['units-on-hand'] = '1205';
  asked = [];
  publish(dashboardTopic, { parts: ['units-on-hand'] });
  expect(await units.findByRole('link', { name: 'Units on hand: 1,205' })).toBeTruthy();
  expect(asked).toEqual(['units-on-hand']);
});

it('does not claim that nothing needs attention while a source failed, and hides the system panel from users', async () => {
  open();
  expect(await screen.findByText('Not loaded: Feeds')).toBeTruthy();
  expect(screen.queryByText('Nothing needs you now')).toBeNull();
  expect(screen.queryByRole('region', { name: 'System' })).toBeNull();
});

it('shows the age of stale parts and does not claim that nothing needs attention', async () => {
  server.use(http.get('/api/dashboard/attention', () => HttpResponse.json({ rows: [], failed: [] })));
  open();
  const units = await card('units-on-hand');
  await units.findByRole('link', { name: 'Units on hand: 1,204' });
  expect(await screen.findByText('Nothing needs you now')).toBeTruthy();
  broken.add('units-on-hand');
  server.use(http.get('/api/dashboard/attention', () => HttpResponse.json({}, { status: 500 })));
  publish(dashboardTopic, { parts: ['units-on-hand', 'attention'] });
  expect(await units.findByText(/^As of \d\d:\d\d, could not be refreshed$/)).toBeTruthy();
  expect(await screen.findByRole('status', { name: 'Needs you now is not up to date' })).toBeTruthy();
  expect(screen.queryByText('Nothing needs you now')).toBeNull();
  broken.clear();
  await userEvent.click(units.getByRole('button', { name: 'Retry Units on hand' }));
  await waitFor(() => expect(units.queryByText(/could not be refreshed/)).toBeNull());
});

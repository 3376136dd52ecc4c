import { NUMBER_CARDS, type NumberCardName } from '@stowage/contract/dashboard-cards';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { server, signedIn } from '../../../test/server.ts';
import { createQueryClient } from '../../api/query.ts';
import { ToastProvider } from '../../ui/Toast.tsx';
import { DashboardPage } from './DashboardPage.tsx';

const live = vi.hoisted(() => ({ tell: (_: { parts: string[] }) => {} }));
vi.mock('../../api/live.ts', () => ({
  useTopic: (_: unknown, { onMessage }: { onMessage: (message: { parts: string[] }) => void }) => {
    live.tell = onMessage;
  },
}));

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
      const card = { name, value, change: '-3', level: isLate ? 'BAD' : 'NEUTRAL', note: value === null ? 'Nobody knows.' : null, at: '2026-11-20T14:03:05Z' };
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

function open() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ToastProvider>
        <DashboardPage roles={['ROLE_USER']} search={null} onOpen={(path) => opened.push(path)} />
      </ToastProvider>
    </QueryClientProvider>,
  );
}
const card = async (name: NumberCardName) => within(await screen.findByRole('article', { name: NUMBER_CARDS[name].label }));

it('a card that fails says so alone, and can be tried again', async () => {
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

it('says in words what is wrong, what changed and what nobody knows, and leads to the rows behind it', async () => {
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

it('reads again only what the server says has changed', async () => {
  open();
  const units = await card('units-on-hand');
  await units.findByRole('link', { name: 'Units on hand: 1,204' });
  values['units-on-hand'] = '1205';
  asked = [];
  act(() => live.tell({ parts: ['units-on-hand'] }));
  expect(await units.findByRole('link', { name: 'Units on hand: 1,205' })).toBeTruthy();
  expect(asked).toEqual(['units-on-hand']);
});

it('never says that nothing waits while a source could not be read; the system is no user’s', async () => {
  open();
  expect(await screen.findByText('Not loaded: Feeds')).toBeTruthy();
  expect(screen.queryByText('Nothing needs you now')).toBeNull();
  expect(screen.queryByRole('region', { name: 'System' })).toBeNull();
});

it('what could not be renewed says from when it is, and never that nothing waits', async () => {
  server.use(http.get('/api/dashboard/attention', () => HttpResponse.json({ rows: [], failed: [] })));
  open();
  const units = await card('units-on-hand');
  await units.findByRole('link', { name: 'Units on hand: 1,204' });
  expect(await screen.findByText('Nothing needs you now')).toBeTruthy();
  broken.add('units-on-hand');
  server.use(http.get('/api/dashboard/attention', () => HttpResponse.json({}, { status: 500 })));
  act(() => live.tell({ parts: ['units-on-hand', 'attention'] }));
  expect(await units.findByText(/^As of \d\d:\d\d, could not be renewed$/)).toBeTruthy();
  expect(await screen.findByRole('status', { name: 'Needs you now is old' })).toBeTruthy();
  expect(screen.queryByText('Nothing needs you now')).toBeNull();
  broken.clear();
  await userEvent.click(units.getByRole('button', { name: 'Retry Units on hand' }));
  await vi.waitFor(() => expect(units.queryByText(/could not be renewed/)).toBeNull());
});

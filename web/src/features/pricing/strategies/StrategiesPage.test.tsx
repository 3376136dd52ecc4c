import type { StrategyRow } from '@stowage/contract/pricing/price-strategies';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { StrategiesPage } from './StrategiesPage.tsx';
import type { StrategiesAddress } from './strategies-address.ts';

vi.mock('react-chartjs-2', () => import('../../../../test/chart.tsx'));

const row = (change: Partial<StrategyRow>): StrategyRow => ({
  ...{ listing_id: 7, product_id: 3, sku: 'KETTLE-N', title: 'Kettle', condition: 11, is_on_amazon: true, price: '20.00', strategy: 'MATCH', is_on: true },
  ...{ minimum: '15.00', maximum: null, wanted: '15.00', bound_by: 'MINIMUM', held_reason: null, job_id: null, decided_at: '2026-11-20T12:00:00.000Z' },
  ...change,
});
const fields = {
  ...{ strategy: 'MATCH', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null, never_below_map: false },
  ...{ schedule: null, minimum: 15, maximum: null, is_on: false },
};
const found = {
  ...{ sku: 'KETTLE-N', is_listed: true, strategy: fields, version: 4, price: '20.00', map_price: '25.00', cost: '8.00', fees: '2.00', floor: '11.00' },
  ...{ is_paused: false, last: null },
};
const simulation = {
  recorded_since: '2026-10-01T00:00:00.000Z',
  points: [{ at: '2026-11-01T12:00:00.000Z', competitor: 18, actual: 20, simulated: 18, bound_by: null, held_reason: null }],
  figures: { samples: 1, changes: 1, held: 0, lowest: 18, highest: 18, average: 18, average_actual: 20, lowest_share: 1, bound_share: 0 },
  notes: ["Uses today's cost."],
};
let rows: StrategyRow[] = [];
let sent: { path: string; body: unknown }[] = [];

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  rows = [row({}), row({ listing_id: 8, sku: 'POT-N', title: 'Pot', strategy: null, is_on: false, minimum: null, wanted: null, bound_by: null })];
  rows.push(row({ listing_id: 9, sku: 'NEW-N', title: 'New', is_on_amazon: false, price: null, wanted: null, bound_by: null }));
  sent = [];
  const record = async (request: Request) => void sent.push({ path: new URL(request.url).pathname, body: await request.json() });
  server.use(
    http.get('/api/pricing/strategies', () =>
      HttpResponse.json({
        data: rows,
        totalCount: rows.length,
        totalPages: 1,
        currentPage: 0,
        on_count: 1,
        held_count: 0,
        is_paused: false,
        paused_channels: [],
      }),
    ),
    http.get('/api/pricing/strategies/listings/:id', () => HttpResponse.json(found)),
    http.put('/api/pricing/strategies/listings/:id', async ({ request }) => {
      await record(request);
      return HttpResponse.json({ success: true });
    }),
    http.post('/api/pricing/strategies/listings/:id/simulate', async ({ request }) => {
      await record(request);
      return HttpResponse.json(simulation);
    }),
    http.post('/api/bulk/:kind', async ({ request }) => {
      await record(request);
      return HttpResponse.json({}, { status: 500 });
    }),
  );
});
const show = (address: StrategiesAddress = {}) => openPage<StrategiesAddress>(StrategiesPage, address);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

it('lists each listing with its strategy, its price and what bound it', async () => {
  show();
  const first = await screen.findByRole('row', { name: /KETTLE-N/ });
  for (const text of ['Match the lowest offer', 'On', '$15.00', 'None', '$15.00 (minimum)']) expect(within(first).getByText(text)).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /POT-N/ })).getByText('General rules')).toBeTruthy();
  expect(within(screen.getByRole('row', { name: /NEW-N/ })).getByText('Not on Amazon')).toBeTruthy();
});

it('leads from a held price to the job in which it is approved', async () => {
  rows = [row({ held_reason: 'A drop of 50.0 % needs approval', job_id: 'abc' })];
  show();
  const link = await screen.findByRole('link', { name: /A drop of 50.0 %/ });
  expect(link.getAttribute('href')).toBe('/reports?type=pricing-breakdown&job=abc');
});

it('simulates what is entered, and saves it turned off or on', async () => {
  show({ listing: 7 });
  await press('Change strategy');
  await userEvent.selectOptions(screen.getByLabelText('Strategy', { selector: 'dialog select, [role=dialog] select' }), 'UNDERCUT');
  await press('Simulate');
  expect(await screen.findByText('Enter an amount or a percentage to undercut by, not both')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.type(screen.getByLabelText('Undercut by'), '0.05');
  await press('Simulate');
  expect(await screen.findByText(/Offers are recorded since/)).toBeTruthy();
  expect(within(screen.getByRole('table', { name: 'Simulated prices' })).getAllByText('$18.00')).toHaveLength(2);
  await userEvent.click(screen.getByLabelText(/Follow this strategy/));
  await press('Save and follow');
  await waitFor(() =>
    expect(sent.at(-1)).toMatchObject({
      path: '/api/pricing/strategies/listings/7',
      body: { ...fields, strategy: 'UNDERCUT', undercut_amount: 0.05, is_on: true, version: 4 },
    }),
  );
  expect(sent[0]).toMatchObject({ body: { strategy: { strategy: 'UNDERCUT', undercut_amount: 0.05, minimum: 15 } } });
});

it('refuses limits that contradict each other', async () => {
  show({ listing: 7 });
  await press('Change strategy');
  await userEvent.type(screen.getByLabelText('Maximum'), '12');
  await press('Save, turned off');
  expect(await screen.findByText('The maximum is below the minimum')).toBeTruthy();
  expect(sent).toEqual([]);
});

it('turns on the strategies of a selection after a question', async () => {
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /KETTLE-N/ }));
  await press('Turn on');
  expect(await screen.findByText(/Turn on the strategies of 1 listing\?/)).toBeTruthy();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn on' }));
  await waitFor(() => expect(sent[0]).toMatchObject({ path: '/api/bulk/turn-on-strategies', body: { selection: { ids: [7] }, input: {} } }));
});

it('keeps the fields of a strategy that could not be set', async () => {
  show();
  await userEvent.click(await screen.findByRole('checkbox', { name: /KETTLE-N/ }));
  await press('Set strategy');
  const dialog = within(await screen.findByRole('dialog', { name: 'Set the strategy of 1 listing' }));
  await userEvent.selectOptions(dialog.getByLabelText('Strategy'), 'UNDERCUT');
  await userEvent.type(dialog.getByLabelText('Undercut by'), '0.05');
  await userEvent.click(dialog.getByRole('button', { name: 'Set strategy' }));
  expect((await screen.findAllByText(/^Set the strategy of 1 listing: /)).length).toBeGreaterThan(0);
  expect(dialog.getByLabelText<HTMLInputElement>('Undercut by').value).toBe('0.05');
  expect(screen.getByRole('dialog', { name: 'Set the strategy of 1 listing' })).toBeTruthy();
});

it('shows a person who may not change prices the strategies only', async () => {
  signedIn({ roles: ['ROLE_USER'] });
  show({ listing: 7 });
  expect(await screen.findByText('Limits')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Change strategy' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});

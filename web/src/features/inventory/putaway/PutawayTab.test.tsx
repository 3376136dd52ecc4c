import type { PutawayItem, RecentPutaway } from '@stowage/contract/inventory/putaway';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, it } from 'vitest';
import { renderInPage } from '../../../../test/open-page.tsx';
import { createKeys } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { closeScanQueues } from '../../../shared/scan/scan-queues.ts';
import { PutawayTab } from './PutawayTab.tsx';

const RECEIVING = { location_id: 9, location: 'RECEIVING', units: 40, is_receiving: true };
const bolt: PutawayItem = {
  ...{ item_name: 'Bolt Set', seller_sku: 'BOLT-G', identifier: 'X000BOLT0G', sku_condition: 3, image_url: null, waiting: 40, case_pack: 24, is_case: false },
  places: [RECEIVING, { location_id: 2, location: 'B-3', units: 18, is_receiving: false }],
  shelf: { location_id: 2, location: 'B-3', units: 18, free: 30, why: 'MOST_UNITS' },
};
let items: Record<string, PutawayItem>;
let sent: { clientId: string; code: string; quantity: number; locationId: number; fromLocationId?: number }[];
let undone: unknown[];
let recent: RecentPutaway[];
let refusal: object | undefined;

beforeEach(() => {
  closeScanQueues();
  signedIn();
  items = { X000BOLT0G: bolt, X00KETTLEN: { ...bolt, item_name: 'Kettle', identifier: 'X00KETTLEN', case_pack: null, shelf: null } };
  [sent, undone, recent, refusal] = [[], [], [], undefined];
  server.use(
    http.post('/api/sflocalinventorylocations', () => HttpResponse.json(['A-1', 'B-3', 'RECEIVING'].map((location, nth) => ({ id: nth + 1, location })))),
    http.get('/api/inventory/putaway/waiting', () =>
      HttpResponse.json({
        data: [{ ...bolt, listing_id: 5, units: 40, since: '2026-11-20 14:03:05', shelf: { location: 'B-3' } }],
        units: 40,
        receiving: 'RECEIVING',
      }),
    ),
    http.get('/api/inventory/putaway/recent', () => HttpResponse.json(recent)),
    http.post('/api/inventory/putaway/look-up', async ({ request }) => {
      const { code } = (await request.json()) as { code: string };
      const item = items[code];
      return item ? HttpResponse.json(item) : HttpResponse.json({ error: { code: 'rule_violated', message: `Nothing is ${code}` } }, { status: 422 });
    }),
    http.post('/api/inventory/putaway', async ({ request }) => {
      if (refusal !== undefined) return HttpResponse.json({ error: refusal }, { status: 409 });
      const body = (await request.json()) as (typeof sent)[number];
      sent.push(body);
      const movements = Array.from({ length: body.quantity }, (_, nth) => nth + 1);
      return HttpResponse.json({ ...bolt, quantity: body.quantity, from_location: 'RECEIVING', location: 'B-3', units: 18 + body.quantity, movements });
    }),
    http.post('/api/inventory/putaway/undo', async ({ request }) => {
      const body = (await request.json()) as { movements: number[] };
      undone.push(body);
      recent = recent.filter(({ movements }) => movements[0] !== body.movements[0]);
      return HttpResponse.json({ success: true, units: 2 });
    }),
  );
});

async function open() {
  renderInPage(<PutawayTab />);
  const field = await screen.findByLabelText<HTMLInputElement>('Unit, case or shelf');
  await screen.findByRole('table', { name: 'Awaiting putaway' });
  const keys = createKeys(undefined, 400);
  return { field, scan: (...codes: string[]) => keys.press(field, ...codes.flatMap((code) => [...code, 'Enter'])) };
}
const quantities = () => sent.map(({ code, quantity, locationId }) => `${quantity} ${code} ${locationId}`);

it('shows the usual shelf of a unit, and moves it to the scanned one', async () => {
  const { scan } = await open();
  scan('X000BOLT0G');
  expect(await screen.findByText('Scan the shelf')).toBeTruthy();
  expect(screen.getByText('40 in RECEIVING')).toBeTruthy();
  expect(screen.getByText(/holds 18/).textContent).toBe('Usual shelf B-3 holds 18, room for 30');
  scan('b-3');
  expect(await screen.findByText('Put away: 1 to B-3')).toBeTruthy();
  expect(sent).toMatchObject([{ code: 'X000BOLT0G', quantity: 1, locationId: 2 }]);
});

it('counts units that are scanned together, and takes a multiplier for a case', async () => {
  const { scan } = await open();
  scan('X000BOLT0G', 'X000BOLT0G', 'B-3', 'X000BOLT0G', 'x24', 'A-1', 'X000BOLT0G', '7', 'X000BOLT0G', 'B-3');
  await waitFor(() => expect(quantities()).toEqual(['2 X000BOLT0G 2', '24 X000BOLT0G 1', '8 X000BOLT0G 2']));
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(3);
  scan('X000BOLT0G');
  await userEvent.click(await screen.findByRole('button', { name: 'Whole case: × 24' }));
  expect(screen.getByText('× 24')).toBeTruthy();
});

it('counts units of one item by each of its codes, and keeps where they come from', async () => {
  const place = (location_id: number, location: string) => ({ location_id, location, units: 30, is_receiving: false });
  const item = { ...bolt, waiting: 0, places: [place(1, 'A-1'), place(4, 'C-1')] };
  items = { X000BOLT0G: item, '036000291452': item, '10036000291459': { ...item, is_case: true } };
  const { scan } = await open();
  scan('X000BOLT0G');
  await userEvent.click(await screen.findByRole('button', { name: 'Alt 2 C-1: 30' }));
  scan('036000291452', '10036000291459', 'B-3');
  await waitFor(() => expect(sent).toMatchObject([{ quantity: 26, fromLocationId: 4, locationId: 2 }]));
});

it('offers to dismiss a put-away whose code has become ambiguous', async () => {
  const { scan } = await open();
  refusal = { code: 'conflict', reason: 'ambiguous', message: 'Several listings have this code', details: { matches: [] } };
  scan('X000BOLT0G', 'B-3');
  const list = within(await screen.findByRole('list', { name: 'Put away' }));
  expect(await list.findByRole('button', { name: 'Retry' })).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Dismiss' }));
  expect(list.queryByText('Not put away')).toBeNull();
});

it('puts unit after unit away without a mouse', async () => {
  const { scan } = await open();
  for (let nth = 0; nth < 20; nth++) scan('X000BOLT0G', 'B-3');
  await waitFor(() => expect(sent).toHaveLength(20));
  expect(new Set(sent.map(({ clientId }) => clientId)).size).toBe(20);
});

it('explains codes that come in the wrong order, or that nothing has', async () => {
  const { scan } = await open();
  scan('B-3');
  expect((await screen.findAllByText('B-3 is a location. Scan a unit or a case first.')).length).toBeGreaterThan(1);
  expect(screen.getAllByText('Not put away')).toHaveLength(2);
  scan('24');
  expect((await screen.findAllByText('Scan a unit of the case first, then its number of units.')).length).toBeGreaterThan(1);
  scan('Z-9');
  expect((await screen.findAllByText('Nothing is Z-9')).length).toBeGreaterThan(1);
  scan('X000BOLT0G', 'X00KETTLEN');
  expect((await screen.findAllByText('Bolt Set was not put away: no shelf was scanned.')).length).toBeGreaterThan(1);
  expect(screen.getByText('No usual shelf yet. Scan the one that you choose.')).toBeTruthy();
  expect(sent).toEqual([]);
  const rows = within(screen.getByRole('list', { name: 'Put away' })).getAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    '1 × Bolt Set Not put awayBolt Set was not put away: no shelf was scanned.',
    '1 × Z-9 Not put awayNothing is Z-9',
    '1 × 24 Not put awayScan a unit of the case first, then its number of units.',
    '1 × B-3 Not put awayB-3 is a location. Scan a unit or a case first.',
  ]);
});

it('keeps a row for each of 200 codes that nothing has', async () => {
  const { scan } = await open();
  // Short ones: each key renders the page.
  const codes = Array.from({ length: 200 }, (_, nth) => `Z-${nth}`);
  scan(...codes);
  // Searched once: a role takes longer to find with each row.
  const list = await screen.findByRole('list', { name: 'Put away' });
  await waitFor(() => expect(list.children).toHaveLength(200));
  const rows = [...list.children].map(({ textContent }) => textContent);
  expect(rows.toReversed()).toEqual(codes.map((code) => `1 × ${code} Not put awayNothing is ${code}`));
});

it('asks where units come from that do not wait in receiving', async () => {
  const place = (location_id: number, location: string) => ({ location_id, location, units: 3, is_receiving: false });
  items.X000BOLT0G = { ...bolt, waiting: 0, places: [place(1, 'A-1'), place(4, 'C-1')] };
  const { scan } = await open();
  scan('X000BOLT0G', 'B-3');
  expect((await screen.findAllByText('Choose where the units come from first.')).length).toBeGreaterThan(1);
  await userEvent.click(screen.getByRole('button', { name: 'Alt 2 C-1: 3' }));
  scan('B-3');
  await waitFor(() => expect(sent).toMatchObject([{ fromLocationId: 4, locationId: 2 }]));
});

it('undoes a put-away, and keeps a refused one until a person deals with it', async () => {
  const { scan } = await open();
  scan('X000BOLT0G', '2', 'B-3');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo 2 × Bolt Set to B-3' }));
  expect(await screen.findByText('Undone')).toBeTruthy();
  expect(undone).toEqual([{ movements: [1, 2] }]);
  expect(screen.getByText('Undone: 2 to B-3')).toBeTruthy();
  expect(screen.queryByText(/Put away: 2 to B-3/)).toBeNull();
  refusal = { code: 'conflict', reason: 'too_few', message: 'Only 1 of Bolt Set is in RECEIVING, not 5.' };
  scan('X000BOLT0G', '5', 'B-3');
  expect(await screen.findByText('Not put away: 5 to B-3')).toBeTruthy();
  const list = within(screen.getByRole('list', { name: 'Put away' }));
  expect(list.getByText('Only 1 of Bolt Set is in RECEIVING, not 5.')).toBeTruthy();
  await userEvent.click(list.getByRole('button', { name: 'Dismiss' }));
  expect(list.queryByText('Not put away')).toBeNull();
});

it('shows what was undone when the person comes back from another page', async () => {
  const { scan } = await open();
  scan('X000BOLT0G', '2', 'B-3');
  await userEvent.click(await screen.findByRole('button', { name: 'Undo 2 × Bolt Set to B-3' }));
  await screen.findByText('Undone');
  cleanup();
  await open();
  const list = within(screen.getByRole('list', { name: 'Put away' }));
  expect([list.queryByText('Undone')?.textContent, list.queryByRole('button')]).toEqual(['Undone', null]);
});

it('offers to undo what was put away before the page was loaded', async () => {
  const booked = { item_name: 'Kettle', identifier: 'X00KETTLEN', from_location: 'RECEIVING', created_at: '2026-11-20 14:03:05' };
  // The second one is a scan of this page, too.
  recent = [
    { ...booked, quantity: 3, location: 'A-1', movements: [7, 8, 9] },
    { ...booked, quantity: 1, location: 'B-3', movements: [1] },
  ];
  const { scan } = await open();
  expect(await screen.findByText('Scan a unit or a case')).toBeTruthy();
  scan('X00KETTLEN', 'B-3');
  await screen.findByText('Put away: 1 to B-3');
  const list = within(screen.getByRole('list', { name: 'Put away' }));
  expect(list.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(['Undo 1 × Kettle to B-3', 'Undo 3 × Kettle to A-1']);
  await userEvent.click(list.getByRole('button', { name: 'Undo 3 × Kettle to A-1' }));
  await waitFor(() => expect(list.queryByText(/A-1/)).toBeNull());
  expect(undone).toEqual([{ movements: [7, 8, 9] }]);
});

import type { BulkAction } from '@stowage/contract/bulk/bulk';
import type { LedgerPageRow } from '@stowage/contract/inventory/adjustment';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import type { Label } from '@stowage/contract/labels/labels';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import type { ComponentProps } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bulkAnswer } from '../../../../test/bulk.ts';
import { publish } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { AdjustmentPage } from './AdjustmentPage.tsx';
import type { AdjustmentAddress } from './adjustment-address.ts';

/** Another person changes the item. */
const others = (change: Partial<LocalInventoryItem>) => {
  items = items.map((item) => ({ ...item, ...change }));
  publish(inventoryHistoryTopic, { unitId: 9, change: 'NOTED' });
};

const kettle: LocalInventoryItem = {
  id: 9,
  item_name: 'Electric Kettle',
  fnsku: 'X00KETTLEN',
  seller_sku: 'KETTLE-N',
  asin: 'B000KETTLE',
  item_condition: 'New',
  sku_condition: 11,
  qty: 1,
  quantity: 1,
  location_id: 1,
  location: 'A-1',
  identifier: 'X00KETTLEN',
  image_url: null,
  sale_pending: false,
  status: 'AVAILABLE',
  notes: null,
  moved_by: 'Ann',
  moved_at: '2026-11-20 14:03:05',
  created_at: '2026-11-20 14:03:05',
  updated_at: '2026-11-20 14:03:05',
};
let items: LocalInventoryItem[] = [];
let ledger: LedgerPageRow[] = [];
let printed: Label[] = [];
let openedCounts: number[] = [];
let sent: [path: string, body: unknown][] = [];
/** How the next actions for many units end. */
let bulk: Partial<BulkAction> = {};

const done = { success: true, message: 'x' };
function answer(path: string, body: () => object, status = 200) {
  return http.post(path, async ({ request }) => {
    sent.push([path, await request.json()]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    return HttpResponse.json(body(), { status });
  });
}

beforeEach(() => {
  signedIn();
  [items, ledger, sent, bulk] = [[kettle], [], [], {}];
  server.use(
    http.get('/api/locations', () => HttpResponse.json(['A-1', 'B-3'].map((location, id) => ({ id, location })))),
    http.get('/api/inventory/adjustments', () => HttpResponse.json({ data: ledger, totalCount: ledger.length, totalPages: 1, currentPage: 0 })),
    answer('/api/searchlocalinventory', () => items),
    answer('/api/updatelocalinventorylocation', () => done),
    ...(['move-units', 'remove-units', 'quarantine-units', 'change-conditions'] as const).map((kind) =>
      answer(`/api/bulk/${kind}`, () => bulkAnswer({ kind, ...bulk })),
    ),
    answer('/api/inventory/units/notes', () => done),
    answer('/api/inventory/units/remove', () => done),
    answer('/api/inventory/movements/undo', () => done),
    answer('/api/inventory/units/quarantine', () => ({ success: true, message: 'Item moved to quarantine' })),
    answer('/api/inventory/units/release', () => ({ success: true, message: 'Item moved back to B-3' })),
    answer('/api/inventory/units/condition', () => done),
    http.get('/api/inventory/units/9/listings', () =>
      HttpResponse.json([{ listing_id: 2, sku_condition: 3, seller_sku: 'KETTLE-G', fnsku: 'X00KETTLEG', channel: 'SELLER_FULFILLED' }]),
    ),
    http.get('/api/inventory/units/9/ledger', () => HttpResponse.json(ledger)),
  );
});

function open(address: AdjustmentAddress = {}) {
  [printed, openedCounts] = [[], []];
  return openPage(
    (props: Omit<ComponentProps<typeof AdjustmentPage>, 'onPrint' | 'onCount'>) => (
      <AdjustmentPage {...props} onPrint={(labels) => printed.push(...labels)} onCount={(id) => openedCounts.push(id)} />
    ),
    address,
  );
}
const sentTo = (path: string) => sent.filter(([to]) => to === path).map(([, body]) => body);
const movedTogether = (ids: number[]) => [expect.objectContaining({ selection: { ids }, input: { location: 'B-3' } })];

describe('the search', () => {
  it('requires an identifier that is not empty after trimming', async () => {
    const user = open();
    const field = screen.getByLabelText('Identifier');
    await user.type(field, '   {Enter}');
    expect(sent).toEqual([]);
    scanInto(field, 'X00KETTLEN');
    await screen.findByRole('table', { name: 'Items' });
    expect(sent).toEqual([['/api/searchlocalinventory', { identifier: 'X00KETTLEN' }]]);
  });

  it('shows the found, pending and quarantined units by name', async () => {
    items = [kettle, { ...kettle, id: 10, sale_pending: true, status: 'SALE_PENDING' }, { ...kettle, id: 11, status: 'QUARANTINE', item_name: null }];
    open({ q: 'X00KETTLEN' });
    const table = await screen.findByRole('table', { name: 'Items' });
    expect(screen.getByText('3 units with the code X00KETTLEN').getAttribute('role')).toBe('status');
    for (const text of ['Available', 'Pending', 'Quarantine']) expect(within(table).getByText(text, { ignore: 'button *' })).toBeTruthy();
  });

  it('reports no results and a failure', async () => {
    items = [];
    const user = open({ q: 'NOTHING01' });
    expect(await screen.findByText('No items found')).toBeTruthy();
    expect(screen.getByText('0 units with the code NOTHING01').getAttribute('role')).toBe('status');
    server.use(answer('/api/searchlocalinventory', () => ({}), 500));
    await user.click(screen.getByRole('button', { name: 'Search' }));
    expect(await screen.findByText('Failed to search inventory')).toBeTruthy();
  });
});

describe("a row's location", () => {
  it('moves the unit and shows the progress and the result, which disappears after three seconds', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.use(
      http.post('/api/updatelocalinventorylocation', async ({ request }) => {
        sent.push(['/api/updatelocalinventorylocation', await request.json()]);
        await answered;
        return HttpResponse.json(done);
      }),
    );
    const user = open({ q: 'X00KETTLEN' });
    const select = await screen.findByLabelText('Location of Electric Kettle, unit 9');
    await within(select).findByRole('option', { name: 'B-3' });
    await user.selectOptions(select, 'B-3');
    expect(await screen.findByLabelText('Updating')).toBeTruthy();
    answer();
    expect(await screen.findByLabelText('Updated')).toBeTruthy();
    expect(sentTo('/api/updatelocalinventorylocation')).toEqual([{ id: 9, location: 'B-3' }]);
    await waitFor(() => expect(screen.queryByLabelText('Updated')).toBeNull());
  });

  it('moves the unit again when another location is chosen during the move', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('/api/updatelocalinventorylocation', async ({ request }) => {
        const body = (await request.json()) as { location: string };
        sent.push(['/api/updatelocalinventorylocation', body]);
        await gate;
        items = [{ ...kettle, location: body.location }];
        return HttpResponse.json(done);
      }),
    );
    const user = open({ q: 'X00KETTLEN' });
    const select = await screen.findByLabelText<HTMLSelectElement>('Location of Electric Kettle, unit 9');
    await within(select).findByRole('option', { name: 'B-3' });
    await user.selectOptions(select, 'B-3');
    await screen.findByLabelText('Updating');
    await user.selectOptions(select, 'A-1');
    expect(select.value).toBe('A-1');
    release();
    await waitFor(() => expect(sentTo('/api/updatelocalinventorylocation')).toMatchObject([{ location: 'B-3' }, { location: 'A-1' }]));
    await screen.findByLabelText('Updated');
    expect(select.value).toBe('A-1');
  });

  it('waits for Enter when keys move through the options, and keeps the focus', async () => {
    const user = open({ q: 'X00KETTLEN' });
    const select = await screen.findByLabelText<HTMLSelectElement>('Location of Electric Kettle, unit 9');
    await within(select).findByRole('option', { name: 'B-3' });
    select.focus();
    // Simulates a browser's handling of an arrow key, which jsdom lacks.
    await user.keyboard('{ArrowDown}');
    fireEvent.change(select, { target: { value: 'B-3' } });
    expect(sentTo('/api/updatelocalinventorylocation')).toEqual([]);
    await user.keyboard('{Enter}');
    expect(await screen.findByLabelText('Updated')).toBeTruthy();
    expect(sentTo('/api/updatelocalinventorylocation')).toEqual([{ id: 9, location: 'B-3' }]);
    expect(document.activeElement).toBe(select);
  });

  it.each([
    [
      answer('/api/updatelocalinventorylocation', () => ({ success: false, message: 'The item is deleted' }), 409),
      'Failed to update item: The item is deleted',
    ],
    [answer('/api/updatelocalinventorylocation', () => ({}), 500), 'Failed to update item'],
    [http.post('/api/updatelocalinventorylocation', () => HttpResponse.error()), 'An error occurred while updating the item'],
  ])('distinguishes failures: %#', async (handler, message) => {
    server.use(handler);
    const user = open({ q: 'X00KETTLEN' });
    const select = await screen.findByLabelText<HTMLSelectElement>('Location of Electric Kettle, unit 9');
    await within(select).findByRole('option', { name: 'B-3' });
    await user.selectOptions(select, 'B-3');
    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(select.value).toBe('A-1');
  });
});

it('uses a location scanned anywhere as the target of the selected units', async () => {
  const user = open({ q: 'X00KETTLEN' });
  const box = await screen.findByLabelText(/^Select Electric Kettle, unit 9/);
  await user.click(box);
  await screen.findByText('1 selected');
  scanInto(document.activeElement as HTMLElement, 'B-3');
  await waitFor(() => expect(sentTo('/api/bulk/move-units')).toEqual(movedTogether([9])));
  // The displayed units are requested again after the move, without another search.
  const search = { identifier: 'X00KETTLEN' };
  await waitFor(() => expect(sentTo('/api/searchlocalinventory')).toEqual([search, search]));
});

it.each(['the page', 'the field'])('moves the selected units to a location whose code a scanner sends with its symbology into %s', async (place) => {
  const user = open({ q: 'X00KETTLEN' });
  await user.click(await screen.findByLabelText(/^Select Electric Kettle, unit 9/));
  await screen.findByText('1 selected');
  scanInto(place === 'the page' ? (document.activeElement as HTMLElement) : screen.getByLabelText('Move to: scan a location'), ']C0B-3');
  await waitFor(() => expect(sentTo('/api/bulk/move-units')).toEqual(movedTogether([9])));
});

it('rejects a location that is scanned while the selected units are being moved to another one', async () => {
  const user = open({ q: 'X00KETTLEN' });
  await user.click(await screen.findByLabelText(/^Select Electric Kettle, unit 9/));
  await screen.findByText('1 selected');
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  server.use(
    http.post('/api/bulk/move-units', async ({ request }) => {
      sent.push(['/api/bulk/move-units', await request.json()]);
      await gate;
      return HttpResponse.json(bulkAnswer({}));
    }),
  );
  scanInto(document.activeElement as HTMLElement, 'B-3');
  await waitFor(() => expect(sentTo('/api/bulk/move-units')).toEqual(movedTogether([9])));
  scanInto(document.activeElement as HTMLElement, 'B-3');
  expect(played).toEqual([]);
  scanInto(document.activeElement as HTMLElement, 'A-1');
  expect((await screen.findAllByText('A-1 was not used: the selected units are being moved to B-3')).length).toBeGreaterThan(0);
  expect(played).toEqual([expect.stringContaining('error')]);
  scanInto(screen.getByLabelText('Move to: scan a location'), 'A-1');
  await waitFor(() => expect(played).toHaveLength(2));
  release();
  await screen.findByRole('region', { name: 'Move 1 unit to B-3' });
  expect(sentTo('/api/bulk/move-units')).toHaveLength(1);
});

it('lists the units awaiting putaway until a search replaces them', async () => {
  server.use(http.get('/api/inventory/units/lying', () => HttpResponse.json({ data: [{ ...kettle, location: 'RECEIVING' }], totalCount: 250 })));
  const user = open({ show: 'lying' });
  expect(await screen.findByText('250 units have been awaiting putaway for more than 24 hours. The table shows the 1 that have waited longest.')).toBeTruthy();
  await user.click(await screen.findByLabelText(/^Select Electric Kettle, unit 9/));
  await screen.findByText('1 selected');
  scanInto(document.activeElement as HTMLElement, 'B-3');
  await waitFor(() => expect(sentTo('/api/bulk/move-units')).toEqual(movedTogether([9])));
  // The focus returns to the field when the move has ended.
  await screen.findByRole('region', { name: 'Move 1 unit to B-3' });
  await waitFor(() => expect(screen.queryByText('1 selected')).toBeNull());
  scanInto(screen.getByLabelText('Identifier'), 'X00KETTLEN');
  await waitFor(() => expect(sentTo('/api/searchlocalinventory')).toEqual([{ identifier: 'X00KETTLEN' }]));
  expect(screen.queryByText(/awaiting putaway/)).toBeNull();
});

it('moves every selected unit to the scanned location', async () => {
  items = [kettle, { ...kettle, id: 10 }, { ...kettle, id: 11 }];
  const user = open({ q: 'X00KETTLEN' });
  for (const id of [9, 11]) await user.click(await screen.findByRole('checkbox', { name: `Select Electric Kettle, unit ${id}` }));
  const field = screen.getByLabelText('Move to: scan a location');
  scanInto(field, 'z-9');
  expect(await screen.findByText('There is no location z-9')).toBeTruthy();
  await user.clear(field);
  scanInto(field, 'b-3');
  await waitFor(() => expect(sentTo('/api/bulk/move-units')).toEqual(movedTogether([9, 11])));
  expect(await screen.findByRole('region', { name: 'Move 2 units to B-3' })).toBeTruthy();
});

it('does not say that there is no such location while the locations could not be loaded', async () => {
  server.use(http.get('/api/locations', () => HttpResponse.json({ error: { message: 'No' } }, { status: 400 })));
  const user = open({ q: 'X00KETTLEN' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Electric Kettle, unit 9' }));
  scanInto(screen.getByLabelText('Move to: scan a location'), 'B-3');
  expect(await screen.findByText('The locations could not be loaded; trying again')).toBeTruthy();
  expect(screen.queryByText('There is no location B-3')).toBeNull();
});

it('shows a unit in a few lines on a phone, and its notes and actions on request', async () => {
  const { matchMedia } = window;
  vi.stubGlobal('matchMedia', (query: string) => ({ ...matchMedia(query), matches: query === '(width < 40rem)' }));
  const user = open({ q: 'X00KETTLEN' });
  const row = within((await screen.findByLabelText('Location of Electric Kettle, unit 9')).closest('tr') as HTMLElement);
  expect(row.getByLabelText('Select Electric Kettle, unit 9')).toBeTruthy();
  expect(row.getByText('X00KETTLEN')).toBeTruthy();
  expect(screen.queryByLabelText('Notes of Electric Kettle, unit 9')).toBeNull();
  await user.click(row.getByRole('button', { name: 'More of Electric Kettle, unit 9' }));
  expect(screen.getByLabelText('Notes of Electric Kettle, unit 9')).toBeTruthy();
  expect(screen.getByText('B000KETTLE')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Remove Electric Kettle, unit 9' })).toBeTruthy();
  await user.click(row.getByRole('button', { name: 'Less of Electric Kettle, unit 9' }));
  expect(screen.queryByLabelText('Notes of Electric Kettle, unit 9')).toBeNull();
  vi.stubGlobal('matchMedia', matchMedia);
});

it('saves notes with Enter, only when they changed', async () => {
  const user = open({ q: 'X00KETTLEN' });
  const notes = await screen.findByLabelText('Notes of Electric Kettle, unit 9');
  await user.type(notes, 'dented{Enter}');
  await user.tab();
  await waitFor(() => expect(sentTo('/api/inventory/units/notes')).toEqual([{ id: 9, notes: 'dented', seen: '' }]));
});

it('does not send saved notes again while the item is reloaded', async () => {
  const user = open({ q: 'X00KETTLEN' });
  const notes = await screen.findByLabelText('Notes of Electric Kettle, unit 9');
  let finish: () => void = () => {};
  const reloaded = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let reloads = 0;
  server.use(
    http.post('/api/searchlocalinventory', async () => {
      reloads += 1;
      await reloaded;
      return HttpResponse.json([{ ...kettle, notes: 'dented' }]);
    }),
  );
  await user.type(notes, 'dented{Enter}');
  await waitFor(() => expect(reloads).toBe(1));
  await user.tab();
  finish();
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Notes of Electric Kettle, unit 9').value).toBe('dented'));
  expect(sentTo('/api/inventory/units/notes')).toEqual([{ id: 9, notes: 'dented', seen: '' }]);
});

it("shows other people's changes but never replaces text that is being typed", async () => {
  const user = open({ q: 'X00KETTLEN' });
  const notes = await screen.findByLabelText<HTMLInputElement>('Notes of Electric Kettle, unit 9');
  const location = screen.getByLabelText<HTMLSelectElement>('Location of Electric Kettle, unit 9');
  others({ notes: 'dented', location: 'B-3' });
  await waitFor(() => expect([notes.value, location.value]).toEqual(['dented', 'B-3']));
  await user.type(notes, ' box');
  others({ notes: 'leaks' });
  expect(await screen.findByText('Changed by another person to: leaks')).toBeTruthy();
  expect(notes.value).toBe('dented box');
  await user.keyboard('{Escape}');
  expect(notes.value).toBe('leaks');
  expect(sentTo('/api/inventory/units/notes')).toEqual([]);
});

it('keeps the refused units selected, shows the reasons, and undoes the others', async () => {
  items = [kettle, { ...kettle, id: 10 }, { ...kettle, id: 11 }];
  const refused = (record: string) => ({ record, outcome: 'REFUSED' as const, message: 'The item has been shipped', reason: 'not_in_stock', is_undone: false });
  bulk = { total: 3, done: 1, refused: 2, undoable: 1, refused_rows: [refused('10'), refused('11')] };
  const user = open({ q: 'X00KETTLEN' });
  for (const id of [9, 10, 11]) await user.click(await screen.findByRole('checkbox', { name: `Select Electric Kettle, unit ${id}` }));
  scanInto(screen.getByLabelText('Move to: scan a location'), 'b-3');
  expect(await screen.findByText('Units 10, 11: The item has been shipped')).toBeTruthy();
  expect(screen.getByText('1 done, 2 refused')).toBeTruthy();
  expect(screen.getByText('2 selected')).toBeTruthy();
  const isChosen = (id: number) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Select Electric Kettle, unit ${id}` }).checked;
  expect([9, 10, 11].map(isChosen)).toEqual([false, true, true]);
  server.use(http.post('/api/bulk/1/undo', () => HttpResponse.json(bulkAnswer({ id: 2, undoes: 1 }))));
  await user.click(screen.getByRole('button', { name: 'Undo 1' }));
  expect(await screen.findByRole('region', { name: 'Undo: Move 3 units to B-3' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('region', { name: /^Undo/ })).toBeNull();
});

it('shows the progress of a job, which can be stopped', async () => {
  let state: Partial<BulkAction> = { state: 'RUNNING', total: 230, done: 50, job_id: 4 };
  bulk = state;
  server.use(
    http.get('/api/bulk/1', () => HttpResponse.json(bulkAnswer(state))),
    http.post('/api/bulk/1/stop', () => {
      state = { ...state, state: 'STOPPED', undoable: 75, done: 75 };
      return HttpResponse.json(bulkAnswer(state));
    }),
  );
  const user = open({ q: 'X00KETTLEN' });
  await user.click(await screen.findByRole('checkbox', { name: 'Select Electric Kettle, unit 9' }));
  scanInto(screen.getByLabelText('Move to: scan a location'), 'b-3');
  expect(await screen.findByText('50 of 230')).toBeTruthy();
  state = { ...state, done: 75 };
  publish(jobsTopic, { id: 4, state: 'RUNNING' });
  expect(await screen.findByText('75 of 230')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await screen.findByText('Stopped: 75 done, 155 not done')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Undo 75' })).toBeTruthy();
});

it('selects all units, quarantines those that are not yet there, removes them, and prints their labels', async () => {
  items = [kettle, { ...kettle, id: 10, status: 'QUARANTINE' }];
  const user = open({ q: 'X00KETTLEN' });
  const all = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Select all 2' });
  await user.click(screen.getByRole('checkbox', { name: 'Select Electric Kettle, unit 10' }));
  expect([all.indeterminate, all.checked]).toEqual([true, false]);
  await user.click(all);
  await user.click(screen.getByRole('button', { name: 'Print labels' }));
  expect(printed).toMatchObject([{ code: 'X00KETTLEN' }, { code: 'X00KETTLEN' }]);
  for (const [name, path, ids] of [
    ['Quarantine', '/api/bulk/quarantine-units', [9]],
    ['Remove', '/api/bulk/remove-units', [9, 10]],
  ] as const) {
    if (!all.checked) await user.click(all);
    await user.click(screen.getByRole('button', { name }));
    const dialog = await screen.findByRole('dialog', { name: `${name} Items` });
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Damaged');
    await user.click(within(dialog).getByRole('button', { name }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(path)).toMatchObject([{ selection: { ids }, input: { reason: 'DAMAGED', note: '' } }]);
  }
  expect(screen.queryByText('2 selected')).toBeNull();
});

it('names the actions of a unit in words', async () => {
  open({ q: 'X00KETTLEN' });
  const names = ['Condition', 'Quarantine', 'Print label', 'History', 'Remove'];
  for (const name of names) expect((await screen.findByRole('button', { name: `${name} Electric Kettle, unit 9` })).textContent?.trim()).toBe(name);
});

it('removes a unit with a reason; Other requires a note', async () => {
  const user = open({ q: 'X00KETTLEN' });
  await user.click(await screen.findByRole('button', { name: 'Remove Electric Kettle, unit 9' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove Item' });
  const press = () => user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await press();
  expect(within(dialog).getByText('Please select a reason')).toBeTruthy();
  await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Other');
  await press();
  expect(within(dialog).getByText('Describe what happened')).toBeTruthy();
  await user.type(within(dialog).getByLabelText('Note'), 'given away');
  await press();
  await waitFor(() => expect(sentTo('/api/inventory/units/remove')).toEqual([{ id: 9, reason: 'OTHER', note: 'given away' }]));
});

const moved: LedgerPageRow = {
  id: 70,
  sku: 'KETTLE-N',
  type: 'LOCATION_CHANGE',
  quantity: 1,
  reason: 'Moved from A-1 to B-3',
  created_at: '2026-11-20 14:03:05',
  product_id: 1,
  unit_id: 9,
  item_name: 'Electric Kettle',
  from_location: 'A-1',
  to_location: 'B-3',
  from_sku: null,
  note: null,
  actor_id: 7,
  actor: 'Ann',
  undone: false,
  is_undo: false,
  undoes: null,
  source: 'BY_HAND',
  count_id: null,
  on_hand_before: 4,
  on_hand_after: 4,
};

describe('a unit', () => {
  it('goes to quarantine with a reason, and back', async () => {
    const user = open({ q: 'X00KETTLEN' });
    await user.click(await screen.findByRole('button', { name: 'Quarantine Electric Kettle, unit 9' }));
    const dialog = await screen.findByRole('dialog', { name: 'Quarantine Item' });
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Damaged');
    items = [{ ...kettle, status: 'QUARANTINE' }];
    await user.click(within(dialog).getByRole('button', { name: 'Quarantine' }));
    await user.click(await screen.findByRole('button', { name: 'Move back Electric Kettle, unit 9' }));
    await waitFor(() => expect(sentTo('/api/inventory/units/release')).toEqual([{ id: 9 }]));
    expect(sentTo('/api/inventory/units/quarantine')).toEqual([{ id: 9, reason: 'DAMAGED', note: '' }]);
  });

  it('gets another condition, and so another listing', async () => {
    const user = open({ q: 'X00KETTLEN' });
    await user.click(await screen.findByRole('button', { name: 'Condition Electric Kettle, unit 9' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change Condition' });
    await user.selectOptions(within(dialog).getByLabelText('Reason'), 'Data entry error');
    const press = () => user.click(within(dialog).getByRole('button', { name: 'Change' }));
    await press();
    expect(within(dialog).getByText('Please select a condition')).toBeTruthy();
    await user.selectOptions(within(dialog).getByLabelText('New condition'), 'Good – KETTLE-G');
    await press();
    await waitFor(() => expect(sentTo('/api/inventory/units/condition')).toEqual([{ id: 9, listingId: 2, reason: 'DATA_ENTRY_ERROR', note: '' }]));
  });

  it('prints its label and shows its history', async () => {
    ledger = [moved];
    const user = open({ q: 'X00KETTLEN' });
    await user.click(await screen.findByRole('button', { name: 'Print label Electric Kettle, unit 9' }));
    expect(printed).toEqual([{ code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'New', isLarge: false }]);
    await user.click(screen.getByRole('button', { name: 'History Electric Kettle, unit 9' }));
    const drawer = await screen.findByRole('dialog', { name: 'History' });
    expect(await within(drawer).findByText('Moved from A-1 to B-3')).toBeTruthy();
    expect(within(drawer).getByText('Older movements are archived')).toBeTruthy();
  });

  it('shows the whole history of a unit when its first movement is not archived', async () => {
    ledger = [moved, { ...moved, id: 3, type: 'ADD', reason: 'Added to A-1' }];
    const user = open({ q: 'X00KETTLEN' });
    await user.click(await screen.findByRole('button', { name: 'History Electric Kettle, unit 9' }));
    const drawer = await screen.findByRole('dialog', { name: 'History' });
    expect(await within(drawer).findByText('Added to A-1')).toBeTruthy();
    expect(within(drawer).queryByText('Older movements are archived')).toBeNull();
  });
});

describe('the Adjustments tab', () => {
  it('shows the counts before and after, and links to the count behind a movement', async () => {
    ledger = [
      { ...moved, type: 'REMOVE', quantity: -1, on_hand_before: 1204, on_hand_after: 1203, source: 'COUNT', count_id: 12 },
      { ...moved, id: 69, on_hand_before: null, on_hand_after: null },
    ];
    const user = open({ tab: 'adjustments' });
    const table = await screen.findByRole('table', { name: 'Adjustments' });
    expect(within(table).getByText('1,204 → 1,203')).toBeTruthy();
    expect(within(table).getByText('By hand')).toBeTruthy();
    await user.click(within(table).getByRole('link', { name: 'Count 12' }));
    expect(openedCounts).toEqual([12]);
  });

  it('offers to undo movements that can be undone', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    ledger = [moved, { ...moved, id: 69, undone: true }, { ...moved, id: 68, is_undo: true }, { ...moved, id: 67, type: 'AUDIT_COUNT' }];
    const user = open();
    await user.click(screen.getByRole('tab', { name: 'Adjustments' }));
    const table = await screen.findByRole('table', { name: 'Adjustments' });
    expect(within(table).getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
    expect(within(table).getByText('Undone')).toBeTruthy();
    await user.click(within(table).getByRole('button', { name: /^Undo/ }));
    await waitFor(() => expect(sentTo('/api/inventory/movements/undo')).toEqual([{ id: 70 }]));
    expect((await screen.findAllByText('Undone: Moved from A-1 to B-3')).length).toBeGreaterThan(0);
  });

  it('offers people only their own movements of the last half hour', async () => {
    const at = (minutesAgo: number) => new Date(Date.now() - minutesAgo * 60_000).toISOString().slice(0, 19).replace('T', ' ');
    const own = { ...moved, created_at: at(29) };
    ledger = [
      { ...own, reason: 'Own' },
      { ...own, id: 69, created_at: at(31), reason: 'Late' },
      { ...own, id: 68, actor_id: 8, reason: 'Of Bob' },
      { ...own, id: 67, actor_id: null, actor: null, reason: 'Of the system' },
    ];
    open({ tab: 'adjustments' });
    const table = await screen.findByRole('table', { name: 'Adjustments' });
    expect(within(table).getByText('Of the system')).toBeTruthy();
    expect(
      within(table)
        .getAllByRole('button', { name: /^Undo/ })
        .map((button) => button.getAttribute('aria-label')),
    ).toEqual(['Undo Own, KETTLE-N']);
  });

  it('names the later movement that blocks an undo', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    ledger = [moved];
    const message = 'Undo the later change first: "Missing" by Ann at 2026-11-20 15:00:00 UTC';
    server.use(answer('/api/inventory/movements/undo', () => ({ success: false, message }), 409));
    const user = open({ tab: 'adjustments' });
    await user.click(await screen.findByRole('button', { name: /^Undo/ }));
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
  });
});

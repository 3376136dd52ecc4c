import { type AuditHistoryRow, type AuditMiss, type AuditResult, auditHistory } from '@stowage/contract/inventory/audit';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { openPage, readAgain } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { played } from '../../../../test/setup.ts';
import { AuditPage } from './AuditPage.tsx';
import type { AuditAddress } from './audit-address.ts';

// The live connection has its own tests, in a real browser.

const locations = ['A-1', 'B-3'].map((location, index) => ({ id: index + 1, location }));
const kettle = { item_name: 'Electric Kettle', seller_sku: 'KETTLE-N', identifier: 'X00KETTLEN', sku_condition: 11 };
const confirmed: AuditResult = { ...kettle, outcome: 'CONFIRMED', unit_id: 9, location: 'A-1', from_location: null, counted: 3, expected: 4, elsewhere: [] };
let results: (AuditResult | { status: number; error: object })[] = [];
let scans: Record<string, unknown>[] = [];
let rows: AuditHistoryRow[] = [];
let misses: AuditMiss[] = [];

const historyRow: AuditHistoryRow = {
  ...kettle,
  id: 9,
  asin: 'B000KETTLE',
  location: 'A-1',
  location_id: 1,
  created_at: '2026-11-20 14:03:05',
  updated_at: '2026-11-20 14:03:05',
  deleted: 0,
  quantity: 1,
  client_scan_id: null,
  product_id: 1,
  movement_id: 70,
  outcome: 'MOVED',
  scanned_code: 'X00KETTLEN',
  scanned_at: '2026-11-21 08:00:00',
  scanned_by_id: 7,
  scanned_by: 'Ann',
  scanned_location: 'A-1',
  from_location: 'B-3',
  undone: false,
};

beforeEach(() => {
  signedIn();
  sessionStorage.clear();
  [results, scans, rows, misses] = [[], [], [], []];
  server.use(
    http.post('/api/sflocalinventorylocations', () => HttpResponse.json(locations)),
    http.get('/api/inventory/audit/history', () => HttpResponse.json(rows)),
    http.get('/api/inventory/audit/misses', () => HttpResponse.json(misses)),
    http.post('/api/inventory/audit/scan', async ({ request }) => {
      scans.push((await request.json()) as Record<string, unknown>);
      const result = results.shift() ?? confirmed;
      return 'error' in result ? HttpResponse.json({ error: result.error }, { status: result.status }) : HttpResponse.json(result);
    }),
  );
});

/** Where the scans went. Before the locations have loaded, a scan names its location instead of sending the id. */
const scannedPlaces = () => scans.map(({ locationId }) => locations.find(({ id }) => id === locationId)?.location ?? locationId);

async function open(address: AuditAddress = {}) {
  const user = openPage(AuditPage, address);
  await screen.findByRole('option', { name: 'B-3' });
  return { field: screen.getByLabelText<HTMLInputElement>('UPC, EAN, ASIN, SKU, or FNSKU'), user };
}

describe('scanning a shelf', () => {
  it('requires a location first', async () => {
    const { field } = await open();
    scanInto(field, 'X00KETTLEN');
    expect((await screen.findByRole('alert')).textContent).toBe('Location must be selected before scanning');
    expect([scans, played]).toEqual([[], ['/sounds/error.wav']]);
  });

  it("starts at the person's default location until another one or none is selected", async () => {
    server.use(http.get('/api/user/settings', () => HttpResponse.json({ settings: { preferences: { location: 'B-3' } } })));
    const { field, user } = await open();
    scanInto(field, 'X00KETTLEN');
    expect(await screen.findByText(/^Confirmed "X00KETTLEN"/)).toBeTruthy();
    expect(scans).toMatchObject([{ productId: 'X00KETTLEN', locationId: 2, roundId: expect.any(String) }]);
    await user.selectOptions(screen.getByLabelText('Location'), 'Select Location');
    scanInto(field, 'X00KETTLEN');
    expect((await screen.findByRole('alert')).textContent).toBe('Location must be selected before scanning');
    expect(scans).toHaveLength(1);
  });

  it('confirms booked units and counts them aloud', async () => {
    const { field } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    expect(await screen.findByText('3 of 4 here')).toBeTruthy();
    expect(screen.getByText('Confirmed "X00KETTLEN" in location "A-1"')).toBeTruthy();
    expect(scans).toMatchObject([{ productId: 'X00KETTLEN', roundId: expect.any(String), clientScanId: expect.any(String) }]);
    expect(scannedPlaces()).toEqual(['A-1']);
    expect([field.value, played, document.activeElement]).toEqual(['', ['/sounds/success.wav'], field]);
  });

  it("shows the specification's words for an added unit", async () => {
    results = [{ ...confirmed, outcome: 'ADDED' }];
    const { field } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    expect(await screen.findByText('Successfully added "X00KETTLEN" to location "A-1"')).toBeTruthy();
  });

  it.each([
    [{ status: 422, error: { message: 'Invalid identifier length', reason: 'not_an_identifier' } }, 'Invalid identifier length'],
    [{ status: 404, error: { message: 'There is no location 1' } }, 'Failed to add inventory itemThere is no location 1'],
  ])("shows the server's rejection: %#", async (refusal, text) => {
    results = [refusal];
    const { field, user } = await open({ location: 'A-1' });
    scanInto(field, '12345678');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    await user.type(field, '1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('rejects an LPN without calling the server', async () => {
    const { field } = await open({ location: 'A-1' });
    scanInto(field, 'LPNRR123456');
    expect((await screen.findByRole('alert')).textContent).toBe('LPN codes are not supported');
    expect(within(screen.getByRole('list', { name: 'Scans' })).getByText('LPNRR123456')).toBeTruthy();
    expect([field.value, scans]).toEqual(['', []]);
  });

  it('reports that the locations could not be loaded', async () => {
    server.use(http.post('/api/sflocalinventorylocations', () => HttpResponse.json({}, { status: 403 })));
    openPage(AuditPage, {});
    expect(await screen.findByText('Failed to load location options')).toBeTruthy();
  });
});

describe('rounds', () => {
  it("end with the person: the next one in this tab neither continues the last one's audit nor location", async () => {
    const auditAs = async (userId: string) => {
      cleanup();
      signedIn({ userId });
      await open();
      const { value } = screen.getByLabelText<HTMLSelectElement>('Location');
      cleanup();
      scanInto((await open({ location: 'A-1' })).field, 'X00KETTLEN');
      return value;
    };
    expect([await auditAs('7'), await auditAs('8'), await auditAs('7')]).toEqual(['', '', 'A-1']);
    await waitFor(() => expect(scans).toHaveLength(3));
    const [first, second, third] = scans.map(({ roundId }) => roundId);
    expect([second === first, third === first]).toEqual([false, true]);
  });

  it('continue from scan to scan and restart on request and at another shelf', async () => {
    const { field, user } = await open({ location: 'A-1' });
    for (let i = 0; i < 2; i++) scanInto(field, 'X00KETTLEN');
    await user.click(screen.getByRole('button', { name: 'Start over at A-1' }));
    scanInto(field, 'X00KETTLEN');
    scanInto(field, 'b-3');
    scanInto(field, 'X00KETTLEN');
    await waitFor(() => expect(scans).toHaveLength(4));
    const rounds = scans.map(({ roundId }) => roundId);
    expect(rounds[0]).toBe(rounds[1]);
    expect(new Set(rounds).size).toBe(3);
    expect(scannedPlaces()).toEqual(['A-1', 'A-1', 'A-1', 'B-3']);
  });
});

describe('a surplus unit', () => {
  const asked: AuditResult = { ...confirmed, outcome: 'ELSEWHERE', unit_id: null, elsewhere: [{ location_id: 2, location: 'B-3', count: 5 }] };

  it('asks without taking the focus or stopping other scans, and moves the unit on request', async () => {
    results = [asked, confirmed, { ...confirmed, outcome: 'MOVED', from_location: 'B-3' }];
    const { field, user } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    const move = await screen.findByRole('button', { name: /Move 1 from B-3\?/ });
    expect([document.activeElement, played]).toEqual([field, ['/sounds/warning.wav']]);
    scanInto(field, 'X000BOLT0G');
    await waitFor(() => expect(scans).toHaveLength(2));
    await user.click(move);
    expect(await screen.findByText('Moved "X00KETTLEN" from location "B-3" to location "A-1"')).toBeTruthy();
    expect(scans[2]).toMatchObject({ clientScanId: scans[0]?.clientScanId, surplus: 'move', fromLocationId: 2 });
  });

  it('becomes the last result when its question is answered after other scans', async () => {
    results = [asked, { ...confirmed, item_name: 'Bolt Set' }, { ...confirmed, outcome: 'MOVED', from_location: 'B-3' }];
    const { field, user } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    await screen.findByRole('button', { name: /Move 1 from B-3\?/ });
    scanInto(field, 'X000BOLT0G');
    expect(await screen.findByText('Bolt Set')).toBeTruthy();
    await user.keyboard('{Alt>}1{/Alt}');
    expect(await screen.findByText('Moved to A-1')).toBeTruthy();
    expect([screen.queryByText('Bolt Set'), screen.getAllByText('Electric Kettle').length]).toEqual([null, 1]);
  });

  it('offers the first of many locations, the others on request, and always a key to add it', async () => {
    const places = Array.from({ length: 9 }, (_, i) => ({ location_id: i + 2, location: `B-${i + 1}`, count: 1 }));
    results = [
      { ...asked, elsewhere: places },
      { ...confirmed, outcome: 'MOVED', from_location: 'B-9' },
    ];
    const { field, user } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    const names = () => screen.getAllByRole('button', { name: /^Alt|Move 1|more/ }).map(({ textContent }) => textContent);
    await screen.findByRole('button', { name: /Move 1 from B-1/ });
    expect(names()).toEqual(['Alt 1 Move 1 from B-1?', 'Alt 2 Move 1 from B-2?', 'Alt 3 Move 1 from B-3?', 'Alt 4 Add as new', '6 more', 'Alt 0 Dismiss']);
    await user.click(screen.getByRole('button', { name: '6 more' }));
    expect(names().slice(3, 5)).toEqual(['Alt 4 Add as new', 'Alt 5 Move 1 from B-4?']);
    await user.click(screen.getByRole('button', { name: /Move 1 from B-9/ }));
    await waitFor(() => expect(scans[1]).toMatchObject({ fromLocationId: 10 }));
  });

  it('is added with Alt and a number', async () => {
    results = [asked, { ...confirmed, outcome: 'ADDED' }];
    const { field, user } = await open({ location: 'A-1' });
    scanInto(field, 'X00KETTLEN');
    await screen.findByRole('button', { name: /Add as new/ });
    await user.keyboard('{Alt>}2{/Alt}');
    expect(await screen.findByText('Successfully added "X00KETTLEN" to location "A-1"')).toBeTruthy();
    expect(scans[1]).toMatchObject({ surplus: 'add' });
  });
});

describe('the Scan History', () => {
  it('shows a scan without effect at its time', async () => {
    const miss: AuditMiss = {
      id: 1,
      result: 'UNMATCHED',
      scanned_code: 'SHORT',
      scanned_location: 'A-1',
      message: 'Invalid identifier length',
      scanned_at: '2026-11-21 08:00:01',
      scanned_by: 'Ann',
    };
    rows = [historyRow];
    misses = [miss, { ...miss, id: 2, result: 'DUPLICATE', scanned_at: '2026-11-21 07:00:00' }, { ...miss, id: 3, result: 'ERROR', scanned_location: null }];
    await open();
    await screen.findByText('Unmatched');
    const results = within(screen.getByRole('table', { name: 'Scan History' }))
      .getAllByRole('row')
      .slice(1);
    expect(results.map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['Unmatched', 'Error', 'Moved from B-3', 'Duplicate']);
  });

  it('says that it could not be read again', async () => {
    rows = [historyRow];
    await open();
    await screen.findByRole('table', { name: 'Scan History' });
    server.use(http.get('/api/inventory/audit/history', () => HttpResponse.json({ error: { message: 'Not now' } }, { status: 400 })));
    readAgain(auditHistory);
    expect(await screen.findByText('Not up to date: Not now')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Scan History' })).toBeTruthy();
  });

  it('undoes movements and additions only', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    rows = [historyRow, { ...historyRow, movement_id: 69, outcome: 'CONFIRMED' }, { ...historyRow, movement_id: 68, undone: true, deleted: 1 }];
    const undone: unknown[] = [];
    server.use(
      http.post('/api/inventory/movements/undo', async ({ request }) => {
        undone.push(await request.json());
        return HttpResponse.json({ success: true, message: 'Undone' });
      }),
    );
    const { user } = await open();
    const table = await screen.findByRole('table', { name: 'Scan History' });
    expect(within(table).getByText('Undone')).toBeTruthy();
    await user.click(within(table).getByRole('button', { name: /^Undo/ }));
    expect((await screen.findAllByText('Undone: moved from B-3, X00KETTLEN')).length).toBeGreaterThan(0);
    expect(undone).toEqual([{ id: 70 }]);
  });

  it('shows the result of each scan', async () => {
    rows = [historyRow];
    await open();
    const table = await screen.findByRole('table', { name: 'Scan History' });
    const texts = (role: string) =>
      within(table)
        .getAllByRole(role)
        .map((cell) => cell.textContent);
    expect(texts('columnheader')).toEqual([
      'Time, user',
      'Result',
      'Scanned code',
      'Item',
      'Seller SKU, FNSKU',
      'Condition',
      'Location',
      'Expected here?',
      'Edit',
      'Undo',
    ]);
    expect(texts('cell')[0]).toMatch(/Ann$/);
    expect(texts('cell').slice(1, 8)).toEqual(['Moved from B-3', 'X00KETTLEN', 'Electric Kettle', 'KETTLE-NX00KETTLEN', 'New', 'A-1', 'Was in B-3']);
    expect(screen.getByText(/^Current Time:/)).toBeTruthy();
  });

  it('keeps a unit open for editing when newer scans push it out of the history', async () => {
    rows = [historyRow];
    const { field, user } = await open({ location: 'A-1' });
    await user.click(await screen.findByRole('button', { name: 'Edit Electric Kettle in A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Electric Kettle' });
    await user.selectOptions(within(dialog).getByLabelText('Location'), 'B-3');
    rows = [{ ...historyRow, id: 10, movement_id: 71, item_name: 'Desk Lamp' }];
    scanInto(field, 'X00LAMP');
    await screen.findByText('Desk Lamp');
    const left = screen.getByRole('dialog', { name: 'Electric Kettle' });
    expect(within(left).getByLabelText<HTMLSelectElement>('Location').value).toBe('B-3');
  });

  it('edits with the loaded locations and requires one of them', async () => {
    rows = [historyRow];
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Edit Electric Kettle in A-1' }));
    const dialog = await screen.findByRole('dialog', { name: 'Electric Kettle' });
    const select = within(dialog).getByLabelText('Location');
    expect(within(select).getAllByRole('option')).toHaveLength(3);
    await user.selectOptions(select, '');
    await user.click(within(dialog).getByRole('button', { name: 'Save' }));
    expect(await within(dialog).findByText('Please select a location')).toBeTruthy();
  });
});

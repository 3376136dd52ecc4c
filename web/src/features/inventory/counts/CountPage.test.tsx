import type { CountLine } from '@stowage/contract/inventory/count-review';
import type { CountSession } from '@stowage/contract/inventory/counts';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { reconnect } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { scanInto } from '../../../../test/scanner.ts';
import { server, signedIn } from '../../../../test/server.ts';
import { closeScanQueues } from '../../../shared/scan/scan-queues.ts';
import { keepEarlyScans } from '../../../ui/scan/early-scans.ts';
import { CountPage } from './CountPage.tsx';
import type { CountAddress } from './count-address.ts';

// The live connection has its own tests, in a real browser.

const place = { location_id: 1, location: 'A-1' };
const session: CountSession = {
  id: 12,
  state: 'OPEN',
  is_blind: false,
  locations: [place],
  assignee: null,
  due_on: '2026-11-30',
  started_by: 'Ann',
  created_at: '2026-11-20 14:03:05',
  closed_at: null,
  lines: 3,
  counted_lines: 2,
  equal_lines: 1,
  round: 1,
  holder: null,
  counted_before: [],
  lists: { uncounted: 1, counted: 2, unexpected: 0, unmatched: 0, differences: 1 },
  differences: { missing: 1, surplus: 0, value: 0, without_cost: 1, without_cause: 1, unseen_moves: 0, needs_approval: false },
  moved_lines: 0,
};
const line: CountLine = {
  id: 5,
  ...place,
  item_name: 'Electric Kettle',
  seller_sku: 'KETTLE-N',
  identifier: 'X00KETTLEN',
  sku_condition: 11,
  list: 'counted',
  expected: 4,
  counted: 3,
  counted_before: null,
  booked: 4,
  difference: -1,
  value: null,
  on_hand: 4,
  moved: false,
  is_looked_at: true,
  is_to_count: true,
  root_cause: null,
  other_location: null,
};
const me = { id: 7, name: 'Ann' };

let count = session;
let rows: CountLine[] = [];
let calls: [string, unknown][] = [];
let refusals: Record<string, { status: number; error: object }> = {};

beforeEach(() => {
  closeScanQueues();
  sessionStorage.clear();
  signedIn();
  [count, rows, calls, refusals] = [session, [line], [], {}];
  server.use(
    http.post('/api/sflocalinventorylocations', () =>
      HttpResponse.json([
        { id: 1, location: 'A-1' },
        { id: 2, location: 'B-3' },
      ]),
    ),
    http.get('/api/locations', () =>
      HttpResponse.json([
        { id: 1, location: 'A-1' },
        { id: 2, location: 'B-3' },
      ]),
    ),
    http.get('/api/counts/12', () => HttpResponse.json(count)),
    http.get('/api/counts/12/lines', () => HttpResponse.json({ data: rows, totalCount: rows.length, totalPages: 1, currentPage: 0 })),
    http.post('/api/counts/12/*', async ({ request }) => {
      const what = new URL(request.url).pathname.replace('/api/counts/12/', '');
      const text = await request.text();
      calls.push([what, text === '' ? undefined : JSON.parse(text)]);
      const refusal = refusals[what];
      if (refusal !== undefined) return HttpResponse.json({ error: refusal.error }, { status: refusal.status });
      if (what === 'cause') return HttpResponse.json({ success: true, lines: 107 });
      if (what !== 'scan' && !what.endsWith('counted')) return HttpResponse.json({ success: true });
      const { item_name, seller_sku, identifier, sku_condition, location } = line;
      const expected = count.is_blind ? null : 4;
      return HttpResponse.json({ outcome: 'COUNTED', line_id: 5, item_name, seller_sku, identifier, sku_condition, location, counted: 3, expected });
    }),
  );
});

function open(address: CountAddress = {}) {
  return openPage<CountAddress>((props) => <CountPage id={12} onLeave={() => {}} {...props} />, address);
}
const callsTo = (what: string) => calls.filter(([called]) => called === what).map(([, body]) => body);
const scanField = () => screen.findByLabelText<HTMLInputElement>('UPC, EAN, ASIN, SKU, or FNSKU');
const tabs = async () => (await screen.findAllByRole('tab')).map(({ textContent }) => textContent);

describe('counting', () => {
  it('starts with one key, then counts scans and shows the quantity', async () => {
    const user = open();
    const start = await screen.findByRole('button', { name: 'Start counting' });
    expect(document.activeElement).toBe(start);
    await user.keyboard('{Enter}');
    const field = await scanField();
    expect(document.activeElement).toBe(field);
    scanInto(field, 'X00KETTLEN');
    expect(await screen.findByText('3 of 4 here')).toBeTruthy();
    expect(screen.getByText(/^Counted in A-1/)).toBeTruthy();
    expect(callsTo('scan')).toMatchObject([{ productId: 'X00KETTLEN', locationId: 1, clientScanId: expect.any(String) }]);
    expect(await tabs()).toEqual(['Not yet counted (1)', 'Counted (2)', 'Unexpected (0)', 'Unmatched (0)']);
  });

  it('shows no booked quantity in a blind count', async () => {
    count = { ...session, is_blind: true, state: 'COUNTING', holder: me, equal_lines: null, differences: null };
    rows = [{ ...line, expected: null, booked: null, difference: null, on_hand: null, counted: null, list: 'uncounted' }];
    open();
    scanInto(await scanField(), 'X00KETTLEN');
    expect(await screen.findByText('3 here')).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Expected' })).toBeNull();
  });

  it('continues after a reload and reports when another device takes over', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    open();
    await scanField();
    expect(callsTo('heartbeat')).toMatchObject([{ deviceId: expect.any(String) }]);
  });

  it('keeps the scans of a reload until it is known that this page holds the count', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    let answer = () => {};
    server.use(
      http.post('/api/counts/12/heartbeat', async () => {
        await new Promise<void>((resolve) => {
          answer = resolve;
        });
        return HttpResponse.json({ success: true });
      }),
    );
    const stop = keepEarlyScans();
    open();
    await screen.findByRole('button', { name: 'Count here' });
    scanInto(document.body, 'X00KETTLEN', 'X00KETTLEN');
    expect(callsTo('scan')).toEqual([]);
    answer();
    await waitFor(() => expect(callsTo('scan')).toHaveLength(2));
    stop();
  });

  it('names the scans that nobody counts, and stays', async () => {
    const user = open();
    await screen.findByRole('button', { name: 'Start counting' });
    scanInto(document.body, 'X00KETTLEN', 'X00MAT');
    const text = 'Not counted, because this page is not counting: X00KETTLEN, X00MAT. Continue the count, then scan again.';
    expect(await screen.findByText(text)).toBeTruthy();
    expect(calls).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Start counting' }));
    await scanField();
    expect(screen.getByText(/X00KETTLEN, X00MAT\. Scan again\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/^Not counted/)).toBeNull();
  });

  it('warns of a counted item that is not in the catalog', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    server.use(
      http.post('/api/counts/12/scan', () =>
        HttpResponse.json({
          ...{ outcome: 'COUNTED', line_id: 6, item_name: null, seller_sku: null, identifier: 'X00NOTHERE' },
          sku_condition: null,
          location: 'A-1',
          counted: 1,
          expected: 0,
        }),
      ),
    );
    open();
    scanInto(await scanField(), 'X00NOTHERE');
    expect(await screen.findByText(/^Counted in A-1, not in the catalog/)).toBeTruthy();
    expect(await screen.findByText('Not in the catalog')).toBeTruthy();
  });

  it('keeps the count while the server has too many calls to answer', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    open();
    await scanField();
    refusals = { heartbeat: { status: 429, error: { code: 'too_many', message: 'Too many calls' } } };
    reconnect();
    await waitFor(() => expect(callsTo('heartbeat')).toHaveLength(2));
    // The next answer shows that the one before it ended nothing.
    refusals = {};
    reconnect();
    await waitFor(() => expect(callsTo('heartbeat')).toHaveLength(3));
    expect(await scanField()).toBeTruthy();
  });

  it('offers to continue here while the same person counts on another device', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    refusals = { heartbeat: { status: 409, error: { message: 'The count is being counted on another device', reason: 'lock_lost' } } };
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Count here' }));
    expect(await scanField()).toBeTruthy();
  });

  it('explains a rejected location and a count that another person holds', async () => {
    const user = open();
    refusals = { claim: { status: 409, error: { message: 'Somebody else is counting this right now', reason: 'held_by_other' } } };
    await user.click(await screen.findByRole('button', { name: 'Start counting' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Somebody else is counting this right now');
    refusals = {};
    await user.click(screen.getByRole('button', { name: 'Start counting' }));
    scanInto(await scanField(), 'b-3');
    expect(await screen.findByText('B-3 is not part of this count', { selector: 'li *' })).toBeTruthy();
    expect((await scanField()).getAttribute('aria-invalid')).toBe('true');
    expect(callsTo('scan')).toEqual([]);
  });

  it('sends a corrected number after a lost answer as another entry, and the same number again as the same one', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    const bodies: { counted: number; clientEntryId: string }[] = [];
    server.use(
      http.post('/api/counts/12/lines/5/counted', async ({ request }) => {
        bodies.push((await request.json()) as (typeof bodies)[number]);
        return HttpResponse.error();
      }),
    );
    const user = open();
    const number = await screen.findByLabelText<HTMLInputElement>('Counted of Electric Kettle, X00KETTLEN, in A-1');
    for (const text of ['7', '7', '8']) {
      const before = bodies.length;
      await user.clear(number);
      await user.type(number, `${text}{Enter}`);
      await waitFor(() => expect(bodies).toHaveLength(before + 1));
      await screen.findByRole('button', { name: 'Save' });
    }
    expect(bodies.map(({ counted }) => counted)).toEqual([7, 7, 8]);
    expect(new Set(bodies.map(({ clientEntryId }) => clientEntryId)).size).toBe(2);
    expect(bodies[1]?.clientEntryId).toBe(bodies[0]?.clientEntryId);
  });

  it('accepts a quantity for a line and keeps a failed scan visible', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    const user = open();
    scanInto(await scanField(), 'X00KETTLEN');
    const number = await screen.findByLabelText<HTMLInputElement>('Counted of Electric Kettle, X00KETTLEN, in A-1');
    await user.clear(number);
    await user.type(number, '7x');
    expect(number.getAttribute('aria-invalid')).toBe('true');
    await user.clear(number);
    await user.type(number, '7{Enter}');
    await waitFor(() => expect(callsTo('lines/5/counted')).toMatchObject([{ counted: 7, clientEntryId: expect.any(String) }]));
    refusals = { scan: { status: 409, error: { message: 'This count is not being counted any more', reason: 'not_counting' } } };
    scanInto(await scanField(), 'X000BOLT0G');
    expect((await screen.findAllByText('Not counted')).length).toBeGreaterThan(0);
  });

  it('sends a number after the scans before it, which it replaces', async () => {
    let isDown = true;
    server.use(http.post('/api/counts/12/scan', () => (isDown ? HttpResponse.error() : undefined)));
    count = { ...session, state: 'COUNTING', holder: me };
    const user = open({ list: 'counted' });
    scanInto(await scanField(), 'X00KETTLEN', 'X00KETTLEN');
    await screen.findAllByText('Not saved yet, retrying');
    await user.clear(await screen.findByLabelText('Counted of Electric Kettle, X00KETTLEN, in A-1'));
    await user.type(screen.getByLabelText('Counted of Electric Kettle, X00KETTLEN, in A-1'), '2{Enter}');
    await screen.findByRole('button', { name: 'Saving' });
    isDown = false;
    await waitFor(() => expect(callsTo('lines/5/counted')).toMatchObject([{ counted: 2 }]));
    expect(calls.map(([what]) => what).filter((what) => what !== 'hold' && what !== 'heartbeat')).toEqual(['scan', 'scan', 'lines/5/counted']);
  });

  it('asks before it is submitted with uncounted lines', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Submit count' }));
    const dialog = await screen.findByRole('dialog', { name: 'Submit count' });
    expect(within(dialog).getByText('1 line is not counted yet and will be counted as zero.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Submit' }));
    await waitFor(() => expect(callsTo('submit')).toEqual([{ isRestMissing: true }]));
  });

  it('is not submitted while a scan waits for an answer', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    refusals = { scan: { status: 409, error: { message: 'This count is not being counted any more', reason: 'not_counting' } } };
    const user = open();
    scanInto(await scanField(), 'X000BOLT0G');
    await screen.findAllByText('Not counted');
    await user.click(screen.getByRole('button', { name: 'Submit count' }));
    expect(await screen.findByText('1 scan is not counted yet. Answer, retry or dismiss each in the list of scans first.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(callsTo('submit')).toEqual([]);
  });

  it('names the scans that a submitted count lacks, and lets a person dismiss them', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    refusals = { scan: { status: 409, error: { message: 'This count is not being counted any more', reason: 'not_counting' } } };
    const first = open();
    scanInto(await scanField(), 'X000BOLT0G');
    await screen.findAllByText('Not counted');
    count = { ...session, state: 'SUBMITTED' };
    await first.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText(/^1 scan of this device was not counted: X000BOLT0G/)).toBeTruthy();
    await first.click(within(screen.getByText(/^1 scan of this device was not counted/)).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(/of this device was not counted/)).toBeNull();
  });

  it('says that it is paused after one has paused it, and continues', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    const user = open();
    await scanField();
    count = { ...count, holder: null };
    refusals = { heartbeat: { status: 409, error: { message: 'The count is being counted on another device', reason: 'lock_lost' } } };
    await user.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('The count is paused. Count here to continue it.')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Count here' }));
    await scanField();
    expect(screen.queryByText(/The count is paused/)).toBeNull();
  });

  it.each([
    ['was released', null, 'The count was released. Count here to scan on this device again.'],
    ['continues on another device', me, 'You continued the count on another device. Count here to scan on this device again.'],
    ['is counted by another person', { id: 8, name: 'Bob' }, 'Bob is counting this right now. You can count here again after Bob pauses the count.'],
  ])('says that it %s when it was taken from this page', async (_what, holder, text) => {
    count = { ...session, state: 'COUNTING', holder: me };
    open();
    await scanField();
    count = { ...count, holder };
    refusals = { heartbeat: { status: 409, error: { message: 'The count is being counted on another device', reason: 'lock_lost' } } };
    reconnect();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Count here' })).toHaveLength(holder?.id === 8 ? 0 : 1);
    if (holder?.id !== 8) return;
    scanInto(document.body, 'X00KETTLEN');
    expect(await screen.findByText('Not counted, because this page is not counting: X00KETTLEN. Bob is counting this right now.')).toBeTruthy();
  });

  it("shows another person's count; an administrator can end the hold", async () => {
    count = { ...session, state: 'COUNTING', holder: { id: 8, name: 'Bob' } };
    open();
    expect(await screen.findByText(/Bob is counting this right now/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Count here|Force release/ })).toBeNull();
  });

  it('can be ended by an administrator', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    count = { ...session, state: 'COUNTING', holder: { id: 8, name: 'Bob' } };
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Force release' }));
    await waitFor(() => expect(callsTo('release')).toEqual([{ force: true }]));
  });

  it('says why its hold could not be ended', async () => {
    signedIn({ roles: ['ROLE_ADMIN'] });
    count = { ...session, state: 'COUNTING', holder: { id: 8, name: 'Bob' } };
    refusals = { release: { status: 409, error: { message: 'The count is not being counted' } } };
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Force release' }));
    expect((await screen.findAllByText('Not released: The count is not being counted')).length).toBeGreaterThan(0);
  });

  it('keeps a number that is typed while another one is being saved, and saves it on Enter', async () => {
    count = { ...session, state: 'COUNTING', holder: me };
    rows = [{ ...line, counted: null }];
    const bodies: { counted: number; clientEntryId: string }[] = [];
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.use(
      http.post('/api/counts/12/lines/5/counted', async ({ request }) => {
        bodies.push((await request.json()) as (typeof bodies)[number]);
        await gate;
        if (bodies.length > 1) return HttpResponse.json({ error: { message: 'Too late' } }, { status: 409 });
        return HttpResponse.json({ ...line, outcome: 'COUNTED', line_id: 5, counted: 1 });
      }),
    );
    const user = open();
    const number = await screen.findByLabelText<HTMLInputElement>('Counted of Electric Kettle, X00KETTLEN, in A-1');
    await user.type(number, '1{Enter}');
    await waitFor(() => expect(bodies).toHaveLength(1));
    await user.type(number, '2{Enter}');
    release();
    await waitFor(() => expect(bodies.map(({ counted }) => counted)).toEqual([1, 12]));
    expect((await screen.findAllByText('Not saved: Too late')).length).toBeGreaterThan(0);
    expect(bodies[1]?.clientEntryId).not.toBe(bodies[0]?.clientEntryId);
    expect(number.value).toBe('12');
    expect(document.activeElement).toBe(number);
  });

  describe('a number that is typed without Enter', () => {
    const typed = async (text: string, before: number | null = null) => {
      count = { ...session, state: 'COUNTING', holder: me };
      rows = [{ ...line, counted: before }];
      const user = open();
      await user.type(await screen.findByLabelText('Counted of Electric Kettle, X00KETTLEN, in A-1'), text);
      return user;
    };
    const entered = () => callsTo('lines/5/counted').map((body) => (body as { counted: number }).counted);

    it('is saved when the person leaves the field, and once', async () => {
      const user = await typed('12');
      await user.tab();
      expect(entered()).toEqual([]);
      await user.tab();
      await waitFor(() => expect(entered()).toEqual([12]));
    });

    it('is saved when its line leaves the list', async () => {
      await typed('12');
      rows = [{ ...line, id: 6, identifier: 'X000BOLT0G' }];
      reconnect();
      await waitFor(() => expect(entered()).toEqual([12]));
    });

    it('replaces no count that was made meanwhile', async () => {
      const user = await typed('12');
      rows = [{ ...line, counted: 1, moved: true }];
      reconnect();
      await screen.findByText('Moved since the start');
      await user.click(screen.getByRole('tab', { name: 'Counted (2)' }));
      expect((await screen.findAllByText(/^Not saved: 12 of Electric Kettle in A-1\. The line was counted meanwhile\.$/)).length).toBeGreaterThan(0);
      expect(entered()).toEqual([]);
    });

    it('is the old count again when the person empties the field and leaves it', async () => {
      const user = await typed('12', 3);
      const number = screen.getByLabelText<HTMLInputElement>('Counted of Electric Kettle, X00KETTLEN, in A-1');
      await user.clear(number);
      await user.tab();
      await waitFor(() => expect(number.value).toBe('3'));
      expect(entered()).toEqual([]);
    });

    it('is not sent again after a refusal', async () => {
      refusals = { 'lines/5/counted': { status: 409, error: { message: 'Too late' } } };
      const user = await typed('12{Enter}');
      await screen.findAllByText('Not saved: Too late');
      await user.click(screen.getByRole('tab', { name: 'Counted (2)' }));
      await screen.findByRole('tab', { name: 'Counted (2)', selected: true });
      expect(entered()).toEqual([12]);
    });
  });

  it('again requires another person', async () => {
    count = { ...session, state: 'RECOUNT', round: 2, counted_before: [7] };
    open();
    expect(await screen.findByText('You have counted this before. A recount needs another person.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Count here' })).toBeNull();
  });
});

describe('the review', () => {
  beforeEach(() => {
    count = { ...session, state: 'REVIEW', lists: { ...session.lists, uncounted: 0 } };
  });

  it('shows each difference and requires its root cause', async () => {
    const user = open();
    expect(await tabs()).toEqual(['Differences (1)', 'Counted (2)', 'Unexpected (0)', 'Unmatched (0)']);
    const cause = await screen.findByLabelText<HTMLSelectElement>('Root cause of Electric Kettle, X00KETTLEN, in A-1');
    expect(
      within(cause)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Select a cause', 'Missing transaction', 'Miscounted', 'Lost', 'Damaged', 'Misplaced']);
    expect(screen.getByText('Every difference needs a root cause.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post count' }).disabled).toBe(true);
    await user.selectOptions(cause, 'LOST');
    await waitFor(() => expect(callsTo('lines/5/cause')).toEqual([{ rootCause: 'LOST', fromLocation: null }]));
    expect(cause.value).toBe('LOST');
  });

  it('applies one root cause to all lines that have none', async () => {
    count = { ...count, differences: { ...session.differences, without_cause: 107 } as CountSession['differences'] };
    const user = open();
    await user.selectOptions(await screen.findByLabelText('Root cause of the 107 lines without one'), 'Miscounted');
    await user.click(screen.getByRole('button', { name: 'Set for all' }));
    await waitFor(() => expect(callsTo('cause')).toEqual([{ rootCause: 'MISCOUNTED' }]));
    expect((await screen.findAllByText('Miscounted: 107 lines')).length).toBeGreaterThan(0);
  });

  it('asks for the person who recounts the differences and shows them', async () => {
    count = { ...count, counted_before: [7] };
    server.use(
      http.get('/api/counts/people', () =>
        HttpResponse.json([
          { id: 7, name: 'Ann' },
          { id: 8, name: 'Bea' },
        ]),
      ),
    );
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Recount by another person' }));
    const dialog = await screen.findByRole('dialog', { name: 'Recount by another person' });
    await within(dialog).findByRole('option', { name: 'Bea' });
    expect(within(dialog).queryByRole('option', { name: 'Ann' })).toBeNull();
    await user.selectOptions(within(dialog).getByLabelText('Assignee'), 'Bea');
    count = { ...session, state: 'RECOUNT', round: 2, assignee: { id: 8, name: 'Bea' } };
    await user.click(within(dialog).getByRole('button', { name: 'Recount' }));
    await waitFor(() => expect(callsTo('recount')).toEqual([{ assigneeId: 8 }]));
    expect(await screen.findByText('Bea', { selector: 'dd' })).toBeTruthy();
  });

  it('says when nobody is left for a recount', async () => {
    count = { ...count, counted_before: [8] };
    server.use(http.get('/api/counts/people', () => HttpResponse.json([{ id: 8, name: 'Bea' }])));
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Recount by another person' }));
    expect(await screen.findByText('Everyone has counted this before. Invite another person, who can then count it.')).toBeTruthy();
  });

  it('asks where a misplaced surplus unit is booked', async () => {
    rows = [{ ...line, counted: 5, difference: 1 }];
    const user = open();
    await user.selectOptions(await screen.findByLabelText(/^Root cause of/), 'MISPLACED');
    await user.selectOptions(await screen.findByLabelText(/^Booked location of/), await screen.findByRole('option', { name: 'B-3' }));
    await waitFor(() => expect(callsTo('lines/5/cause').at(-1)).toEqual({ rootCause: 'MISPLACED', fromLocation: 'B-3' }));
  });

  it("posts after a confirmation and shows the server's rejection", async () => {
    count = { ...count, differences: { ...session.differences, without_cause: 0 } as CountSession['differences'] };
    refusals = { post: { status: 409, error: { message: 'Stock moved since the count started. Accept the difference of 1 line.', reason: 'unseen_moves' } } };
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Post count' }));
    const dialog = await screen.findByRole('dialog', { name: 'Post count' });
    expect(within(dialog).getByText('1 missing and 0 surplus units will be corrected in the stock.')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Post' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Stock moved since the count started. Accept the difference of 1 line.');
  });

  it('leaves large differences to an administrator', async () => {
    count = { ...count, differences: { missing: 3, surplus: 0, value: 0, without_cost: 1, without_cause: 0, unseen_moves: 0, needs_approval: true } };
    open();
    expect(await screen.findByText('An administrator must post it.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Post count' }).disabled).toBe(true);
  });

  it('gives the focus to the next action when the state changes', async () => {
    count = { ...session, state: 'SUBMITTED' };
    const user = open();
    const review = await screen.findByRole('button', { name: 'Review' });
    count = { ...count, state: 'REVIEW', differences: { ...session.differences, without_cause: 0 } as CountSession['differences'] };
    await user.click(review);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Post count'));
  });

  it('requires a review of a line whose stock moved', async () => {
    count = { ...count, moved_lines: 1, differences: { ...session.differences, without_cause: 0, unseen_moves: 1 } as CountSession['differences'] };
    rows = [{ ...line, root_cause: 'LOST', moved: true, is_looked_at: false, on_hand: 5 }];
    const user = open();
    expect(await screen.findByText(/^Stock of 1 line moved since the count started/)).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Accept the difference of Electric Kettle, X00KETTLEN, in A-1' }));
    await waitFor(() => expect(callsTo('lines/5/look')).toEqual([{ expectedOnHand: 5 }]));
    refusals = { 'lines/5/look': { status: 409, error: { message: 'The count was posted' } } };
    await user.click(await screen.findByRole('button', { name: 'Accept the difference of Electric Kettle, X00KETTLEN, in A-1' }));
    expect((await screen.findAllByText('Not accepted: The count was posted')).length).toBeGreaterThan(0);
  });
});

it('reports that a count could not be loaded', async () => {
  server.use(http.get('/api/counts/12', () => HttpResponse.json({ error: { message: 'There is no count 12' } }, { status: 404 })));
  open();
  expect(await screen.findByText('Count 12 could not be loaded')).toBeTruthy();
  expect(screen.getByText('There is no count 12')).toBeTruthy();
});

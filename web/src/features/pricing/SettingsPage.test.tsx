import type { FeedStatusMessage, ListingJob } from '@stowage/contract/pricing';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { SettingsPage } from './SettingsPage.tsx';

const live = vi.hoisted(() => ({ state: 'connecting', listeners: new Map<string, (message: unknown) => void>() }));
// The live connection has its own tests, in a real browser; here its messages are given.
vi.mock('../../api/live.ts', () => ({
  useLiveState: () => live.state,
  useTopic: ({ path }: { path: string }, { onMessage }: { onMessage: (message: unknown) => void }) => void live.listeners.set(path, onMessage),
}));

const SETTINGS = {
  ...{ isPaused: false, quantityBuffer: 0, minimumMargin: 0, absoluteMinimum: 1, maxDropPercent: 30, movePercent: 20, moveSharePercent: 10 },
  ...{ maxInputAgeHours: 48, clearableListings: 1_204 },
};
const job = (part: Partial<ListingJob>): ListingJob => ({
  ...{ status: 'STARTED', message: 'Waiting for its turn', current: 0, total: 0, feedId: null, isComplete: false, hasError: false, jobId: 'j-1' },
  ...{ kind: 'sync-listings', title: 'Sync merchant fulfilled inventory', startedAt: '2026-11-20T14:03:05.000Z', finishedAt: null, startedBy: 'Ann' },
  ...{ outcomes: {}, isUndoable: false },
  ...part,
});

let jobs: ListingJob[] = [];
let sent: string[] = [];
const tell = (message: Partial<FeedStatusMessage>) => act(() => live.listeners.get('feed-status/:jobId')?.({ ...job({}), ...message }));

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  jobs = [];
  sent = [];
  live.state = 'connecting';
  const start =
    (kind: string) =>
    async ({ request }: { request: Request }) => {
      sent.push(`${new URL(request.url).pathname} ${await request.text()}`.trim());
      jobs = [job({ kind })];
      return HttpResponse.json({ jobId: 'j-1' });
    };
  server.use(
    http.get('/api/pricing/jobs', () => HttpResponse.json(jobs)),
    http.get('/api/pricing/settings', () => HttpResponse.json(SETTINGS)),
    http.post('/api/adminsettings/syncelocalandamazonsfinventory', start('sync-listings')),
    http.post('/api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview', start('preview-listings')),
    http.post('/api/adminsettings/clearsflocalinventorybulk', start('clear-listings')),
    http.post('/api/adminsettings/assignskustofnsku', start('assign-skus')),
  );
});

/** The page has links, so it stands in a router. */
function InRouter() {
  const root = createRootRoute({ component: Outlet });
  const index = createRoute({ getParentRoute: () => root, path: '/', component: SettingsPage });
  return <RouterProvider router={createRouter({ routeTree: root.addChildren([index]), history: createMemoryHistory() }) as never} />;
}
const show = () => openPage(InRouter, {});
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a sync', () => {
  it('is asked for its method, started, and followed to its end in the specification’s words', async () => {
    show();
    await press('Sync Merchant Fulfilled Inventory');
    for (const name of ['Percentage off MAP', 'Lowest Price Per Condition', 'DEBUG: Test Custom Merchant SKU'])
      expect(screen.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeTruthy();
    await press('Sync Inventory');
    const panel = await screen.findByRole('region', { name: 'Feed Submission Status' });
    expect(within(panel).getByText('Connecting to status updates...')).toBeTruthy();
    await tell({ status: 'SUBMITTING', message: 'Feed 17 was submitted', current: 602, total: 1_204, feedId: '17' });
    for (const text of ['SUBMITTING', 'Feed 17 was submitted', '602 / 1,204', '50%', '17']) expect(within(panel).getByText(text)).toBeTruthy();
    jobs = [job({ status: 'COMPLETED', isComplete: true, finishedAt: '2026-11-20T14:04:05.000Z', message: '1,204 accepted', current: 1_204, total: 1_204 })];
    await tell({ status: 'COMPLETED', isComplete: true });
    expect(await screen.findByRole('button', { name: 'Inventory Synced - Process Complete' })).toBeTruthy();
    expect(await screen.findByText('Process complete.')).toBeTruthy();
    expect(sent).toEqual(['/api/adminsettings/syncelocalandamazonsfinventory']);
  });

  it('says that it waits once connected, and when the connection is lost', async () => {
    jobs = [job({})];
    live.state = 'connected';
    show();
    expect(await screen.findByText('Waiting for status updates...')).toBeTruthy();
  });

  it('says when the connection is lost, and shows what it last knew', async () => {
    jobs = [job({ status: 'FETCHING', message: 'Priced 10 of 20 listings' })];
    live.state = 'lost';
    show();
    expect(await screen.findByText('Connection error. Status updates unavailable.')).toBeTruthy();
    expect(screen.getByText('Priced 10 of 20 listings')).toBeTruthy();
  });

  it('that cannot start says why, and can be tried again', async () => {
    server.use(
      http.post(
        '/api/adminsettings/syncelocalandamazonsfinventory',
        () => HttpResponse.json({ error: { message: 'Price pushes are paused' } }, { status: 409 }),
        { once: true },
      ),
      http.post('/api/adminsettings/syncelocalandamazonsfinventory', () => HttpResponse.error()),
    );
    show();
    await press('Sync Merchant Fulfilled Inventory');
    await press('Sync Inventory');
    expect((await screen.findByRole('alert')).textContent).toBe('Price pushes are paused');
    await press('Sync Inventory');
    expect(await screen.findByText('Error starting inventory sync')).toBeTruthy();
  });

  it('is previewed by the other method', async () => {
    show();
    await press('Sync Merchant Fulfilled Inventory');
    await userEvent.click(screen.getByRole('radio', { name: /^Lowest Price Per Condition/ }));
    await userEvent.click(screen.getByLabelText("Preview output only (don't submit to Amazon)"));
    await press('Preview');
    await waitFor(() => expect(sent).toEqual(['/api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview']));
  });
});

it('a clear needs the number of listings', async () => {
  show();
  await press('Clear Merchant Fulfilled Inventory');
  const confirm = await screen.findByRole('button', { name: 'Clear Inventory' });
  expect(confirm).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Type the number of listings to confirm'), '1,204');
  await userEvent.click(confirm);
  await waitFor(() => expect(sent).toEqual(['/api/adminsettings/clearsflocalinventorybulk {"listings":1204}']));
});

it('an assignment asks first', async () => {
  show();
  await press('Assign Merchant Sku to FNSKU');
  expect(screen.getByText('This will update seller_sku and sku_condition for all FNSKUs in the inventory. Continue?')).toBeTruthy();
  await press('Continue');
  await waitFor(() => expect(sent).toEqual(['/api/adminsettings/assignskustofnsku']));
});

describe('an FBA price', () => {
  it('needs an ASIN and a price', async () => {
    show();
    await press('Update Price');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter both ASIN and price');
  });

  it('that a guard holds can be sent all the same', async () => {
    const bodies: unknown[] = [];
    const about = { asin: 'B000KETTLE', sku: 'KETTLE-N', price: 15, businessPrice: null, currentPrice: 29.5, floor: 1 };
    server.use(
      http.post('/api/fba/update-price', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(
          bodies.length > 1 ? { ...about, success: true, isHeld: false } : { ...about, success: false, isHeld: true, error: 'A drop of 49.2 %' },
        );
      }),
    );
    show();
    await userEvent.type(await screen.findByLabelText('ASIN'), 'B000KETTLE');
    await userEvent.type(screen.getByLabelText('Price'), '15');
    await press('Update Price');
    expect(await screen.findByText(/A drop of 49.2 %/)).toBeTruthy();
    await press('Send it all the same');
    expect(await screen.findByText(/B000KETTLE \(KETTLE-N\): \$15.00/)).toBeTruthy();
    expect(bodies).toEqual([expect.objectContaining({ isApproved: false }), expect.objectContaining({ asin: 'B000KETTLE', price: 15, isApproved: true })]);
  });
});

it('the report is requested and retrieved, with the server’s words', async () => {
  server.use(
    http.post('/api/reports/request-shipment-sales', () => HttpResponse.json({ success: true, message: 'It was requested' })),
    http.post('/api/reports/retrieve-shipment-sales', () => HttpResponse.error()),
  );
  show();
  await press('Request Report');
  expect(await screen.findByText('It was requested')).toBeTruthy();
  await press('Retrieve Report');
  expect(await screen.findByText('Error retrieving report')).toBeTruthy();
});

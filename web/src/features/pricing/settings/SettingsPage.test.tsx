import { type FeedStatusMessage, jobStatusTopic, type ListingJob } from '@stowage/contract/pricing/listing-jobs';
import { createMemoryHistory, createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { publish, setLiveState } from '../../../../test/live.ts';
import { openPage } from '../../../../test/open-page.tsx';
import { server, signedIn } from '../../../../test/server.ts';
import { SettingsPage } from './SettingsPage.tsx';

const SETTINGS = {
  ...{
    isPaused: false,
    pausedChannels: { SELLER_FULFILLED: false, FBA: false },
    quantityBuffer: 0,
    minimumMargin: 0,
    absoluteMinimum: 1,
    maxDropPercent: 30,
    movePercent: 20,
    moveSharePercent: 10,
  },
  ...{ maxInputAgeHours: 48, clearableListings: 1_204 },
  ...{ example: { sku: 'KETTLE-1-N', price: '20.00', quantity: 8, cost: '9.00', fees: '4.20' } },
};
const QUANTITIES = { mode: 'OFF', safety_stock: 0, maximum: null, version: 3, waiting: 0, rejected: 0, failure: null, last_answer_at: null };
const api = { api: 'Orders', lastSuccessAt: '2026-11-20T14:03:05.000Z', lastErrorAt: null, lastError: null, operations: [] };
const CONNECTION = {
  ...{ source: 'SIMULATOR', sellerId: 'A1STOWAGEDEMO', marketplaceId: 'ATVPDKIKX0DER', enteredBy: null, enteredAt: null, isUnreadable: false, roles: [] },
  apis: [api, { ...api, api: 'Feeds', lastErrorAt: '2026-11-20T15:03:05.000Z', lastError: '429' }],
};
const job = (part: Partial<ListingJob>): ListingJob => ({
  ...{ status: 'STARTED', message: 'Waiting for its turn', current: 0, total: 0, feedId: null, isComplete: false, hasError: false, jobId: 'j-1' },
  ...{ kind: 'sync-listings', title: 'Sync merchant fulfilled inventory', startedAt: '2026-11-20T14:03:05.000Z', finishedAt: null, startedBy: 'Ann' },
  ...{ outcomes: {}, isUndoable: false, isRetryable: false, reread: null },
  ...part,
});

let jobs: ListingJob[] = [];
let sent: string[] = [];
let sales: object | null = null;
const report = (message: Partial<FeedStatusMessage>) => publish(jobStatusTopic, { ...job({}), ...message }, { jobId: 'j-1' });

beforeEach(() => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  jobs = [];
  sent = [];
  sales = null;
  setLiveState('connecting');
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
    http.get('/api/pricing/quantities', () => HttpResponse.json(QUANTITIES)),
    http.get('/api/marketplace/connection', () => HttpResponse.json(CONNECTION)),
    http.get('/api/reports/shipment-sales', () => HttpResponse.json(sales)),
    http.post('/api/adminsettings/syncelocalandamazonsfinventory', start('sync-listings')),
    http.post('/api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview', start('preview-listings')),
    http.post('/api/adminsettings/clearsflocalinventorybulk', start('clear-listings')),
    http.post('/api/adminsettings/assignskustofnsku', start('assign-skus')),
  );
});

/** The page contains links, so it needs a router. */
function InRouter() {
  const root = createRootRoute({ component: Outlet });
  const index = createRoute({ getParentRoute: () => root, path: '/', component: SettingsPage });
  return <RouterProvider router={createRouter({ routeTree: root.addChildren([index]), history: createMemoryHistory() }) as never} />;
}
const show = () => openPage(InRouter, {});
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

describe('a sync', () => {
  it("asks for the method, starts, and shows the job's progress with the specification's texts", async () => {
    show();
    await press('Sync Merchant Fulfilled Inventory');
    for (const name of ['Percentage off MAP', 'Lowest Price Per Condition', 'DEBUG: Test Custom Merchant SKU'])
      expect(screen.getByRole('radio', { name: new RegExp(`^${name}`) })).toBeTruthy();
    await press('Sync Inventory');
    const panel = await screen.findByRole('region', { name: 'Feed Submission Status' });
    expect(within(panel).getByText('Connecting to status updates...')).toBeTruthy();
    await report({ status: 'SUBMITTING', message: 'Feed 17 was submitted', current: 602, total: 1_204, feedId: '17' });
    for (const text of ['SUBMITTING', 'Feed 17 was submitted', '602 / 1,204', '75%', '17']) expect(within(panel).getByText(text)).toBeTruthy();
    jobs = [job({ status: 'COMPLETED', isComplete: true, finishedAt: '2026-11-20T14:04:05.000Z', message: '1,204 accepted', current: 1_204, total: 1_204 })];
    await report({ status: 'COMPLETED', isComplete: true });
    expect(await screen.findByRole('button', { name: 'Inventory Synced - Process Complete' })).toBeTruthy();
    expect(await screen.findByText('Process complete.')).toBeTruthy();
    expect(sent).toEqual(['/api/adminsettings/syncelocalandamazonsfinventory']);
  });

  it('shows that it waits once connected, and when the connection is lost', async () => {
    jobs = [job({})];
    setLiveState('connected');
    show();
    expect(await screen.findByText('Waiting for status updates...')).toBeTruthy();
  });

  it('reports a lost connection and shows the last known state', async () => {
    jobs = [job({ status: 'FETCHING', message: 'Priced 10 of 20 listings' })];
    setLiveState('lost');
    show();
    expect(await screen.findByText('Connection error. Status updates unavailable.')).toBeTruthy();
    expect(screen.getByText('Priced 10 of 20 listings')).toBeTruthy();
  });

  it("that can't start shows the reason and can be retried", async () => {
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

  it('is previewed with the other method', async () => {
    show();
    await press('Sync Merchant Fulfilled Inventory');
    await userEvent.click(screen.getByRole('radio', { name: /^Lowest Price Per Condition/ }));
    await userEvent.click(screen.getByLabelText("Preview output only (don't submit to Amazon)"));
    await press('Preview');
    await waitFor(() => expect(sent).toEqual(['/api/adminsettings/syncelocalandamazonsfinventory/lowestprice/preview']));
  });
});

it('requires the number of listings before a clear', async () => {
  show();
  await press('Clear Merchant Fulfilled Inventory');
  const confirm = await screen.findByRole('button', { name: 'Clear Inventory' });
  expect(confirm).toHaveProperty('disabled', true);
  await userEvent.type(screen.getByLabelText('Type the number of listings to confirm'), '1,204');
  await userEvent.click(confirm);
  await waitFor(() => expect(sent).toEqual(['/api/adminsettings/clearsflocalinventorybulk {"listings":1204}']));
});

it('asks before an assignment', async () => {
  show();
  await press('Assign Merchant Sku to FNSKU');
  expect(screen.getByText('This will update seller_sku and sku_condition for all FNSKUs in the inventory. Continue?')).toBeTruthy();
  await press('Continue');
  await waitFor(() => expect(sent).toEqual(['/api/adminsettings/assignskustofnsku']));
});

describe('the guards', () => {
  it('are paused only after a confirmation that says what stops, without the edited fields', async () => {
    const saved: unknown[] = [];
    server.use(
      http.put('/api/pricing/settings', async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json({ success: true });
      }),
    );
    show();
    await userEvent.clear(await screen.findByLabelText('Lowest price, in $'));
    await press('Pause all price pushes');
    expect(await screen.findByText(/a running sync or bulk update waits/)).toBeTruthy();
    expect(saved).toEqual([]);
    await press('Pause');
    await waitFor(() => expect(saved).toEqual([{ isPaused: true }]));
  });

  it('can be paused for one channel, and resumed', async () => {
    const saved: unknown[] = [];
    server.use(
      http.put('/api/pricing/settings', async ({ request }) => {
        const body = (await request.json()) as { pausedChannels: object };
        saved.push(body.pausedChannels);
        server.use(
          http.get('/api/pricing/settings', () => HttpResponse.json({ ...SETTINGS, pausedChannels: { ...SETTINGS.pausedChannels, ...body.pausedChannels } })),
        );
        return HttpResponse.json({ success: true });
      }),
    );
    show();
    await press('Pause price pushes for FBA');
    expect(await screen.findByText(/Prices of your own stock go on/)).toBeTruthy();
    await press('Pause');
    expect(await screen.findByText('Price pushes for FBA are paused.')).toBeTruthy();
    await press('Resume price pushes for FBA');
    await waitFor(() => expect(screen.queryByText('Price pushes for FBA are paused.')).toBeNull());
    expect(saved).toEqual([{ FBA: true }, { FBA: false }]);
  });

  it('keep what is typed when prices are paused', async () => {
    server.use(
      http.put('/api/pricing/settings', () => {
        server.use(http.get('/api/pricing/settings', () => HttpResponse.json({ ...SETTINGS, isPaused: true, clearableListings: 1_203 })));
        return HttpResponse.json({ success: true });
      }),
    );
    show();
    const lowest = await screen.findByLabelText('Lowest price, in $');
    await userEvent.clear(lowest);
    await userEvent.type(lowest, '7.5');
    await press('Pause all price pushes');
    await press('Pause');
    expect(await screen.findByText(/^Price pushes are paused/)).toBeTruthy();
    expect(screen.getByLabelText('Lowest price, in $')).toHaveProperty('value', '7.5');
  });

  it("explain themselves with the seller's own figures, which follow what is typed", async () => {
    show();
    const drop = await screen.findByLabelText('Largest price drop, in %');
    screen.getByText('KETTLE-1-N at $20.00 may fall to $14.00 at once.');
    await userEvent.clear(drop);
    await userEvent.type(drop, '50');
    screen.getByText('KETTLE-1-N at $20.00 may fall to $10.00 at once.');
    screen.getByText('Of 1,204 offered listings: more than 120.');
    screen.getByText('KETTLE-1-N costs $9.00 with $4.20 fees: at least $13.20.');
  });

  it.each([
    ['Largest price drop, in %', '-1', 'Enter a number from 0 to 100'],
    ['Lowest price, in $', '', 'Enter a number from 0 to 1,000,000'],
    ['Maximum age of offers, in hours', '0', 'Enter a number from 1 to 8,760'],
  ])('say what to enter: %s, %j', async (label, value, message) => {
    show();
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    if (value !== '') await userEvent.type(field, value);
    await press('Save guards');
    expect(await screen.findByText(message)).toBeTruthy();
  });
});

describe('what Amazon offers', () => {
  let saved: unknown[] = [];
  beforeEach(() => {
    saved = [];
    const examples = [{ listing_id: 4, sku: 'KETTLE-1-N', title: 'Kettle', shown: 8, wanted: 3 }];
    server.use(
      http.get('/api/pricing/quantities/preview', () => HttpResponse.json({ listings: 1, raised: 0, lowered: 1, to_zero: 0, examples })),
      http.put('/api/pricing/quantities', async ({ request }) => {
        saved.push(await request.json());
        return HttpResponse.json({ success: true });
      }),
    );
  });

  it('is turned on only after its differences are shown', async () => {
    show();
    await press('Turn quantities on');
    const dialog = within(await screen.findByRole('dialog', { name: 'Turn quantities on' }));
    expect(await dialog.findByText('1 listing changes: 0 up, 1 down, 0 to 0.')).toBeTruthy();
    expect(dialog.getByText('Kettle')).toBeTruthy();
    expect(saved).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Turn quantities on' }));
    await waitFor(() => expect(saved).toEqual([{ mode: 'ON', safety_stock: 0, maximum: null, version: 3 }]));
  });

  it('is paused after a question, and says what waits', async () => {
    server.use(
      http.get('/api/pricing/quantities', () => HttpResponse.json({ ...QUANTITIES, mode: 'ON', waiting: 2, rejected: 1, failure: 'Amazon refused the call' })),
    );
    show();
    expect(await screen.findByText('Quantities are on. 2 listings wait to be sent. Amazon refused the call. Amazon rejected 1.')).toBeTruthy();
    await press('Pause quantities');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Pause quantities' }));
    await waitFor(() => expect(saved).toEqual([{ mode: 'PAUSED', safety_stock: 0, maximum: null, version: 3 }]));
  });

  it('has limits, and says what to enter', async () => {
    show();
    await userEvent.type(await screen.findByLabelText('Maximum quantity to offer'), '1.5');
    await press('Save limits');
    expect(await screen.findByText('Enter a whole number')).toBeTruthy();
    await userEvent.clear(screen.getByLabelText('Maximum quantity to offer'));
    await userEvent.type(screen.getByLabelText('Maximum quantity to offer'), '20');
    await press('Save limits');
    await waitFor(() => expect(saved).toEqual([{ mode: 'OFF', safety_stock: 0, maximum: 20, version: 3 }]));
  });
});

describe('an FBA price', () => {
  it('requires an ASIN and a price', async () => {
    show();
    await press('Update Price');
    expect((await screen.findByRole('alert')).textContent).toBe('Please enter both ASIN and price');
  });

  it('is an amount as on other screens, which no wheel changes, and is refused when it is none', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/fba/update-price', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({ success: false, error: 'Not now', audiences: [], floor: null, map: null, isHeld: false });
      }),
    );
    show();
    await userEvent.type(await screen.findByLabelText('ASIN'), 'B000KETTLE');
    const [price, business] = [screen.getByLabelText<HTMLInputElement>('Price'), screen.getByLabelText<HTMLInputElement>('Business price (optional)')];
    expect([price.type, business.type]).toEqual(['text', 'text']);
    for (const text of ['1e3', '12,99', '-5', '10.005', 'ten']) {
      await userEvent.clear(price);
      await userEvent.type(price, text);
      await press('Update Price');
      expect(await screen.findByText('Enter an amount in dollars and cents, such as 19.99')).toBeTruthy();
    }
    await userEvent.clear(price);
    await userEvent.type(price, ' 1,019.90');
    await userEvent.type(business, '1,000.00');
    await press('Update Price');
    await screen.findByText('Not now');
    expect(bodies).toEqual([{ asin: 'B000KETTLE', price: 1_019.9, businessPrice: 1_000, isApproved: false }]);
  });

  it('that a guard blocked can be sent anyway', async () => {
    const bodies: unknown[] = [];
    const about = { asin: 'B000KETTLE', sku: 'KETTLE-N', price: 15, businessPrice: null, currentPrice: 29.5, floor: 1, map: 30 };
    const audiences = [{ audience: 'CONSUMER', before: 29.5, price: 15, margin: 4.25 }];
    server.use(
      http.post('/api/fba/update-price', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(
          bodies.length > 1
            ? { ...about, audiences, success: true, isHeld: false }
            : { ...about, audiences, success: false, isHeld: true, error: 'A drop of 49.2 %' },
        );
      }),
    );
    show();
    await userEvent.type(await screen.findByLabelText('ASIN'), 'B000KETTLE');
    await userEvent.type(screen.getByLabelText('Price'), '15');
    await press('Update Price');
    expect(await screen.findByText(/A drop of 49.2 %/)).toBeTruthy();
    await press('Send anyway');
    expect(await screen.findByText(/B000KETTLE \(KETTLE-N\) was updated/)).toBeTruthy();
    expect(screen.getByText('Consumers: $29.50 to $15.00. Margin: $4.25.')).toBeTruthy();
    expect(bodies).toEqual([expect.objectContaining({ isApproved: false }), expect.objectContaining({ asin: 'B000KETTLE', price: 15, isApproved: true })]);
  });

  it('that a guard blocked is sent only by people who may approve prices', async () => {
    signedIn({ permissions: ['listings.read', 'listings.sync'] });
    const result = {
      asin: 'B000KETTLE',
      sku: 'KETTLE-N',
      price: 15,
      businessPrice: null,
      currentPrice: 29.5,
      floor: null,
      map: 30,
      audiences: [{ audience: 'CONSUMER', before: 29.5, price: 15, margin: null }],
    };
    server.use(http.post('/api/fba/update-price', () => HttpResponse.json({ ...result, success: false, isHeld: true, error: 'A drop of 49.2 %' })));
    show();
    await userEvent.type(await screen.findByLabelText('ASIN'), 'B000KETTLE');
    await userEvent.type(screen.getByLabelText('Price'), '15');
    await press('Update Price');
    expect(await screen.findByText(/A drop of 49.2 %/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Send anyway' })).toBeNull();
    for (const text of ['Consumers: $29.50 to $15.00.', 'MAP: $30.00.']) expect(screen.getByText(text)).toBeTruthy();
  });
});

it("report is requested and retrieved, with the server's messages", async () => {
  server.use(
    http.post('/api/reports/request-shipment-sales', () => {
      const part = { from: '2026-10-21T00:00:00.000Z', to: '2026-11-20T14:03:05.000Z', status: 'IN_QUEUE' };
      sales = { requestedAt: '2026-11-20T14:03:05.000Z', requestedBy: 'Ann', rowCount: 17, parts: [part] };
      return HttpResponse.json({ success: true, message: 'It was requested' });
    }),
    http.post('/api/reports/retrieve-shipment-sales', () => HttpResponse.error()),
  );
  show();
  await press('Request Report');
  expect(await screen.findByText('It was requested')).toBeTruthy();
  expect(await screen.findByText(/^Requested by Ann, .* 17 shipped items stored\.$/)).toBeTruthy();
  expect(screen.getByText('IN_QUEUE')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Export CSV FBA shipment sales 2026-11-20.csv' })).toBeTruthy();
  await press('Retrieve Report');
  expect(await screen.findByText('Error retrieving report')).toBeTruthy();
});

describe('a finished job', () => {
  it.each([
    [1, true],
    [25, false],
  ])('is shown to a person who returns %i hours later: %s', async (hours, isShown) => {
    const finishedAt = new Date(Date.now() - hours * 3_600_000).toISOString();
    jobs = [job({ status: 'COMPLETED', isComplete: true, finishedAt, kind: 'clear-listings', isUndoable: true })];
    show();
    await screen.findByText('Simulated marketplace');
    if (isShown) await screen.findByRole('button', { name: 'Restore quantities' });
    expect(screen.queryAllByRole('region', { name: 'Feed Submission Status' })).toHaveLength(isShown ? 1 : 0);
    expect(screen.getByRole('button', { name: 'Clear Merchant Fulfilled Inventory' })).toBeTruthy();
  });

  const over = (part: Partial<ListingJob>) =>
    job({
      status: 'COMPLETED',
      isComplete: true,
      hasError: true,
      finishedAt: '2026-11-20T14:04:05.000Z',
      message: '2 rejected',
      current: 9,
      total: 9,
      ...part,
    });
  /** The end of a job is shown to people who saw it run. */
  const showEnd = async (part: Partial<ListingJob>) => {
    jobs = [job({})];
    show();
    await screen.findByRole('region', { name: 'Feed Submission Status' });
    jobs = [over(part)];
    await report({ status: 'COMPLETED', isComplete: true, hasError: true });
    await screen.findByText('Process finished with errors.');
  };

  it('retries rejected changes after a confirmation', async () => {
    server.use(
      http.post('/api/pricing/jobs/:jobId/retry-rejected', ({ params }) => {
        sent.push(`retry ${params.jobId}`);
        jobs = [job({ jobId: 'j-2' }), over({ outcomes: { ACCEPTED: 7, REJECTED: 2 } })];
        return HttpResponse.json({ jobId: 'j-2' });
      }),
    );
    await showEnd({ outcomes: { ACCEPTED: 7, REJECTED: 2 }, isRetryable: true });
    await press('Retry rejected (2)');
    const dialog = await screen.findByRole('dialog', { name: 'Retry rejected?' });
    expect(within(dialog).getByText(/^2 listings that Amazon rejected/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Retry rejected' }));
    expect(await screen.findByText('A new job tries 2 listings again')).toBeTruthy();
    expect(sent).toEqual(['retry j-1']);
    expect(await screen.findByText('Connecting to status updates...')).toBeTruthy();
  });

  it("that can't be retried while another one runs shows a message", async () => {
    server.use(
      http.post('/api/pricing/jobs/:jobId/retry-rejected', () => HttpResponse.json({ error: { message: 'A clear is running already' } }, { status: 409 })),
    );
    await showEnd({ outcomes: { REJECTED: 1 }, isRetryable: true });
    await press('Retry rejected (1)');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Retry rejected' }));
    expect((await screen.findAllByText('A clear is running already')).length).toBeGreaterThan(0);
  });

  it("shows each listing's result, problems first, and filters", async () => {
    const asked: string[] = [];
    const change = { asin: 'B000KETTLE', oldPrice: '10.00', newPrice: '12.00', oldQuantity: 3, newQuantity: 3, sendsPrice: true, sendsQuantity: false };
    server.use(
      http.get('/api/pricing/jobs/:jobId/changes', ({ request }) => {
        asked.push(new URL(request.url).search);
        const rejected = { ...change, sku: 'KETTLE-N', outcome: 'REJECTED', reason: '99022: no such SKU', hint: 'Look at the price', drift: null };
        return HttpResponse.json({ data: [rejected], totalCount: 1 });
      }),
    );
    await showEnd({ outcomes: { ACCEPTED: 7, REJECTED: 2 } });
    await press('Results');
    const row = await screen.findByRole('row', { name: /KETTLE-N/ });
    for (const text of ['$12.00', 'Rejected', '99022: no such SKU', 'Look at the price']) expect(within(row).getByText(text)).toBeTruthy();
    await userEvent.selectOptions(screen.getByLabelText('Outcome'), 'All (9)');
    await waitFor(() => expect(asked).toEqual(['?only=REJECTED&page=0', '?page=0']));
  });

  it.each([
    [{ plannedCount: 40, readCount: 0, driftCount: 0 }, /^40 listings will be checked from /],
    [{ plannedCount: 40, readCount: 40, driftCount: 0 }, '40 of 40 listings checked: Amazon shows what it accepted.'],
    [{ plannedCount: 40, readCount: 40, driftCount: 3 }, '3 of 40 checked listings are out of sync: see Results.'],
  ])('shows the result of the later check: %o', async (reread, text) => {
    await showEnd({ outcomes: { ACCEPTED: 40 }, reread: { ...reread, dueAt: '2026-11-20T14:19:05.000Z' } });
    expect(await screen.findByText(text)).toBeTruthy();
  });
});

describe('a bulk update of FBA prices', () => {
  const preview = { totalItems: 1_204, changeCount: 2, unchangedCount: 1_201, heldCount: 1, largestChangePercent: 7.1 };
  const rows = [
    { sku: 'FBA-DROP', asin: 'B0000000F2', oldPrice: '28.00', newPrice: '10.00', changePercent: -64.3, heldBecause: 'A drop of 64.3 % needs approval' },
    { sku: 'FBA-UP', asin: 'B0000000F1', oldPrice: '28.00', newPrice: '30.00', changePercent: 7.1, heldBecause: null },
  ];

  it('shows a preview, asks for confirmation, and reports the result', async () => {
    const reported = { totalItems: 1_204, successCount: 1_203, errorCount: 1, errors: ['FBA-DROP: A drop of 64.3 %'], jobId: 'j-9', isComplete: true };
    server.use(
      http.get('/api/fba/bulk-update-prices/preview', () => HttpResponse.json({ ...preview, rows })),
      http.post('/api/fba/bulk-update-prices', () => {
        sent.push('bulk');
        return HttpResponse.json(reported);
      }),
      http.get('/api/pricing/jobs/j-9', () => HttpResponse.json(job({ jobId: 'j-9', kind: 'fba-prices', outcomes: { HELD: 1, UNCHANGED: 1_203 } }))),
      http.get('/api/pricing/jobs/j-9/changes', () => HttpResponse.json({ data: [], totalCount: 0 })),
    );
    show();
    await press('Bulk Update FBA Prices');
    const dialog = await screen.findByRole('dialog', { name: 'Bulk Update FBA Prices' });
    const question = 'This will update prices for all items in the price list that have matching New condition listings. Continue?';
    expect(within(dialog).getByText(question)).toBeTruthy();
    const table = await within(dialog).findByRole('table', { name: 'Price changes' });
    expect(within(table).getByRole('row', { name: /FBA-UP.*\$28.00.*\$30.00.*7.1 %/ })).toBeTruthy();
    expect(within(table).queryByRole('row', { name: /FBA-DROP/ })).toBeNull();
    await userEvent.click(within(dialog).getByText(/1 of the prices would wait for your approval/));
    const held = within(dialog).getByRole('table', { name: 'Held prices' });
    expect(within(held).getByRole('row', { name: /FBA-DROP.*\$28.00.*\$10.00.*-64.3 %.*A drop of 64.3 % needs approval/ })).toBeTruthy();
    expect(within(dialog).getByText('1,204')).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText(/1,204 items, 1,203 up to date, 1 errors/)).toBeTruthy();
    expect(screen.getByText('FBA-DROP: A drop of 64.3 %')).toBeTruthy();
    await press('Show results');
    expect(await screen.findByText('No results data available')).toBeTruthy();
  });

  it("without changes can't be sent", async () => {
    const nothing = { ...preview, changeCount: 0, heldCount: 0, rows: [] };
    server.use(http.get('/api/fba/bulk-update-prices/preview', () => HttpResponse.json(nothing)));
    show();
    await press('Bulk Update FBA Prices');
    expect(await screen.findByText('No price would change')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Continue' })).toHaveProperty('disabled', true);
  });

  it('whose prices are all held puts them into the pricing breakdown', async () => {
    server.use(
      http.get('/api/fba/bulk-update-prices/preview', () => HttpResponse.json({ ...preview, changeCount: 0, rows: rows.slice(0, 1) })),
      http.post('/api/fba/bulk-update-prices', () => {
        sent.push('bulk');
        return HttpResponse.json({ totalItems: 1, successCount: 0, errorCount: 1, errors: [], jobId: 'j-9', isComplete: true });
      }),
      http.get('/api/pricing/jobs/j-9', () => HttpResponse.json(job({ jobId: 'j-9', kind: 'fba-prices', outcomes: { HELD: 1 } }))),
    );
    show();
    await press('Bulk Update FBA Prices');
    await screen.findByText(/1 of the prices would wait for your approval/);
    await press('Continue');
    await waitFor(() => expect(sent).toEqual(['bulk']));
  });

  it('that fails shows the reason', async () => {
    server.use(
      http.get('/api/fba/bulk-update-prices/preview', () => HttpResponse.json({ ...preview, rows })),
      http.post('/api/fba/bulk-update-prices', () => HttpResponse.error()),
    );
    show();
    await press('Bulk Update FBA Prices');
    await screen.findByRole('table', { name: 'Price changes' });
    await press('Continue');
    expect(await screen.findByText('Error updating prices')).toBeTruthy();
  });
});

it('shows the account, the connection and the date format, with links to change them', async () => {
  show();
  expect(within(await screen.findByRole('region', { name: 'Integrations' })).getByRole('link', { name: 'Open integrations' })).toBeTruthy();
  expect(await screen.findByText('Simulated marketplace')).toBeTruthy();
  expect(screen.getByText('Feeds: the last call failed')).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Profile' })).getByRole('link', { name: 'Open profile' })).toBeTruthy();
  expect(screen.getByText(Intl.DateTimeFormat().resolvedOptions().timeZone)).toBeTruthy();
});

import { Client } from '@stomp/stompjs';
import { FEED_SORTS } from '@stowage/contract/pricing/feeds';
import type { FeedStatusMessage } from '@stowage/contract/pricing/listing-jobs';
import { BREAKDOWN_SORTS } from '@stowage/contract/pricing/pricing-breakdown';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { changesOf, finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { hurry, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { mailsTo } from '../../../../test/fixtures/test-mail.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { listingJobs } from '../index.ts';

const LISTINGS = 600;
const { marketplace, account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
app.clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
// Jobs use a clock that can be advanced, so that feeds grow old.
let aheadMs = 0;
const clock = { now: () => new Date(systemClock.now().getTime() + aheadMs) };
await startTestJobs(app, (topics) => listingJobs({ db, clock, topics, marketplaces: { current: async () => marketplace } }));
await app.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.app.server.address() as { port: number };

const SYNC = '/api/adminsettings/syncelocalandamazonsfinventory';
const post = async (url: string, body?: object) => (await admin.post(url, body)).json();
let cents = 0;
/** Changes the price of every listing, so that each is sent. */
const reprice = async () => {
  cents += 1;
  await sql`update price_list_items set map = 10 + ${cents}::numeric / 100`.execute(db);
};

beforeAll(async () => {
  const listings = Array.from({ length: LISTINGS }, (_, nth) => ({ nth, sku: `SKU-${String(nth).padStart(3, '0')}` }));
  await seedPricedListings(
    db,
    sim,
    listings.map(({ nth, sku }) => ({ sku, asin: `B${String(nth).padStart(9, '0')}`, mapCents: 1_000, priceCents: 1_000, quantity: nth < 5 ? 3 : 0 })),
  );
});
afterEach(async () => {
  aheadMs = 0;
  await sim.clearFaults();
});

/** A client that knows only the specification: an address, a topic, JSON. */
async function follow(destination: string) {
  const heard: FeedStatusMessage[] = [];
  const client = new Client({
    webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']) as unknown as globalThis.WebSocket,
    connectHeaders: { Authorization: `Bearer ${admin.token}` },
    reconnectDelay: 5_000,
    heartbeatIncoming: 4_000,
    heartbeatOutgoing: 4_000,
  });
  await new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.subscribe(destination, ({ body }) => heard.push(JSON.parse(body) as FeedStatusMessage));
      resolve();
    };
    client.activate();
  });
  return { heard, close: () => client.deactivate() };
}

describe('more changes than are sent one by one', () => {
  it('are a feed, which a client of the specification can follow to its end', async () => {
    await reprice();
    const general = await follow('/topic/feed-status');
    const { jobId } = await post(SYNC);
    const own = await follow(`/topic/feed-status/${jobId}`);
    const job = await finishedJob(app, admin, jobId, sim);
    await expect.poll(() => own.heard.at(-1)?.isComplete).toBe(true);
    expect(own.heard.at(-1)).toMatchObject({
      status: 'COMPLETED',
      current: LISTINGS,
      total: LISTINGS,
      hasError: false,
      feedId: expect.stringMatching(/^\d+$/),
    });
    expect(own.heard.map(({ status }) => status)).toContain('SUBMITTING');
    await expect.poll(() => general.heard.at(-1)?.isComplete).toBe(true);
    expect(new Set(general.heard.map(({ status }) => status))).toEqual(new Set(['STARTED', 'FETCHING', 'BUILDING', 'SUBMITTING', 'COMPLETED']));
    expect(job.outcomes).toEqual({ ACCEPTED: LISTINGS });
    await own.close();
    await general.close();
  });

  it('report the end to later subscribers', async () => {
    const [job] = (await admin.get('/api/pricing/jobs')).json();
    const late = await follow(`feed-status/${job.jobId}`);
    await expect.poll(() => late.heard).toMatchObject([{ status: 'COMPLETED', isComplete: true, jobId: job.jobId }]);
    await late.close();
  });

  it('are a listed feed with counts and the result of each SKU', async () => {
    const { data, totalCount } = (await admin.get('/api/feeds/status?page=0&size=20&status=completed&feedType=JSON_LISTINGS_FEED')).json();
    expect(totalCount).toBe(1);
    expect(data[0]).toMatchObject({ status: 'completed', operation_type: 'INVENTORY_SYNC', messages: LISTINGS, accepted: LISTINGS, errors: 0, results: null });
    for (const id of [data[0].feed_submission_id, data[0].job_id]) {
      const feed = (await admin.get(`/api/feeds/${id}`)).json();
      expect(feed.items[0]).toMatchObject({ sku: 'SKU-000', price: '10.01', quantity: 0, outcome: 'ACCEPTED' });
      expect(JSON.parse(feed.results)).toMatchObject({ accepted: LISTINGS, issues: [] });
    }
    const { rows } = (await admin.get('/api/documents?type=FEED_PAYLOAD')).json();
    expect(rows).toMatchObject([{ name: expect.stringMatching(/^feed-\d+-\d+\.csv$/), is_elsewhere: true, link: { kind: 'FEED' } }]);
    expect((await admin.get('/api/feeds/status?createdBy=nobody')).json().data).toEqual([]);
    expect((await admin.get('/api/feeds/status?startDate=2020-01-01&endDate=2020-01-02')).json().data).toEqual([]);
    const madeOn = async (day: string, timeZone: string) =>
      (await admin.get(`/api/feeds/status?startDate=${day}&endDate=${day}&timeZone=${timeZone}`)).json().totalCount;
    const { submitted_at } = data[0] as { submitted_at: string };
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const day = new Date(`${submitted_at.replace(' ', 'T')}Z`).toLocaleDateString('sv-SE', { timeZone });
      expect(await madeOn(day, timeZone)).toBeGreaterThan(0);
      expect(await madeOn('2020-01-01', timeZone)).toBe(0);
    }
    for (const sort of FEED_SORTS) expect((await admin.get(`/api/feeds/status?sort=${sort}&descending=false`)).json().totalCount, sort).toBe(1);
    const [head, line] = (await admin.get('/api/feeds/export.csv?status=completed')).body.split('\r\n');
    expect([head?.split(',').length, line?.split(',')[0]]).toEqual([13, data[0].feed_submission_id]);
    for (const sort of FEED_SORTS) expect((await admin.get(`/api/feeds/export.csv?sort=${sort}`)).body.trim().split('\r\n'), sort).toHaveLength(2);
    expect((await admin.get('/api/feeds/status?timeZone=Nowhere')).statusCode).toBe(400);
    expect((await admin.get('/api/feeds/1')).statusCode).toBe(404);
  });
});

it('each rejected SKU of a feed has the marketplace’s reason', async () => {
  await reprice();
  await sim.fault({ effect: 'feed-errors', operation: 'createFeed', times: 1 });
  const { jobId } = await post(SYNC);
  const job = await finishedJob(app, admin, jobId, sim);
  const { REJECTED = 0, ACCEPTED = 0 } = job.outcomes;
  expect([job.hasError, REJECTED + ACCEPTED, REJECTED > 0]).toEqual([true, LISTINGS, true]);
  const rejected = (await changesOf(db, jobId)).filter(({ outcome }) => outcome === 'REJECTED');
  expect(new Set(rejected.map(({ reason }) => reason))).toEqual(new Set(['99001: A value could not be validated.']));
  // They are still to be sent; the accepted one is not.
  const again = await finishedJob(app, admin, (await post(SYNC)).jobId, sim);
  expect(again.outcomes).toEqual({ UNCHANGED: ACCEPTED, ACCEPTED: REJECTED });
});

it('a feed that fails as a whole leaves no listing without an outcome, and is mailed to the recipients of batch processes', async () => {
  // A run ends a moment after its job, and its mail would be one of this test's.
  const running = async () => (await sql`select from job_runs where state = 'RUNNING'`.execute(db)).rows.length;
  await expect.poll(running).toBe(0);
  await sql`update email_settings set enabled = true, batch_process_notifications = true, recipients = '{batch@example.com}'`.execute(db);
  await reprice();
  await sim.fault({ effect: 'feed-fatal', operation: 'createFeed', times: 1 });
  const job = await finishedJob(app, admin, (await post(SYNC)).jobId, sim);
  expect(job).toMatchObject({ status: 'COMPLETED', hasError: true, outcomes: { REJECTED: LISTINGS } });
  const [feed] = (await admin.get('/api/feeds/status?status=failed')).json().data;
  expect(feed).toMatchObject({ errors: LISTINGS });
  const mails = async () => (await mailsTo(app, 'batch@example.com')).map(({ subject }) => subject);
  await expect.poll(mails).toEqual([`Feed ${feed.feed_submission_id} failed`, 'Sync merchant fulfilled inventory: finished']);
  await sql`update email_settings set enabled = false`.execute(db);
});

it('fails a feed that the marketplace no longer knows, after a grace period', async () => {
  await reprice();
  // On a busy machine the feed would otherwise end before it is looked at.
  await sim.fault({ effect: 'feed-stuck', operation: 'createFeed', times: 1 });
  const { jobId } = await post(SYNC);
  const lookedAgain = async () => {
    await hurry(app);
    return (await admin.get(`/api/pricing/jobs/${jobId}`)).json();
  };
  await expect.poll(lookedAgain).toMatchObject({ status: 'SUBMITTING', feedId: expect.any(String) });
  await sql`update listing_feeds set feed_submission_id = '1' where status not in ('completed', 'failed')`.execute(db);
  await expect.poll(lookedAgain).toMatchObject({ status: 'SUBMITTING', message: 'Feed 1 is not known to Amazon yet.' });
  aheadMs = 3 * 60_000;
  const job = await finishedJob(app, admin, jobId, sim);
  expect(job).toMatchObject({ status: 'COMPLETED', hasError: true, outcomes: { REJECTED: LISTINGS } });
  expect((await changesOf(db, jobId))[0]?.reason).toBe('Amazon no longer knows the feed. Check the listing before you send it again.');
  expect((await admin.get('/api/feeds/status?status=failed')).json().data[0]).toMatchObject({ job_id: jobId, errors: LISTINGS });
});

it('submits no second feed when the answer to a submission is lost', async () => {
  await reprice();
  const feeds = async () => (await sim.journal()).filter(({ operation, status }) => operation === 'createFeed' && status === 202).length;
  const before = await feeds();
  await sim.fault({ effect: 'lost', operation: 'createFeed', times: 1 });
  const job = await finishedJob(app, admin, (await post(SYNC)).jobId, sim);
  expect(job.outcomes).toEqual({ ACCEPTED: LISTINGS });
  expect((await feeds()) - before).toBe(1);
});

it('reports a stuck feed, sends its sold-out listings separately, and checks on request', async () => {
  await sql`update email_settings set enabled = true, batch_process_notifications = true, recipients = '{stuck@example.com}'`.execute(db);
  await reprice();
  await sql`update marketplace_listings set quantity = 3 where seller_sku in ('SKU-000', 'SKU-001')`.execute(db);
  await sim.fault({ effect: 'feed-stuck', operation: 'createFeed', times: 1 });
  const { jobId } = await post(SYNC);
  const feed = async () => (await admin.get('/api/feeds/status')).json().data[0];
  // The submission may have to wait for the rate limit.
  const submitted = async () => {
    await hurry(app);
    return feed();
  };
  await expect.poll(submitted).toMatchObject({ job_id: jobId, feed_submission_id: expect.any(String), is_stuck: false });
  aheadMs = 11 * 60_000;
  const check = async () => {
    expect(await post('/api/feeds/check-selected', { feedIds: [(await feed()).id] })).toEqual({ success: true, checkedCount: 1 });
    return (await feed()).is_stuck;
  };
  await expect.poll(check).toBe(true);
  const [{ feed_submission_id: feedId }, stuckMails] = [await feed(), () => mailsTo(app, 'stuck@example.com')];
  await expect.poll(async () => (await stuckMails()).map(({ subject }) => subject)).toEqual([`Feed ${feedId} is stuck`]);
  const status = async () => (await admin.get(`/api/pricing/jobs/${jobId}`)).json();
  await expect.poll(status).toMatchObject({ status: 'SUBMITTING', message: expect.stringContaining('It has been stuck for 11 minutes.') });
  await expect
    .poll(async () => (await changesOf(db, jobId)).filter(({ outcome }) => outcome === 'ACCEPTED').map(({ sku }) => sku))
    .toEqual(['SKU-000', 'SKU-001']);
  aheadMs = 25 * 60 * 60_000;
  await hurry(app);
  const job = await finishedJob(app, admin, jobId, sim);
  expect(job.outcomes).toEqual({ ACCEPTED: 2, REJECTED: LISTINGS - 2 });
  await sql`update email_settings set enabled = false`.execute(db);
});

it('rejects a check without a feed', async () => {
  const answer = await admin.post('/api/feeds/check-selected', { feedIds: [] });
  expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'feedIds: Please select at least one feed to check']);
});

describe('the pricing breakdown', () => {
  const page = async (body: object) => (await admin.post('/api/pricing-breakdown/data', body)).json();
  it('lists the jobs with their sizes and totals', async () => {
    const jobs = (await admin.get('/api/pricing-breakdown/jobs')).json();
    expect(jobs[0]).toMatchObject({ item_count: LISTINGS });
    const summary = (await admin.get(`/api/pricing-breakdown/summary?jobId=${jobs[0].job_id}`)).json();
    expect(summary).toEqual({ total_items: LISTINGS, competitive_pricing_count: 0, map_fallback_count: LISTINGS, error_count: 0 });
  });
  it('returns the latest decision for a SKU, or null', async () => {
    const [{ job_id: newest }] = (await admin.get('/api/pricing-breakdown/jobs')).json();
    const { decision } = (await admin.get('/api/pricing-breakdown/latest?sku=SKU-007')).json();
    expect(decision).toMatchObject({ merchant_sku: 'SKU-007', job_id: newest });
    expect((await admin.get('/api/pricing-breakdown/latest?sku=NOBODY')).json()).toEqual({ decision: null });
    expect((await admin.get('/api/pricing-breakdown/latest')).statusCode).toBe(400);
  });
  it.each([
    ['merchant_sku', 'ASC', 'SKU-000'],
    ['merchant_sku', 'DESC', 'SKU-599'],
    ['asin', 'DESC', 'SKU-599'],
    ['created_at', 'ASC', 'SKU-000'],
  ])('sorts by %s %s', async (sortField, sortDirection, first) => {
    const [{ job_id: jobId }] = (await admin.get('/api/pricing-breakdown/jobs')).json();
    const { data, totalCount } = await page({ jobId, sortField, sortDirection, page: 0, size: 50, pricingMethod: 'all', searchTerm: '' });
    expect([totalCount, data.length, data[0].merchant_sku]).toEqual([LISTINGS, 50, first]);
    const second = await page({ jobId, sortField, sortDirection, page: 1, size: 50 });
    expect(new Set([...data, ...second.data].map(({ id }: { id: number }) => id)).size).toBe(100);
  });
  it('merges several jobs, filters, searches inside codes, and rejects invalid filters', async () => {
    const all = await page({ size: 500 });
    expect(all.totalCount).toBe(LISTINGS * (await admin.get('/api/pricing-breakdown/jobs')).json().length);
    const found = await page({ searchTerm: 'u-59', sortField: 'merchant_sku', sortDirection: 'ASC' });
    expect(found.data[0].merchant_sku).toBe('SKU-590');
    expect(await page({ pricingMethod: 'error_fallback_to_map' })).toEqual({ data: [], totalCount: 0 });
    expect(await page({ startDate: '2020-01-01', endDate: '2020-01-02' })).toEqual({ data: [], totalCount: 0 });
    expect((await admin.post('/api/pricing-breakdown/data', { startDate: 'yesterday' })).statusCode).toBe(400);
  });
  it('refuses a start date after the end date', async () => {
    const backwards = { startDate: '2026-03-02', endDate: '2026-03-01' };
    const answers = [
      await admin.post('/api/pricing-breakdown/data', backwards),
      await admin.post('/api/pricing-breakdown/export', backwards),
      await admin.get(`/api/pricing-breakdown/summary?${new URLSearchParams(backwards)}`),
      await admin.get(`/api/pricing/quantity-drift?${new URLSearchParams(backwards)}`),
      await admin.get(`/api/feeds/status?${new URLSearchParams(backwards)}`),
      await admin.get(`/api/feeds/export.csv?${new URLSearchParams(backwards)}`),
    ];
    for (const answer of answers)
      expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'startDate: The start date must not be after the end date']);
  });
  it('is exported with the order and filters of its pages', async () => {
    await sql`update pricing_decisions set competitive_price = id % 7, map_price = case when id % 11 > 0 then id % 13 end where id % 3 = 0`.execute(db);
    // One job has more rows than a page.
    const [{ job_id: jobId }] = (await admin.get('/api/pricing-breakdown/jobs')).json();
    const { totalCount } = await page({ jobId });
    expect(totalCount).toBeGreaterThan(500);
    for (const sortField of BREAKDOWN_SORTS) {
      for (const sortDirection of ['ASC', 'DESC']) {
        const filters = { jobId, sortField, sortDirection };
        const pages = await Promise.all(Array.from({ length: Math.ceil(totalCount / 500) }, (_, nth) => page({ ...filters, page: nth, size: 500 })));
        const shown = pages.flatMap(({ data }) => data).map(({ merchant_sku, job_id }) => `${merchant_sku} ${job_id}`);
        const { csvData } = await post('/api/pricing-breakdown/export', { ...filters, page: null, size: null });
        const lines = csvData.trim().split('\r\n').slice(1);
        expect(lines.map((line: string) => `${line.split(',')[0]} ${line.split(',').at(-2)}`)).toEqual(shown);
      }
    }
    const { csvData } = await post('/api/pricing-breakdown/export', { searchTerm: 'U-59', sortField: 'merchant_sku', sortDirection: 'ASC' });
    expect(csvData.trim().split('\r\n')[1]).toMatch(/^SKU-59\d,/);
  });
  it('is exported as CSV inside JSON, with defused formulas', async () => {
    await sql`update pricing_decisions set pricing_decision = '=HYPERLINK("x")' where seller_sku = 'SKU-001'`.execute(db);
    const [{ job_id: jobId }] = (await admin.get('/api/pricing-breakdown/jobs')).json();
    const { csvData, filename } = await post('/api/pricing-breakdown/export', { jobId, page: null, size: null });
    expect(filename).toMatch(/^pricing-breakdown-\d{4}-\d{2}-\d{2}\.csv$/);
    const lines = csvData.trim().split('\r\n');
    expect(lines).toHaveLength(LISTINGS + 1);
    expect(lines[0]).toMatch(/^SKU,ASIN,Condition,MAP Price/);
    expect(lines.find((line: string) => line.startsWith('SKU-001'))).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

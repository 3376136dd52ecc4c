import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestMarketplace, TEST_LISTINGS } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { account, sim } = await createTestMarketplace();
const app = await createTestApp({ account });
const { db } = app;
const DAY_MS = 86_400_000;
let admin = await app.signIn('ROLE_ADMIN');
const request = async () => (await admin.post('/api/reports/request-shipment-sales')).json();
const retrieve = async () => (await admin.post('/api/reports/retrieve-shipment-sales')).json();
const newest = async () => (await admin.get('/api/reports/shipment-sales')).json();
/** Nothing runs the job here, so that it would wait forever. */
const endJob = () => sql`update job_runs set finished_at = now(), state = 'DONE' where key = 'keep-shipment-sales' and finished_at is null`.execute(db);
/** Amazon would make a new report again. */
const age = () => sql`update shipment_sales_requests set requested_at = requested_at - interval '5 hours'`.execute(db);

beforeEach(async () => {
  await endJob();
  await sql`delete from shipment_sales_requests`.execute(db);
  // Amazon has no report of these days yet.
  app.clock.advance(DAY_MS);
  admin = await app.signIn('ROLE_ADMIN');
});
afterEach(() => sim.clearFaults());

describe('a request of which Amazon refuses a part', () => {
  it.each([0, 1, 2])('after %i others is no request, and can be made again at once', async (skip) => {
    await sim.fault({ effect: 'error400', operation: 'createReport', skip, times: 1 });
    expect(await request()).toMatchObject({ success: false, message: expect.stringContaining('createReport') });
    expect(await newest()).toBeNull();
    expect(await retrieve()).toEqual({ success: false, message: 'Request the report first' });
    expect(await request()).toMatchObject({ success: true });
    expect((await newest()).parts).toHaveLength(3);
  });

  it('leaves the report before it', async () => {
    expect(await request()).toMatchObject({ success: true });
    await sim.advance(300_000);
    expect(await retrieve()).toMatchObject({ success: true, message: expect.stringContaining('The report is ready') });
    await endJob();
    await age();
    const before = await newest();
    await sim.fault({ effect: 'error400', operation: 'createReport', skip: 1, times: 1 });
    expect(await request()).toMatchObject({ success: false });
    expect(await newest()).toEqual(before);
  });
});

it('is filed under Documents when it is retrieved, once', async () => {
  const filed = async () => (await admin.get('/api/documents?type=MARKETPLACE_REPORT')).json().rows;
  await sim.seed(TEST_LISTINGS);
  await request();
  await sim.advance(300_000);
  await retrieve();
  await retrieve();
  const documents = await filed();
  expect([documents.length, documents[0].name]).toEqual([3, expect.stringContaining('GET_FBA_FULFILLMENT_CUSTOMER_SHIPMENT_SALES_DATA')]);
  expect((await admin.get(`/api/documents/${documents[0].id}/content`)).body).toContain('amazon-order-id');
});

it('says how far each part is, and that a failed one is no success', async () => {
  await sim.fault({ effect: 'report-fatal', operation: 'createReport', skip: 2, times: 1 });
  expect(await request()).toMatchObject({ success: true });
  expect(await retrieve()).toEqual({ success: true, message: '0 of 3 parts are ready (IN_QUEUE, IN_QUEUE, IN_QUEUE). Try again in a few minutes.' });
  expect((await newest()).parts.map(({ status }: { status: string }) => status)).toEqual(['IN_QUEUE', 'IN_QUEUE', 'IN_QUEUE']);
  await sim.advance(300_000);
  const failed = { success: false, message: '1 of 3 parts failed on Amazon (FATAL, DONE, DONE). Request the report again.' };
  expect([await retrieve(), await retrieve()]).toEqual([failed, failed]);
});

it('parts that an earlier version left do not hide a report, and are none', async () => {
  const leave = (at: Date) =>
    sql`insert into shipment_sales_requests (from_at, to_at, report_id, status, requested_by, requested_at)
    select ${at}, ${at}, 'left', 'DONE', min(id), ${at} from users`.execute(db);
  await leave(app.clock.now());
  expect([await newest(), (await retrieve()).message]).toEqual([null, 'Request the report first']);
  expect(await request()).toMatchObject({ success: true });
  const requested = await newest();
  app.clock.advance(1);
  await leave(app.clock.now());
  expect(await newest()).toEqual(requested);
});

it('a second request while the first is open asks Amazon for nothing', async () => {
  expect(await request()).toMatchObject({ success: true });
  await age();
  await sim.clearJournal();
  expect(await request()).toEqual({ success: false, message: 'The report has already been requested. It is stored as soon as it is ready.' });
  expect((await sim.journal()).filter(({ operation }) => operation === 'createReport')).toEqual([]);
});

it('gives up a part that Amazon does not finish, or no longer knows, within six hours', async () => {
  await request();
  await sql`update shipment_sales_requests set report_id = '1' where id = (select min(id) from shipment_sales_requests)`.execute(db);
  const statuses = async () => {
    await retrieve();
    return (await newest()).parts.map(({ status }: { status: string }) => status);
  };
  expect(await statuses()).toEqual(['IN_QUEUE', 'IN_QUEUE', 'IN_QUEUE']);
  await sql`update shipment_sales_requests set requested_at = requested_at - interval '7 hours'`.execute(db);
  expect(await statuses()).toEqual(['FATAL', 'FATAL', 'FATAL']);
  await endJob();
  expect(await request()).toMatchObject({ success: true });
});

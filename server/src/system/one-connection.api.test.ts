import { expect, it } from 'vitest';
import { seedPricedListings } from '../../test/fixtures/pricing/test-pricing.ts';
import { spreadsheetCalls } from '../../test/fixtures/spreadsheet-calls.ts';
import { createTestMarketplace } from '../../test/fixtures/test-marketplace.ts';
import { newUpc, poRow, purchasingOf } from '../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../test/test-app.ts';
import { tasksOf } from '../features.ts';

// A call that waits in a transaction for a second connection waits for itself here, and in an installation for calls like it.
const { account, sim } = await createTestMarketplace();
const { app, db, features, signIn } = await createTestApp({ connections: 1, account });
const admin = await signIn('ROLE_ADMIN');
const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' };
const { upload, apply, undo } = spreadsheetCalls(admin);

/** Runs a job that waits. @returns how it ended */
async function runNext(kind: string) {
  const task = tasksOf(features).find(({ name }) => name === 'run-job');
  const { id: runId } = await db.selectFrom('job_runs').select('id').where('kind', '=', kind).where('finished_at', 'is', null).executeTakeFirstOrThrow();
  await task?.run({ runId }, new AbortController().signal);
  return db.selectFrom('job_runs').select(['state', 'error']).where('id', '=', runId).executeTakeFirst();
}
const done = { state: 'DONE', error: null };

it.each([
  ['saves a purchase order file', 200, () => purchasingOf(admin).upload([poRow('PO-1')])],
  ['saves a price list', 200, () => admin.post('/api/pricelists/bulk-update', [{ upc: newUpc(), MAP: 10, item_code: 'A-1', vendor: 'Norden' }])],
  ['stores a document', 200, () => app.inject({ method: 'POST', url: '/api/documents?name=note.txt&type=OTHER', headers, payload: Buffer.from('a note') })],
  ['creates a product', 200, () => admin.post('/api/products', { client_id: 'one', title: 'Storm Lantern', seller_sku: 'LANTERN-1' })],
  ['looks for a passkey to remove', 404, () => admin.post('/api/user/passkeys/999999/remove')],
])('%s with one connection', async (_what, status, call) => {
  expect((await call()).statusCode).toBe(status);
});

it.each([
  ['locations', ['Location'], ['ONE-1']],
  ['products', ['Title', 'SKU', 'UPC'], ['Mug', 'MUG-1', '012345678905']],
  ['listings', ['SKU', 'UPC', 'Condition'], ['MUG-LN', '012345678905', 'like new']],
  ['strategies', ['Seller SKU', 'Strategy', 'Minimum'], ['MUG-1', 'Stay at MAP', '10']],
  ['stock', ['SKU', 'Location'], ['MUG-1', 'ONE-1']],
  ['vendors', ['Vendor', 'E-mail'], ['Norden', 'orders@norden.example']],
  ['competitors', ['Seller ID', 'Name'], ['A1', 'Kettle World']],
  ['people', ['Name', 'E-mail', 'Role'], ['Kim', 'kim@example.com', 'User']],
])('applies a spreadsheet of %s with one connection', async (kind, head, row) => {
  const { id } = await upload(kind, [head, row]);
  expect(await apply(id)).toMatchObject({ state: 'APPLIED', failure: null });
  // A file that could not be begun is left out.
  const filed = await db.selectFrom('documents').select('name').where('source_key', '=', `spreadsheet ${id}`).execute();
  expect(filed).toEqual([{ name: `${kind}.csv` }]);
});

it('checks, applies and undoes a large spreadsheet in jobs with one connection', async () => {
  const { id } = await upload('locations', [['Location'], ...Array.from({ length: 1_001 }, (_, nth) => [`LARGE-${nth}`])]);
  const stateNow = async () => (await admin.get(`/api/spreadsheets/${id}`)).json().state;
  const ends = [];
  for (const next of [async () => {}, () => apply(id), () => undo(id)]) {
    await next();
    ends.push([await runNext('spreadsheet'), await stateNow()]);
  }
  expect(ends).toEqual([
    [done, 'CHECKED'],
    [done, 'APPLIED'],
    [done, 'UNDONE'],
  ]);
});

it('prices listings of which too many move with one connection', async () => {
  const listings = Array.from({ length: 30 }, (_, nth) => ({
    sku: `MOVE-${nth}`,
    asin: `B00000${1_000 + nth}`,
    mapCents: 2_600,
    priceCents: 1_990,
    quantity: 0,
  }));
  await seedPricedListings(db, sim, listings);
  const { jobId } = (await admin.post('/api/adminsettings/test/syncelocalandamazonsfinventory')).json();
  expect(await runNext('preview-listings')).toEqual(done);
  expect((await admin.get(`/api/pricing/jobs/${jobId}`)).json().outcomes).toEqual({ HELD: 30 });
});

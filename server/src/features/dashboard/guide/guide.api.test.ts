import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { DEMO_STAFF } from '../../../demo/catalog.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const guide = async () => (await admin.get('/api/dashboard/guide')).json().steps as { name: string; state: string; detail: string }[];
const named = async (state: string) => (await guide()).filter((step) => step.state === state).map(({ name }) => name);
const detailOf = async (step: string) => (await guide()).find(({ name }) => name === step)?.detail;
const skip = (steps: readonly string[], isSkipped = true) => admin.post('/api/dashboard/guide/skip', { steps, isSkipped });

it('is done step by step, each from the records of the installation', async () => {
  expect(await named('DONE')).toEqual([]);
  expect(await detailOf('locations')).toBe('58 locations, created by the installation');

  const company = { name: 'Nordic Resale', timeZone: 'America/New_York' };
  expect((await admin.put('/api/company', { ...company, version: 0 })).json()).toEqual({ company: { ...company, version: 1 } });
  expect(await named('DONE')).toEqual(['company']);
  expect(await detailOf('company')).toBe('Nordic Resale, America/New York');

  await admin.post('/api/inventory/locations/generate', { pattern: 'H × 1–2' });
  await admin.post('/api/labels/printed', { kind: 'LOCATION', labels: 60 });
  expect(await named('DONE')).toEqual(['company', 'locations', 'shelf-labels', 'test-label']);
  expect([await detailOf('locations'), await detailOf('shelf-labels')]).toEqual(['60 locations', '60 labels printed']);

  await sql`insert into products (id, title) overriding system value values (1000000, 'Lamp')`.execute(db);
  expect(await named('DONE')).not.toContain('listings');
  expect(await detailOf('listings')).toBe('Products without listings: bring in listings with your seller SKUs, which scans need');
  await seedTestCatalog(db);
  const worker = await signIn();
  await worker.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'H-1', clientScanId: 'the-first-scan' });
  expect(await named('OPEN')).toEqual(['marketplace']);
  expect([await detailOf('stock'), await detailOf('people')]).toEqual(['1 unit', '2 people']);
});

it('skips steps that are open and brings them back', async () => {
  expect((await skip(['marketplace', 'company'])).statusCode).toBe(200);
  expect([await named('SKIPPED'), await named('OPEN')]).toEqual([['marketplace'], []]);
  await skip(['marketplace']);
  await skip(['marketplace'], false);
  expect(await named('OPEN')).toEqual(['marketplace']);
  expect((await skip(['coffee'])).statusCode).toBe(400);
});

it('is only for people who manage the settings', async () => {
  const worker = await signIn();
  const answers = await Promise.all([
    worker.get('/api/dashboard/guide'),
    worker.post('/api/dashboard/guide/skip', { steps: ['people'], isSkipped: true }),
    worker.put('/api/company', { name: 'Mine', timeZone: 'Etc/UTC', version: 1 }),
  ]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403]);
});

it('refuses a stale or incomplete company', async () => {
  const save = (change: object) => admin.put('/api/company', { name: 'Nordic', timeZone: 'Etc/UTC', version: 1, ...change });
  expect((await save({ version: 0 })).json().error.reason).toBe('changed_meanwhile');
  expect((await save({ name: ' ' })).body).toContain('Enter the name of the company');
  expect((await save({ timeZone: 'Mars/Base' })).body).toContain('There is no such time zone');
  expect((await save({})).json().company).toEqual({ name: 'Nordic', timeZone: 'Etc/UTC', version: 2 });
  expect((await (await signIn()).get('/api/company')).json().company).toMatchObject({ timeZone: 'Etc/UTC' });
});

it('shows nothing while the installation holds demo data', async () => {
  const [{ email }] = DEMO_STAFF;
  await db
    .updateTable('users')
    .set({ email })
    .where('email', '<>', admin.email)
    .where('id', '=', await lastUser())
    .execute();
  expect(await guide()).toEqual([]);
});

const lastUser = async () => (await db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id;

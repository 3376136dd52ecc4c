import { inspect } from 'node:util';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestJobs } from '../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace, TEST_LISTINGS } from '../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { fixedKeyring } from '../../platform/keys/keyring.ts';
import { createLogger } from '../../platform/logger.ts';
import { createConnectionService } from './index.ts';

const { account, sim } = await createTestMarketplace();
await sim.seed(TEST_LISTINGS);
const app = await createTestApp({ account });
const admin = await app.signIn('ROLE_ADMIN');
const person = await app.signIn();

// Creates the job queue.
await startTestJobs(app, []);

const CREDENTIALS = {
  sellerId: 'A2MYOWNACCOUNT',
  marketplaceId: 'ATVPDKIKX0DER',
  clientId: 'amzn1.application-oa2-client.1',
  clientSecret: 'amzn1.oa2-cs.v1.verysecret',
  refreshToken: 'Atzr|verysecret',
};
const state = async () => (await admin.get('/api/marketplace/connection')).json();

const serviceOf = (encryptionKey: Buffer, configured?: typeof account) =>
  createConnectionService({
    db: app.db,
    connection: app.connection,
    clock: app.clock,
    logger: createLogger('silent'),
    encryptionKey: fixedKeyring(encryptionKey),
    configured,
    addresses: account,
    findSimulator: async () => undefined,
    hasDemoData: async () => false,
  });

it('starts with the simulator and the official rate limits', async () => {
  const { source, sellerId, apis } = await state();
  expect([source, sellerId]).toEqual(['SIMULATOR', 'A1STOWAGEDEMO']);
  const listings = apis.find(({ api }: { api: string }) => api === 'Listings');
  expect(listings.lastSuccessAt).toBeNull();
  expect(listings.operations.find(({ operation }: { operation: string }) => operation === 'searchListingsItems')).toMatchObject({ rate: 5, tokens: 5 });
});

it('stores the result of a connection test for every process', async () => {
  expect((await admin.post('/api/marketplace/connection/test')).json()).toEqual({ success: true, message: expect.stringContaining('accepts the account') });
  const { apis } = await state();
  expect(apis.find(({ api }: { api: string }) => api === 'Listings')).toMatchObject({ lastSuccessAt: expect.any(String), lastErrorAt: null });
  const other = serviceOf(Buffer.alloc(32, 7));
  expect((await other.state()).apis).toEqual(apis);
  await other.close();
});

it('checks each role by a call of its own, and names the missing one as Seller Central does', async () => {
  const test = async () => (await admin.post('/api/marketplace/connection/test')).json();
  const roles = async () => Object.fromEntries((await state()).roles.map(({ role, state: found }: { role: string; state: string }) => [role, found]));
  for (const [operation, role] of [
    ['getMyFeesEstimates', 'Pricing'],
    ['searchOrders', 'Inventory and Order Tracking'],
    ['getReports', 'Amazon Fulfillment'],
  ] as const) {
    await sim.clearFaults();
    await sim.fault({ effect: 'missing-role', operation });
    expect(await test()).toEqual({ success: false, message: expect.stringContaining(`the application lacks a role: ${role}`) });
    expect(await roles()).toMatchObject({ 'Product Listing': 'GRANTED', [role]: 'MISSING' });
  }
  await sim.clearFaults();
  expect(await test()).toMatchObject({ success: true });
  expect(Object.values(await roles())).not.toContain('MISSING');
});

it('reports a failed connection test immediately and stores the error', async () => {
  await sim.fault({ effect: 'error500', operation: 'searchListingsItems', times: 1 });
  expect((await admin.post('/api/marketplace/connection/test')).json()).toEqual({ success: false, message: expect.stringContaining('500') });
  const { apis } = await state();
  expect(apis.find(({ api }: { api: string }) => api === 'Listings')).toMatchObject({
    lastError: expect.stringContaining('500'),
    lastSuccessAt: expect.any(String),
  });
});

it('uses entered credentials immediately, starts the imports, and never returns the credentials', async () => {
  expect((await admin.put('/api/marketplace/credentials', CREDENTIALS)).statusCode).toBe(200);
  const answer = await admin.get('/api/marketplace/connection');
  expect(answer.json()).toMatchObject({ source: 'ENTERED', sellerId: CREDENTIALS.sellerId, enteredBy: expect.any(String), isUnreadable: false });
  expect(answer.body).not.toMatch(/verysecret|oa2-client/);
  const { rows } = await sql<{ row: string }>`select marketplace_credentials::text as row from marketplace_credentials`.execute(app.db);
  expect(inspect(rows)).not.toMatch(/verysecret|oa2-client/);
  expect((await admin.get('/api/jobs')).json().totalCount).toBeGreaterThan(5);
  await sim.fault({ effect: 'invalid_grant', operation: 'lwaToken', times: 1 });
  const test = async () => (await admin.post('/api/marketplace/connection/test')).json();
  expect(await test()).toEqual({ success: false, message: 'The marketplace refuses the credentials (invalid_grant)' });
  expect(await test()).toMatchObject({ success: true });
  expect((await sim.journal()).some(({ path }) => path.includes(CREDENTIALS.sellerId))).toBe(true);
});

it('lets another process read the credentials only with the same key', async () => {
  const same = serviceOf(Buffer.alloc(32, 7));
  expect((await same.current())?.sellerId).toBe(CREDENTIALS.sellerId);
  const other = serviceOf(Buffer.alloc(32, 8));
  expect(await other.current()).toBeUndefined();
  expect(await other.state()).toMatchObject({ source: 'ENTERED', isUnreadable: true });
  expect(await other.test()).toEqual({ success: false, message: 'No marketplace account is connected' });
  await Promise.all([same.close(), other.close()]);
});

it('prefers the account of the environment and refuses to replace it', async () => {
  const service = serviceOf(Buffer.alloc(32, 7), account);
  expect(await service.state()).toMatchObject({ source: 'ENVIRONMENT', sellerId: account.sellerId });
  await expect(service.saveCredentials(CREDENTIALS, 1)).rejects.toMatchObject({ code: 'conflict', extra: { reason: 'set_by_environment' } });
  await service.close();
});

it('replaces and removes credentials', async () => {
  await admin.put('/api/marketplace/credentials', { ...CREDENTIALS, sellerId: 'A3ANOTHERONE' });
  expect((await state()).sellerId).toBe('A3ANOTHERONE');
  expect((await admin.remove('/api/marketplace/credentials')).statusCode).toBe(200);
  expect(await state()).toMatchObject({ source: 'SIMULATOR', enteredAt: null });
});

it.each([{ sellerId: 'lower' }, { refreshToken: '' }, { clientId: undefined }])('rejects %j', async (change) => {
  expect((await admin.put('/api/marketplace/credentials', { ...CREDENTIALS, ...change })).statusCode).toBe(400);
});

it('requires an administrator', async () => {
  expect((await person.get('/api/marketplace/connection')).statusCode).toBe(403);
  expect((await person.put('/api/marketplace/credentials', CREDENTIALS)).statusCode).toBe(403);
  expect((await person.remove('/api/marketplace/credentials')).statusCode).toBe(403);
  expect((await person.post('/api/marketplace/connection/test')).statusCode).toBe(403);
});

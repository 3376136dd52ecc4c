import { expect, it } from 'vitest';
import { createTestApp } from '../../test/test-app.ts';
import { demoCatalog } from './catalog.ts';
import { seedDemoData } from './demo-data.ts';
import { hasDemoData } from './demo-state.repository.ts';
import { refuseRealAccountOnDemoData } from './real-account.ts';

const { db, clock, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const CREDENTIALS = { sellerId: 'A2MYOWNACCOUNT', marketplaceId: 'ATVPDKIKX0DER', clientId: 'client', clientSecret: 'secret', refreshToken: 'Atzr|token' };
const enter = () => admin.put('/api/marketplace/credentials', CREDENTIALS);

it('lets a real account into an installation without demo data only', async () => {
  expect(await hasDemoData(db)).toBe(false);
  await refuseRealAccountOnDemoData(db, true);
  await seedDemoData({ db, seed: 1, catalog: demoCatalog(1), now: clock.now(), say: () => {} });
  expect(await hasDemoData(db)).toBe(true);

  const answer = await enter();
  expect([answer.statusCode, answer.json().error.reason]).toEqual([409, 'demo_data']);
  await refuseRealAccountOnDemoData(db, false);
  await expect(refuseRealAccountOnDemoData(db, true)).rejects.toThrow('demo data, which must never reach a real marketplace account');
});

it('refuses to start with demo data and an account that was entered before demo data refused one', async () => {
  const columns = { seller_id: 'A2MYOWNACCOUNT', marketplace_id: 'ATVPDKIKX0DER', sealed: 'x', entered_at: clock.now() };
  await db.insertInto('marketplace_credentials').values(columns).execute();
  await expect(refuseRealAccountOnDemoData(db, false)).rejects.toThrow('STOWAGE_DEMO=off and another STOWAGE_DATA_DIR');
});

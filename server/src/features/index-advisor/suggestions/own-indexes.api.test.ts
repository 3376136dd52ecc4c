import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const app = await createTestApp();

it('lists no duplicate among the indexes that Stowage creates itself', async () => {
  const admin = await app.signIn('ROLE_ADMIN');
  const { duplicates } = (await admin.get('/api/index-advisor/overview')).json();
  expect(duplicates.map(({ indexName, reason }: { indexName: string; reason: string }) => `${indexName}: ${reason}`)).toEqual([]);
});

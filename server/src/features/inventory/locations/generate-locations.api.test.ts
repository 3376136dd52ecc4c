import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const manager = await signIn('ROLE_ADMIN');
const worker = await signIn();

const path = '/api/inventory/locations';
const generate = async (body: object) => (await manager.post(`${path}/generate`, body)).json();
const rows = async () => (await worker.get(path)).json() as { code: string; zone: string | null; active: boolean; units: number }[];

it('adds the missing locations of a pattern once, in walking order, and leaves the existing ones', async () => {
  const before = await rows();
  const pattern = { pattern: 'G–H × 1–10', zone: 'North' };
  const counts = { added: 12, existing: 8, deactivated: 0 };
  expect(await generate(pattern)).toEqual({ success: true, message: '12 locations added, 8 existed already', ...counts });
  expect(await generate(pattern)).toMatchObject({ added: 0, existing: 20 });
  const after = await rows();
  expect(after).toHaveLength(before.length + 12);
  expect(after.filter(({ zone }) => zone === 'North').map(({ code }) => code)).toEqual([
    'G-9',
    'G-10',
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].map((n) => `H-${n}`),
  ]);
});

it('adds each location once for two concurrent calls', async () => {
  const answers = await Promise.all([generate({ pattern: 'K × 1–50' }), generate({ pattern: 'K × 1–50' })]);
  expect(answers.map(({ added }) => added).toSorted((a, b) => a - b)).toEqual([0, 50]);
});

it('deactivates the other shelves only where they are empty', async () => {
  await worker.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'K-7' });
  const shelves = (await rows()).filter(({ active }) => active).length - 2;
  expect(await generate({ pattern: 'A × 1–8, 9', deactivateOthers: true })).toMatchObject({ added: 1, existing: 8, deactivated: shelves - 9 });
  const active = (await rows()).filter((row) => row.active).map(({ code }) => code);
  expect(active.slice(0, 9).toSorted()).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5', 'A-6', 'A-7', 'A-8', 'K-7']);
  expect(active).toHaveLength(12);
});

it.each([
  [{ pattern: 'A × 8–1' }, 400, 'bad_pattern', 'is not a range'],
  [{ pattern: 'A–Z × 1–999' }, 400, 'bad_pattern', 'At most 5,000'],
  [{ pattern: 'BOLT, NUT × G', separator: '-' }, 409, 'names_a_product', 'Bolt Set'],
])('refuses %j and adds nothing', async (body, status, reason, message) => {
  const before = await rows();
  const answer = await manager.post(`${path}/generate`, body);
  expect([answer.statusCode, answer.json().error.reason]).toEqual([status, reason]);
  expect(answer.json().message).toContain(message);
  expect(await rows()).toEqual(before);
});

it('needs the permission to manage locations', async () => {
  expect((await worker.post(`${path}/generate`, { pattern: 'Z × 1' })).statusCode).toBe(403);
});

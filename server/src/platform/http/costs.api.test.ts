import { isCost } from '@stowage/contract/cost';
import { TOPICS } from '@stowage/contract/topics';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { createCase, seedLine } from '../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';

const test = await createTestApp();
const { app, db, clock, signIn } = test;
await seedTestCatalog(db);
await app.ready();

const READS = ['prices.read', 'purchasing.read', 'cases.read', 'account.own'] as const;

it('hides the expected amount of a claim, which is the cost of its units', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const { caseId } = await createCase(admin, await seedLine(test), { quantity: 2 });
  await sql`update return_cases set expected_amount = 12.5`.execute(db);
  const [without, withCosts] = [await signIn(READS), await signIn([...READS, 'costs.read'])];
  const amounts = async (person: SignedIn) => {
    const [detail, list] = [(await person.get(`/api/qrcases/${caseId}`)).json(), (await person.get('/api/cases')).json()];
    return [detail.expected_amount, detail.claim.expected_amount, list.data[0].expected_amount];
  };
  expect(await amounts(withCosts)).toEqual([12.5, 12.5, 12.5]);
  expect(await amounts(without)).toEqual([null, null, null]);
});

it('hides the claimed amounts of the dashboard and of a case’s history', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const { caseId } = await createCase(admin, await seedLine(test), { quantity: 1 });
  await admin.post(`/api/qrcases/${caseId}/claim`, { expectedAmount: 41.25 });
  await sql`update return_cases set filed_at = ${clock.now()} where id = ${caseId}`.execute(db);
  const [without, withCosts] = [await signIn(READS), await signIn([...READS, 'costs.read'])];
  const shown = async (person: SignedIn) => {
    const { cards } = (await person.get('/api/dashboard/summary?card=open-cases')).json();
    const { months } = (await person.get('/api/dashboard/claims')).json();
    const { history } = (await person.get(`/api/qrcases/${caseId}`)).json();
    return { note: cards[0].note, claimed: months.at(-1).claimed, history: history.map(({ detail }: { detail: string }) => detail).join() };
  };
  clock.advance(31_000);
  expect(await shown(withCosts)).toMatchObject({ note: expect.stringContaining('$'), claimed: '41.25', history: expect.stringContaining('expected 41.25') });
  const hidden = await shown(without);
  expect(hidden).toMatchObject({ claimed: null, history: expect.stringContaining('Claim: expected amount changed') });
  expect(`${hidden.note} ${hidden.history}`).not.toMatch(/\$|41/);
});

it('lets a person who may not see the amount of a claim change only the other fields', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const { caseId } = await createCase(admin, await seedLine(test), { quantity: 1 });
  await admin.post(`/api/qrcases/${caseId}/claim`, { expectedAmount: 41.25 });
  const edit = (person: SignedIn, claim: object) => person.post(`/api/qrcases/${caseId}/claim`, claim);
  const stale = { expectedAmount: 2, was: { expectedAmount: 1 } };
  expect((await edit(await signIn([...READS, 'cases.write', 'costs.read']), stale)).body).toContain('41.25');
  const without = await signIn([...READS, 'cases.write']);
  for (const claim of [stale, { expectedAmount: 2 }, { expectedAmount: null }]) {
    const answer = await edit(without, claim);
    expect([answer.statusCode, answer.json().error]).toMatchObject([
      403,
      { reason: 'costs_hidden', message: expect.stringContaining('The expected amount of a claim') },
    ]);
    expect(answer.body).not.toContain('41.25');
  }
  expect((await edit(without, { problemDescription: 'Torn' })).statusCode).toBe(200);
  expect((await admin.get(`/api/qrcases/${caseId}`)).json().claim).toMatchObject({ expected_amount: 41.25 });
});

it('sorts by no cost for people who may not see it', async () => {
  await sql`insert into price_list_items (gtin, product_title, vendor, cost, upload_id)
    values ('00012345678905', 'Widget', 'Sortable', 9, 1), ('00012345678912', 'Widget', 'Sortable', 1, 1), ('00012345678929', 'Widget', 'Sortable', 5, 1)`.execute(
    db,
  );
  const costs = async (person: SignedIn) =>
    (await person.get('/api/pricelists?search=sortable&sort=cost')).json().data.map(({ gtin }: { gtin: string }) => gtin.slice(-2));
  expect(await costs(await signIn([...READS, 'costs.read']))).toEqual(['12', '29', '05']);
  expect(await costs(await signIn(READS))).toEqual(['05', '12', '29']);
});

it('simulates no price for people who may not see the floor', async () => {
  const strategy = { strategy: 'MATCH', undercut_amount: null, undercut_percent: null, when_alone: 'KEEP', competitor_seller_id: null, never_below_map: false };
  const body = { strategy: { ...strategy, schedule: null, minimum: 15, maximum: 30 }, start_date: '2026-11-01', end_date: '2026-11-10' };
  const simulate = async (person: SignedIn) => (await person.post('/api/pricing/strategies/listings/1/simulate', body)).json().error?.reason;
  expect([await simulate(await signIn(READS)), await simulate(await signIn([...READS, 'costs.read']))]).toEqual(['costs_hidden', 'not_listed']);
});

/** The names of fields that tell a cost, and that no role without `costs.read` may see. */
const TELLING = /^((unit|old|new)_?)?cost$|Cost$|^(margin|floor)$/;

/** The paths of fields that are named like a cost and not marked as one. */
function unmarked(schema: z.ZodType, path: string): string[] {
  if (isCost(schema)) return [];
  if (schema instanceof z.ZodObject) {
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) => [
      ...(TELLING.test(name) && !isCost(field) ? [`${path} ${name}`] : []),
      ...unmarked(field, path),
    ]);
  }
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional) return unmarked(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodArray) return unmarked(schema.element as z.ZodType, path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => unmarked(option as z.ZodType, path));
  if (schema instanceof z.ZodRecord) return unmarked(schema.valueType as z.ZodType, path);
  return [];
}

it('marks every field with a cost in the contract, but for calls whose permission includes costs', () => {
  const needsCosts = ['invoices.read', 'invoices.write', 'invoices.approve', 'prices.write', 'purchasing.manage', 'indexes.manage'];
  const open = app.registeredRoutes.filter(({ access }) => !needsCosts.includes(access));
  expect(open.flatMap(({ endpoint }) => unmarked(endpoint.response, `${endpoint.method} ${endpoint.path}`))).toEqual([]);
  expect(TOPICS.flatMap(({ path, payload }) => unmarked(payload, path))).toEqual([]);
});

it('leaves costs out of answers and files for people without the permission', async () => {
  const reads = ['stock.read', 'prices.read', 'purchasing.read', 'catalogue.read', 'listings.read', 'cases.read', 'account.own'] as const;
  const [without, withCosts] = [await signIn(reads), await signIn([...reads, 'costs.read'])];
  expect((await withCosts.get('/api/inventory/report/value')).json()).toMatchObject({ total: { value: expect.stringMatching(/^\d/) } });
  expect((await without.get('/api/inventory/report/value')).json()).toMatchObject({ total: { value: null } });
  for (const [url, word] of [
    ['/api/inventory/export/age.csv', 'cost'],
    ['/api/pricelists/export.csv', 'Cost'],
    ['/api/reorder/export.csv', 'cost'],
    ['/api/cases/export.csv', 'Expected'],
  ] as const) {
    expect([url, (await withCosts.get(url)).body.includes(word)]).toEqual([url, true]);
    expect([url, (await without.get(url)).body.split('\n')[0]?.includes(word)]).toEqual([url, false]);
  }
});

import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { ageMovements } from '../../../../test/fixtures/age-movements.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { db, owner, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const history = async () => (await person.post('/api/localinventoryaudithistory')).json();
const remove = (id: unknown) => person.post('/api/localinventory/delete', { id });
const restore = (id: unknown) => person.post('/api/localinventory/restore', { id });
const move = (id: unknown, location: unknown) => person.post('/api/updatelocalinventoryitem', { id, location, quantity: 1 });
const row = async (id: number) => (await history()).find((item: { id: number }) => item.id === id);
const movementsOf = (id: number) => db.selectFrom('stock_movements').selectAll().where('unit_id', '=', id).orderBy('id').execute();

let unit = 0;
beforeEach(async () => {
  await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1' });
  unit = (await history())[0].id;
});

it('is one unit: a move of another quantity is refused, and nothing moves', async () => {
  const before = await row(unit);
  for (const quantity of [5, 0, -1, '2', '', 1.5]) {
    const answer = await person.post('/api/updatelocalinventoryitem', { id: unit, location: 'B-2', quantity });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { success: false, message: 'quantity: is always 1: each unit moves by itself' }]);
  }
  expect(await row(unit)).toEqual(before);
  for (const quantity of [1, '1', undefined])
    expect((await person.post('/api/updatelocalinventoryitem', { id: unit, location: 'B-2', quantity })).json().success).toBe(true);
});

describe('delete and restore', () => {
  it('return {success, message} and reverse each other', async () => {
    expect((await remove(unit)).json()).toEqual({ success: true, message: 'Item deleted successfully' });
    expect((await row(unit)).deleted).toBe(1);
    expect((await restore(unit)).json()).toEqual({ success: true, message: 'Item restored successfully' });
    expect(await row(unit)).toMatchObject({ deleted: 0, location: 'A-1' });
    const [added, removed, restored] = await movementsOf(unit);
    expect([added?.type, removed?.type, restored?.type]).toEqual(['ADD', 'REMOVE', 'ADD']);
    expect(restored?.undoes_movement_id).toBe(removed?.id);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('are for what the person did in the last half hour, except for people who approve', async () => {
    const other = await signIn();
    const admin = await signIn('ROLE_ADMIN');
    const refusal = (answer: { statusCode: number; json(): { success: boolean; message: string; error: { reason: string } } }) => {
      const { success, message, error } = answer.json();
      return { status: answer.statusCode, success, message, reason: error.reason };
    };
    const DELETES_OWN = {
      status: 403,
      success: false,
      message: 'You can delete items that you added in the last 30 minutes. Remove this one for a reason under Local Inventory Adjustment, or ask an admin.',
      reason: 'not_own',
    };
    expect(refusal(await other.post('/api/localinventory/delete', { id: unit }))).toEqual(DELETES_OWN);
    await ageMovements(owner.db, unit, 31);
    expect(refusal(await remove(unit))).toEqual(DELETES_OWN);
    await admin.post('/api/localinventory/delete', { id: unit });
    const RESTORES_OWN = {
      ...DELETES_OWN,
      message: 'You can restore items that you deleted in the last 30 minutes. Ask an admin to restore this one.',
    };
    expect(refusal(await restore(unit))).toEqual(RESTORES_OWN);
    expect((await movementsOf(unit)).map(({ type }) => type)).toEqual(['ADD', 'REMOVE']);
    expect((await admin.post('/api/localinventory/restore', { id: unit })).json().success).toBe(true);
  });

  it('accept an id as text', async () => {
    expect((await remove(String(unit))).json().success).toBe(true);
  });

  it('return success false and the reason when nothing changes', async () => {
    await remove(unit);
    const again = await remove(unit);
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      { success: false, message: 'The item is already deleted', error: { reason: 'already_deleted' } },
    ]);
    await restore(unit);
    expect((await restore(unit)).json()).toMatchObject({ success: false, message: 'The item is not deleted' });
  });

  it.each([[999_999_999], [0], [-1], ['abc'], [null], [{}], [1.5], ['9'.repeat(30)]])('reject the id %j', async (id) => {
    for (const answer of [await remove(id), await restore(id)]) {
      expect([400, 404]).toContain(answer.statusCode);
      expect(answer.json().success).toBe(false);
    }
  });

  it('name the inactive location and say how to activate it', async () => {
    await move(unit, 'F-7');
    await remove(unit);
    await db.updateTable('locations').set({ active: false }).where('code', '=', 'F-7').execute();
    const refused = await restore(unit);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { success: false, message: 'F-7 is inactive. Activate it first, under Local Inventory Adjustment, Locations.' },
    ]);
    expect((await row(unit)).deleted).toBe(1);
  });

  it('restore a unit from quarantine into quarantine', async () => {
    await move(unit, 'QUARANTINE');
    await remove(unit);
    await restore(unit);
    expect(await db.selectFrom('units').select('status').where('id', '=', unit).executeTakeFirst()).toEqual({ status: 'QUARANTINE' });
  });
});

describe('moving a unit', () => {
  it("accepts a location's code or id and records a movement", async () => {
    expect((await move(unit, 'B-3')).json()).toEqual({ success: true, message: 'Location updated' });
    expect((await row(unit)).location).toBe('B-3');
    await move(unit, 1);
    expect((await movementsOf(unit)).map((movement) => movement.type)).toEqual(['ADD', 'LOCATION_CHANGE', 'LOCATION_CHANGE']);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('to its own location changes nothing', async () => {
    expect((await move(unit, 'A-1')).json().success).toBe(true);
    expect(await movementsOf(unit)).toHaveLength(1);
  });

  it('into and out of quarantine changes whether it can be sold', async () => {
    const status = async () => (await db.selectFrom('units').select('status').where('id', '=', unit).executeTakeFirst())?.status;
    await move(unit, 'QUARANTINE');
    expect(await status()).toBe('QUARANTINE');
    await move(unit, 'A-2');
    expect(await status()).toBe('AVAILABLE');
  });

  it.each([
    ['', 400, 'Please select a location'],
    ['Z-9', 404, 'There is no location Z-9'],
    [12_345, 404, 'There is no location 12345'],
  ])('to %j is rejected', async (location, status, message) => {
    const answer = await move(unit, location);
    expect([answer.statusCode, answer.json()]).toMatchObject([status, { success: false, message }]);
    expect((await row(unit)).location).toBe('A-1');
  });

  it('is rejected for a deleted unit', async () => {
    await remove(unit);
    expect((await move(unit, 'B-1')).json()).toMatchObject({ success: false, message: 'The item is deleted' });
  });
});

it('leaves one consistent state when scans, moves, deletes and restores of the same units race', async () => {
  const ids = (await history()).map((item: { id: number }) => item.id).slice(0, 4);
  const act = fc.oneof(
    fc.record({ kind: fc.constant('move' as const), id: fc.constantFrom(...ids), to: fc.constantFrom('A-1', 'A-2', 'B-1', 'QUARANTINE') }),
    fc.record({ kind: fc.constantFrom('delete' as const, 'restore' as const), id: fc.constantFrom(...ids) }),
    fc.record({ kind: fc.constant('scan' as const), scanId: fc.integer({ min: 0, max: 9 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40 }), async (acts) => {
      const answers = await Promise.all(
        acts.map((one) => {
          if (one.kind === 'move') return move(one.id, one.to);
          if (one.kind === 'scan')
            return person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1', clientScanId: `race-scan-${one.scanId}` });
          return one.kind === 'delete' ? remove(one.id) : restore(one.id);
        }),
      );
      expect(answers.every((answer) => answer.statusCode < 500)).toBe(true);
      expect(await listCountDifferences(db)).toEqual([]);
      const units = await db.selectFrom('units').select(['id', 'status']).execute();
      const { total } = await db
        .selectFrom('stock_counts')
        .select((eb) => eb.fn.sum<string>('on_hand').as('total'))
        .executeTakeFirstOrThrow();
      expect(Number(total)).toBe(units.filter((item) => item.status !== 'REMOVED').length);
    }),
    { numRuns: 15 },
  );
});

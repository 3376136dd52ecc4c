import { beforeAll, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { insertStock } from '../ledger/stock-replay.repository.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn('ROLE_ADMIN');

const UNITS = [1, 2, 3, 4, 5, 6, 7, 8];
const AT = new Date('2026-01-01');

/** Units of the kettle in A-1, each reserved for an order. */
beforeAll(async () => {
  await insertStock(db, {
    units: {
      id: UNITS,
      listingId: UNITS.map(() => 1),
      identifier: UNITS.map(() => CODES.kettle.newFnsku),
      locationId: UNITS.map(() => 1),
      status: UNITS.map(() => 'SALE_PENDING'),
      source: UNITS.map(() => 'SCAN'),
      createdAt: UNITS.map(() => AT),
      updatedAt: UNITS.map(() => AT),
    },
    movements: {
      unitId: UNITS,
      type: UNITS.map(() => 'ADD'),
      fromLocationId: UNITS.map(() => null),
      toLocationId: UNITS.map(() => 1),
      afterStatus: UNITS.map(() => 'SALE_PENDING'),
      actorId: UNITS.map(() => 1),
      createdAt: UNITS.map(() => AT),
    },
  });
});

const statusOf = async (id: number) => (await db.selectFrom('units').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const quarantine = (id: number) => person.post('/api/inventory/units/quarantine', { id, reason: 'DAMAGED' });
const move = (id: number, location: string) => person.post('/api/updatelocalinventorylocation', { id, location });
const remove = (id: number) => person.post('/api/localinventory/delete', { id });
const restore = (id: number) => person.post('/api/localinventory/restore', { id });
const undoLast = async (id: number) => {
  const last = await db.selectFrom('stock_movements').select('id').where('unit_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow();
  return person.post('/api/inventory/movements/undo', { id: last.id });
};

it.each<[string, number, ((id: number) => Promise<{ statusCode: number }>)[]]>([
  ['moved', 1, [(id) => move(id, 'B-3')]],
  ['deleted and restored', 2, [remove, restore]],
  ['removed, and that undone', 3, [remove, undoLast]],
  ['quarantined and released', 4, [quarantine, (id) => person.post('/api/inventory/units/release', { id })]],
  ['quarantined, and that undone', 5, [quarantine, undoLast]],
  ['quarantined and moved to a shelf', 6, [quarantine, (id) => move(id, 'B-3')]],
  ['moved and that undone', 7, [(id) => move(id, 'B-3'), undoLast]],
  ['restored into quarantine, and moved out of it', 8, [quarantine, remove, restore, (id) => move(id, 'B-3')]],
])('keeps a unit reserved for an order when it is %s', async (_how, id, acts) => {
  for (const act of acts) expect((await act(id)).statusCode).toBe(200);
  expect(await statusOf(id)).toBe('SALE_PENDING');
  expect(await listLedgerFaults(db)).toEqual([]);
});

it('makes a unit without a reservation available again', async () => {
  await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'QUARANTINE' });
  const [{ id }] = (await person.post('/api/searchlocalinventory', { identifier: CODES.bolt.sku })).json();
  await move(id, 'A-2');
  expect(await statusOf(id)).toBe('AVAILABLE');
  await remove(id);
  await restore(id);
  expect(await statusOf(id)).toBe('AVAILABLE');
  expect(await listLedgerFaults(db)).toEqual([]);
});

it('restores the status of a misplaced unit that a count finds in quarantine', async () => {
  expect((await quarantine(1)).statusCode).toBe(200);
  const count = `/api/counts/${(await person.post('/api/counts', { locations: ['C-1'], isBlind: false })).json().id}`;
  await person.post(`${count}/scan`, { productId: CODES.kettle.newSku, locationId: 'C-1', clientScanId: 'found-in-c-1' });
  await person.post(`${count}/submit`, { isRestMissing: true });
  await person.post(`${count}/review`);
  const [line] = (await person.get(`${count}/lines?list=differences`)).json().data;
  await person.post(`${count}/lines/${line.id}/cause`, { rootCause: 'MISPLACED', fromLocation: 'QUARANTINE' });
  expect((await person.post(`${count}/post`)).statusCode).toBe(200);
  expect((await db.selectFrom('units').select(['location_id', 'status']).where('id', '=', 1).executeTakeFirst())?.status).toBe('SALE_PENDING');
  expect(await listLedgerFaults(db)).toEqual([]);
});

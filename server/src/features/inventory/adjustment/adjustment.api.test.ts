import { beforeEach, describe, expect, it } from 'vitest';
import { ageMovements } from '../../../../test/fixtures/age-movements.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { db, owner, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
let unit = 0;

const search = async () => (await person.post('/api/searchlocalinventory', { identifier: CODES.bolt.sku })).json();
const movements = async () => db.selectFrom('stock_movements').select(['id', 'type']).where('unit_id', '=', unit).orderBy('id').execute();
const last = async () => (await movements()).at(-1)?.id ?? 0;
const undo = (id: unknown) => person.post('/api/inventory/movements/undo', { id });
const move = (location: string) => person.post('/api/updatelocalinventorylocation', { id: unit, location });
const remove = (more: object) => person.post('/api/inventory/units/remove', { id: unit, ...more });
const ledger = async (query = '') => (await person.get(`/api/inventory/adjustments?${query}`)).json();

beforeEach(async () => {
  await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'A-1' });
  unit = (await search())[0].id;
});

describe('notes', () => {
  it('are saved, and removed by an empty text', async () => {
    const note = async (notes: string) => (await person.post('/api/inventory/units/notes', { id: unit, notes })).json();
    expect(await note('  dented box ')).toEqual({ success: true, message: 'Notes saved' });
    expect((await search())[0].notes).toBe('dented box');
    await note('');
    expect((await search())[0].notes).toBeNull();
  });

  it('of two people who saw the same ones are saved once', async () => {
    const note = (notes: string, seen?: string) => person.post('/api/inventory/units/notes', { id: unit, notes, seen });
    const both = await Promise.all([note('dented', ''), note('leaks', '')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ success: false, error: { reason: 'changed_meanwhile' } });
    const { notes } = (await search())[0];
    expect((await note(notes, 'stale')).statusCode).toBe(200);
    expect((await note('', notes)).statusCode).toBe(200);
  });

  it('are rejected without a unit and when too long', async () => {
    expect((await person.post('/api/inventory/units/notes', { id: 999_999, notes: 'x' })).json()).toMatchObject({ success: false });
    expect((await person.post('/api/inventory/units/notes', { id: unit, notes: 'x'.repeat(501) })).statusCode).toBe(400);
  });
});

describe('removing a unit', () => {
  it('records the reason code and the note', async () => {
    expect((await remove({ reason: 'DAMAGED', note: 'fell' })).json()).toEqual({ success: true, message: 'Item removed' });
    expect((await ledger('sku=BOLT-G')).data[0]).toMatchObject({ type: 'REMOVE', quantity: -1, reason: 'Damaged', note: 'fell', from_location: 'A-1' });
    expect((await person.post('/api/inventoryadjustments', { sku: 'BOLT-G' })).json()[0].reason).toBe('Damaged: fell');
    expect((await remove({ reason: 'MISSING' })).json()).toMatchObject({ success: false, message: 'The item is already deleted' });
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it.each([[{}], [{ reason: 'BORED' }], [{ reason: 'OTHER' }], [{ reason: 'OTHER', note: '  ' }]])('is rejected with %j', async (more) => {
    expect((await remove(more)).statusCode).toBe(400);
    expect((await movements()).map(({ type }) => type)).toEqual(['ADD']);
  });
});

describe('quarantine', () => {
  const quarantine = (more: object = { reason: 'DAMAGED', note: 'leaks' }) => person.post('/api/inventory/units/quarantine', { id: unit, ...more });
  const release = () => person.post('/api/inventory/units/release', { id: unit });

  it('moves a unit to the quarantine location with a reason, and back to its previous location', async () => {
    await move('B-3');
    expect((await quarantine()).json()).toEqual({ success: true, message: 'Item moved to quarantine' });
    expect((await search())[0]).toMatchObject({ location: 'QUARANTINE', status: 'QUARANTINE', moved_by: expect.any(String) });
    expect((await ledger('sku=BOLT-G')).data[0]).toMatchObject({ type: 'LOCATION_CHANGE', reason: 'Damaged', note: 'leaks', from_location: 'B-3' });
    expect((await quarantine()).json().error.reason).toBe('already_in_quarantine');
    expect((await release()).json()).toEqual({ success: true, message: 'Item moved back to B-3' });
    expect((await search())[0]).toMatchObject({ location: 'B-3', status: 'AVAILABLE' });
    expect((await release()).json().error.reason).toBe('not_in_quarantine');
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('can be undone and requires a reason', async () => {
    for (const more of [{}, { reason: 'OTHER' }, { reason: 'BORED' }]) expect((await quarantine(more)).statusCode).toBe(400);
    await quarantine();
    await undo(await last());
    expect((await search())[0]).toMatchObject({ location: 'A-1', status: 'AVAILABLE' });
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('has no previous location for units scanned into it', async () => {
    await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 'QUARANTINE' });
    unit = (await search())[0].id;
    expect((await release()).json()).toMatchObject({ success: false, error: { reason: 'unknown_location' } });
  });
});

describe('a condition change', () => {
  const kettles = async () => (await person.post('/api/searchlocalinventory', { identifier: CODES.kettle.asin })).json();
  const change = (listingId: unknown, more: object = { reason: 'DAMAGED' }) => person.post('/api/inventory/units/condition', { id: unit, listingId, ...more });

  beforeEach(async () => {
    await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1', clientScanId: `condition-${unit}` });
    unit = (await kettles())[0].id;
  });

  it('assigns the unit to another listing of its product with one movement that replays', async () => {
    const others = (await person.get(`/api/inventory/units/${unit}/listings`)).json();
    expect(others).toMatchObject([{ listing_id: 2, sku_condition: 3, seller_sku: CODES.kettle.goodSku }]);
    expect((await change(2)).json()).toEqual({ success: true, message: 'Condition changed' });
    expect((await kettles())[0]).toMatchObject({ id: unit, seller_sku: CODES.kettle.goodSku, identifier: CODES.kettle.goodFnsku, item_condition: 'Good' });
    expect((await movements()).map(({ type }) => type)).toEqual(['ADD', 'CONDITION_CHANGE']);
    const reported = (await person.get(`/api/inventory/units/${unit}/ledger`)).json();
    expect(reported[0]).toMatchObject({ reason: 'Condition changed from New to Good (Damaged)', from_sku: CODES.kettle.newSku, sku: CODES.kettle.goodSku });
    // It is in the history of both SKUs, and once in a search for both.
    for (const sku of [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.kettle.asin]) {
      expect((await ledger(`sku=${sku}`)).data.filter(({ id }: { id: number }) => id === reported[0].id)).toHaveLength(1);
    }
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('can be undone, which restores the unit', async () => {
    await change(2);
    const changed = await last();
    await move('B-3');
    expect((await undo(changed)).json().error.reason).toBe('later_movement');
    await undo(await last());
    expect((await undo(changed)).json()).toEqual({ success: true, message: 'Undone' });
    expect((await kettles())[0]).toMatchObject({ seller_sku: CODES.kettle.newSku, identifier: CODES.kettle.newFnsku, location: 'A-1' });
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it.each([[5], [999], ['x'], [undefined]])('is rejected for %j', async (listingId) => {
    expect((await change(listingId)).json()).toMatchObject({ success: false });
    expect((await kettles())[0].seller_sku).toBe(CODES.kettle.newSku);
  });

  it('is rejected without a reason and for a removed unit', async () => {
    expect((await change(2, {})).statusCode).toBe(400);
    await remove({ reason: 'MISSING' });
    expect((await change(2)).json().error.reason).toBe('not_in_stock');
  });

  it("doesn't change the answer to a repeated scan", async () => {
    const clientScanId = 'condition-sent-again';
    const scan = () => person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1', clientScanId });
    await scan();
    unit = (await kettles())[0].id;
    await change(2);
    expect((await scan()).body).toBe('ok');
    expect((await movements()).map(({ type }) => type)).toEqual(['ADD', 'CONDITION_CHANGE']);
  });
});

describe('undo', () => {
  it('reverses a move, a removal and a receipt with the opposite movement', async () => {
    await move('B-3');
    expect((await undo(await last())).json()).toEqual({ success: true, message: 'Undone' });
    expect((await search())[0].location).toBe('A-1');
    await remove({ reason: 'MISSING' });
    await undo(await last());
    expect((await search())[0]).toMatchObject({ id: unit, location: 'A-1' });
    const [added] = await movements();
    await undo(added?.id);
    expect((await search()).map(({ id }: { id: number }) => id)).not.toContain(unit);
    expect((await movements()).map(({ type }) => type)).toEqual(['ADD', 'LOCATION_CHANGE', 'LOCATION_CHANGE', 'REMOVE', 'ADD', 'REMOVE']);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('names the later movement that blocks it', async () => {
    const added = await last();
    await move('B-3');
    const answer = await undo(added);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { success: false, error: { reason: 'later_movement' } }]);
    expect(answer.json().message).toMatch(/^Undo the later change first: "Moved from A-1 to B-3" by .+ at .+ UTC$/);
  });

  it('is rejected the second time, for an undo, and for an unknown movement', async () => {
    await move('B-3');
    const moved = await last();
    await undo(moved);
    expect((await undo(moved)).json()).toMatchObject({ message: 'This was already undone' });
    expect((await undo(await last())).json().error.reason).toBe('is_an_undo');
    expect((await undo(999_999_999)).statusCode).toBe(404);
    expect((await undo('x')).statusCode).toBe(400);
  });

  it('is limited to own movements of the last half hour, except for people who approve', async () => {
    await move('B-3');
    const moved = await last();
    const other = await signIn();
    const refused = await other.post('/api/inventory/movements/undo', { id: moved });
    expect([refused.statusCode, refused.json().error]).toEqual([
      403,
      expect.objectContaining({ reason: 'not_own', message: 'You can undo your own changes for 30 minutes. Ask an admin to undo this one.' }),
    ]);
    expect((await other.post('/api/inventory/putaway/undo', { movements: [moved] })).statusCode).toBe(403);
    await ageMovements(owner.db, unit, 31);
    expect((await undo(moved)).json().error.reason).toBe('not_own');
    const admin = await signIn('ROLE_ADMIN');
    expect((await admin.post('/api/inventory/movements/undo', { id: moved })).json()).toEqual({ success: true, message: 'Undone' });
  });

  it('happens once for twenty concurrent requests', async () => {
    await move('B-3');
    const moved = await last();
    const answers = await Promise.all(Array.from({ length: 20 }, () => undo(moved)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('rejects an undo into an inactive location', async () => {
    await move('G-8');
    await move('A-1');
    await db.updateTable('locations').set({ active: false }).where('code', '=', 'G-8').execute();
    const refused = (await undo(await last())).json();
    expect(refused).toMatchObject({ success: false, error: { reason: 'unknown_location' } });
    expect(refused.message).toBe('G-8 is inactive. Activate it first, under Local Inventory Adjustment, Locations.');
  });
});

it('pages the ledger and shows who did and undid each movement', async () => {
  await move('B-3');
  await undo(await last());
  const first = await ledger('size=2');
  expect(first.data).toMatchObject([
    { type: 'LOCATION_CHANGE', is_undo: true, undone: false, from_location: 'B-3', to_location: 'A-1', actor: expect.any(String) },
    { type: 'LOCATION_CHANGE', is_undo: false, undone: true },
  ]);
  const second = await ledger('size=2&page=1');
  expect(second).toMatchObject({ currentPage: 1, totalCount: first.totalCount, totalPages: Math.ceil(first.totalCount / 2) });
  expect(second.data[0].id).toBeLessThan(first.data[1].id);
  expect(await ledger('sku=NOBODYS')).toMatchObject({ data: [], totalCount: 0 });
  expect((await person.get('/api/inventory/adjustments?page=-1')).statusCode).toBe(400);
});

it("shows the SKU's count before and after a movement, and its source", async () => {
  const onHand = ({ data }: { data: { on_hand_before: number; on_hand_after: number }[] }) => data.map((row) => [row.on_hand_before, row.on_hand_after]);
  const before = (await search()).length;
  await move('B-3');
  await remove({ reason: 'MISSING' });
  const sku = (await search())[0].seller_sku;
  expect(onHand(await ledger(`sku=${sku}&size=3`))).toEqual([
    [before, before - 1],
    [before, before],
    [before - 1, before],
  ]);
  await undo(await last());
  // Later pages have the same numbers, as do those of all stock.
  expect(onHand(await ledger(`sku=${sku}&size=1&page=1`))).toEqual([[before, before - 1]]);
  expect(onHand(await ledger('size=4'))[0]).toEqual([before - 1, before]);
  expect((await ledger('size=4')).data.map(({ source }: { source: string }) => source)).toEqual(['BY_HAND', 'BY_HAND', 'BY_HAND', 'SCAN']);
});

it('shows the stock of both SKUs of a condition change, and none for an unlisted code', async () => {
  const { kettle } = CODES;
  const stockOf = async (sku: string) => (await ledger(`sku=${sku}&size=1`)).data[0];
  await person.post('/api/sfinventory', { productId: kettle.newSku, locationId: 'A-1' });
  const { unit_id: id, on_hand_after: many } = await stockOf(kettle.newSku);
  const { on_hand_after: used = 0 } = (await stockOf(kettle.goodSku)) ?? {};
  await person.post('/api/inventory/units/condition', { id, listingId: 2, reason: 'DAMAGED' });
  expect(await stockOf(kettle.goodSku)).toMatchObject({ type: 'CONDITION_CHANGE', on_hand_before: used, on_hand_after: used + 1 });
  await person.post('/api/sfinventory', { productId: kettle.newSku, locationId: 'A-1' });
  expect((await ledger(`sku=${kettle.newSku}&size=1`)).data[0]).toMatchObject({ on_hand_before: many - 1, on_hand_after: many });
  await person.post('/api/sfinventory', { productId: 'UNKNOWN-12345'.slice(0, 13), locationId: 'A-1' });
  expect((await ledger('size=1')).data[0]).toMatchObject({ on_hand_before: null, on_hand_after: null });
});

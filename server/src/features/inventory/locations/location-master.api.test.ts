import { describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const manager = await signIn('ROLE_ADMIN');
const worker = await signIn();

const path = '/api/inventory/locations';
const list = async () => (await worker.get(path)).json();
const find = async (code: string) => (await list()).find((row: { code: string }) => row.code === code);
const create = (properties: object) => manager.post(path, properties);
const edit = (id: number, properties: object) => manager.post(`${path}/edit`, { id, ...properties });
const scanInto = (location: string) => worker.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: location });

describe('a location', () => {
  it('can be created, listed and scanned into', async () => {
    const properties = { code: 'H-1', name: 'By the door', zone: 'H', capacity: 2, sellable: true };
    expect((await create(properties)).json()).toEqual({ success: true, message: 'Location H-1 added' });
    expect(await find('H-1')).toMatchObject({ ...properties, units: 0, skus: 0, active: true, last_counted_at: null });
    await scanInto('h-1');
    await scanInto('H-1');
    await worker.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'H-1' });
    expect(await find('H-1')).toMatchObject({ units: 3, skus: 2 });
  });

  it('shows when it was last counted', async () => {
    await create({ code: 'H-2' });
    await scanInto('H-2');
    await worker.post('/api/inventory/audit/scan', { productId: CODES.bolt.sku, locationId: 'H-2', roundId: 'round-h-2', clientScanId: 'scan-h-2-1' });
    expect((await find('H-2')).last_counted_at).toMatch(/^\d{4}-/);
  });

  it('retains its units when it is renamed', async () => {
    await create({ code: 'H-3' });
    await scanInto('H-3');
    const { id } = await find('H-3');
    expect((await edit(id, { code: 'H-33', name: ' ', zone: 'Back' })).json()).toEqual({ success: true, message: 'Location saved' });
    expect(await find('H-33')).toMatchObject({ id, name: null, zone: 'Back', units: 1 });
    expect(await find('H-3')).toBeUndefined();
  });

  it.each([
    [{ code: 'a-1' }, 'There is already a location A-1'],
    [{ code: CODES.bolt.sku.toLowerCase() }, 'bolt-g is the code of a product: Bolt Set'],
    [{ code: '' }, 'Enter a code'],
    [{ code: '1234' }, 'code of digits alone'],
    [{ code: 'LPN-1' }, 'looks like the code of a product'],
    [{ code: 'B0ABCDEFGH' }, 'looks like the code of a product'],
    [{ code: 'x00abcdefg' }, 'looks like the code of a product'],
    [{ code: 'Ü-1' }, 'barcode holds'],
    [{ code: 'H-9', capacity: 0 }, 'capacity'],
    [{ code: 'H-9', capacity: 1.5 }, 'capacity'],
    [{ code: 'x'.repeat(33) }, 'code'],
    [{}, 'code'],
  ])("can't be created as %j", async (properties, message) => {
    const before = (await list()).length;
    const answer = (await create(properties)).json();
    expect(answer).toMatchObject({ success: false, message: expect.stringContaining(message) });
    expect(await list()).toHaveLength(before);
  });

  it('retains the properties that are left out, and refuses to change back what somebody else changed', async () => {
    await create({ code: 'H-40', name: 'By the door', zone: 'H', capacity: 8, sellable: false });
    const { id } = await find('H-40');
    expect((await edit(id, { capacity: 9 })).statusCode).toBe(200);
    expect(await find('H-40')).toMatchObject({ name: 'By the door', zone: 'H', capacity: 9, sellable: false });
    // One saw capacity 8; the other changed it to 9 meanwhile.
    const seen = { code: 'H-40', name: 'By the door', zone: 'H', capacity: 8, sellable: false };
    const stale = await edit(id, { ...seen, zone: 'Back', seen });
    expect([stale.statusCode, stale.json().error]).toEqual([
      409,
      expect.objectContaining({ reason: 'changed_meanwhile', message: 'Somebody else changed this location. Reload it and try again.' }),
    ]);
    expect((await edit(id, { ...seen, zone: 'Back', capacity: null, seen: { ...seen, capacity: 9 } })).statusCode).toBe(200);
    expect(await find('H-40')).toMatchObject({ zone: 'Back', capacity: null });
  });

  it('is created once for twenty concurrent requests in every letter case', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, nth) => create({ code: nth % 2 === 0 ? 'dock-1' : 'DOCK-1' })));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  });

  it('can be changed only with permission', async () => {
    for (const url of [path, `${path}/edit`, `${path}/deactivate`, `${path}/activate`]) {
      expect((await worker.post(url, { id: 1, code: 'W-1' })).statusCode).toBe(403);
    }
  });
});

describe('deactivating a location', () => {
  it('requires it to be empty, and names what is in it', async () => {
    await create({ code: 'J-1' });
    const { id } = await find('J-1');
    await scanInto('J-1');
    expect((await manager.post(`${path}/deactivate`, { id })).json()).toMatchObject({
      success: false,
      message: 'J-1 holds 1 unit, Bolt Set. Move them before deactivating it.',
      error: { reason: 'not_empty' },
    });
    const [unit] = (await worker.post('/api/searchlocalinventory', { identifier: CODES.bolt.sku })).json();
    await worker.post('/api/updatelocalinventorylocation', { id: unit.id, location: 'A-1' });
    expect((await manager.post(`${path}/deactivate`, { id })).statusCode).toBe(200);
    expect(await find('J-1')).toMatchObject({ active: false });
    expect((await scanInto('J-1')).json().error.reason).toBe('unknown_location');
    expect(JSON.stringify((await worker.get('/api/locations')).json())).not.toContain('J-1');
    await manager.post(`${path}/activate`, { id });
    expect((await scanInto('J-1')).body).toBe('ok');
  });

  it('never leaves an inactive location with units when scans race with it', async () => {
    for (let round = 0; round < 8; round++) {
      const code = `RACE-${round}`;
      await create({ code });
      const { id } = await find(code);
      await Promise.all([scanInto(code), manager.post(`${path}/deactivate`, { id }), scanInto(code)]);
      const { active, units } = await find(code);
      expect(active || units === 0).toBe(true);
    }
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it.each([['edit'], ['deactivate'], ['activate']])('%s is rejected for no location', async (what) => {
    expect((await manager.post(`${path}/${what}`, { id: 99_999, code: 'K-9' })).statusCode).toBe(404);
    expect((await manager.post(`${path}/${what}`, { id: 'x', code: 'K-9' })).statusCode).toBe(400);
  });
});

describe('a location that is not for sale', () => {
  it('quarantines units that are moved there', async () => {
    await create({ code: 'HOLD', sellable: false });
    await scanInto('HOLD');
    const [unit] = (await worker.post('/api/searchlocalinventory', { identifier: CODES.bolt.sku })).json();
    expect(unit).toMatchObject({ location: 'HOLD', status: 'QUARANTINE' });
  });

  it('can be changed only while it is empty, and never for quarantine', async () => {
    const hold = await find('HOLD');
    expect((await edit(hold.id, { ...hold, sellable: true })).json().error.reason).toBe('not_empty');
    const quarantine = await find('QUARANTINE');
    expect((await edit(quarantine.id, { ...quarantine, sellable: true })).json().error.reason).toBe('quarantine_not_sellable');
    await create({ code: 'FREE' });
    const free = await find('FREE');
    expect((await edit(free.id, { ...free, sellable: false })).statusCode).toBe(200);
    expect((await find('FREE')).sellable).toBe(false);
  });
});

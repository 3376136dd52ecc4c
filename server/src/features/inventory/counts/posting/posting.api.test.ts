import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const ITEMS = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku, 'UNKNOWN01'];
const PLACES = ['A-1', 'A-2', 'B-1'];
let nth = 0;

interface Line {
  readonly id: number;
  readonly location: string;
  readonly identifier: string;
  readonly difference: number;
}

const someAct = fc.record({
  kind: fc.constantFrom('move', 'delete', 'restore', 'add', 'audit', 'undo', 'post'),
  item: fc.constantFrom(...ITEMS),
  place: fc.constantFrom(...PLACES),
  pick: fc.nat(1_000),
});
const someStock = fc.array(fc.tuple(fc.constantFrom(...ITEMS), fc.constantFrom(...PLACES)), { minLength: 4, maxLength: 14 });

it('corrects each line once in any interleaving with movements, and keeps the ledger equal to the stock', async () => {
  const scenario = fc.record({ stock: someStock, counted: someStock, acts: fc.array(someAct, { minLength: 4, maxLength: 14 }), isMisplaced: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ stock, counted, acts, isMisplaced }) => {
      for (const [productId, locationId] of stock) await admin.post('/api/sfinventory', { productId, locationId });
      const id: number = (await admin.post('/api/counts', { locations: ['A-1', 'A-2'], isBlind: false })).json().id;
      for (const [productId, locationId] of counted) {
        await admin.post(`/api/counts/${id}/scan`, { productId, locationId, clientScanId: `posting-${nth++}-${id}` });
      }
      await admin.post(`/api/counts/${id}/submit`, { isRestMissing: true });
      await admin.post(`/api/counts/${id}/review`);
      const differing: Line[] = (await admin.get(`/api/counts/${id}/lines?list=differences`)).json().data;
      await explain(id, differing, isMisplaced);

      const answers = await Promise.all([...acts, { kind: 'post', item: '', place: '', pick: 0 }].map((act) => run(id, act)));
      expect(answers.filter(({ statusCode }) => statusCode >= 500).map((answer) => answer.json())).toEqual([]);
      await finish(id, differing);
      expect(await listLedgerFaults(db)).toEqual([]);
      await expectPostedOnce(id, differing);
      for (const { id: unit } of await db.selectFrom('units').select('id').where('status', '<>', 'REMOVED').execute())
        await admin.post('/api/localinventory/delete', { id: unit });
    }),
    { numRuns: 12 },
  );
});

async function explain(id: number, lines: readonly Line[], isMisplaced: boolean): Promise<void> {
  for (const line of lines) {
    const isMoved = isMisplaced && line.difference > 0;
    const body = isMoved ? { rootCause: 'MISPLACED', fromLocation: line.location === 'A-1' ? 'B-1' : 'A-1' } : { rootCause: 'MISCOUNTED' };
    expect((await admin.post(`/api/counts/${id}/lines/${line.id}/cause`, body)).statusCode).toBe(200);
  }
}

async function run(id: number, { kind, item, place, pick }: { kind: string; item: string; place: string; pick: number }) {
  const units = await db.selectFrom('units').select('id').orderBy('id', 'desc').limit(30).execute();
  const unit = units[pick % units.length]?.id;
  const round = `posting-round-${place}-${id}`;
  switch (kind) {
    case 'move':
      return admin.post('/api/updatelocalinventorylocation', { id: unit, location: place });
    case 'delete':
      return admin.post('/api/localinventory/delete', { id: unit });
    case 'restore':
      return admin.post('/api/localinventory/restore', { id: unit });
    case 'add':
      return admin.post('/api/sfinventory', { productId: item, locationId: place });
    case 'audit':
      return admin.post('/api/inventory/audit/scan', { productId: item, locationId: place, roundId: round, clientScanId: `posting-audit-${nth++}` });
    case 'undo':
      return admin.post('/api/inventory/movements/undo', { id: 1 + pick });
    default:
      return admin.post(`/api/counts/${id}/post`);
  }
}

/** Reviews all moved lines and posts. Misplaced units that left meanwhile count as found. */
async function finish(id: number, lines: readonly Line[]): Promise<void> {
  for (const line of lines) await admin.post(`/api/counts/${id}/lines/${line.id}/look`);
  const first = await admin.post(`/api/counts/${id}/post`);
  if (first.statusCode !== 200) {
    expect(first.json().error.reason).toBe('no_longer_there');
    for (const line of lines) await admin.post(`/api/counts/${id}/lines/${line.id}/cause`, { rootCause: 'MISCOUNTED' });
    expect((await admin.post(`/api/counts/${id}/post`)).statusCode).toBe(200);
  }
}

async function countPosted(id: number) {
  return db
    .selectFrom('stock_movements as m')
    .innerJoin('units as u', 'u.id', 'm.unit_id')
    .innerJoin('locations as s', 's.id', 'm.to_location_id')
    .select(['m.type', 'u.identifier', 's.code'])
    .where('m.count_id', '=', id)
    .where('m.type', '<>', 'AUDIT_COUNT')
    .execute();
}

/** The units that the count added equal each line's surplus. */
async function expectPostedOnce(id: number, lines: readonly Line[]): Promise<void> {
  await admin.post(`/api/counts/${id}/post`);
  const posted = await countPosted(id);
  for (const line of lines.filter(({ difference }) => difference > 0)) {
    const came = posted.filter(({ identifier, code }) => identifier === line.identifier && code === line.location);
    expect(came).toHaveLength(line.difference);
  }
}

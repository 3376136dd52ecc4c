import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchives } from '../../../../test/fixtures/archives/test-archives.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp, TEST_SECRETS } from '../../../../test/test-app.ts';
import { verifyStock } from '../../../commands/audit.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';

const test = await createTestApp();
const { db, signIn } = test;
await seedTestCatalog(db);
const person = await signIn('ROLE_ADMIN');
const archives = await openArchives(test);
const asOther = await openArchives({ ...test, context: { ...test.context, owner: { db, connection: test.connection } } });
const { client, run, archive, attach, fileOf } = archives;

const scan = (clientScanId?: string, code: string = CODES.bolt.sku, locationId = 1) =>
  person.post('/api/sfinventory', { productId: code, locationId, ...(clientScanId !== undefined && { clientScanId }) });
const undo = (id: number) => person.post('/api/inventory/movements/undo', { id });
const newest = async () =>
  (await client.query<{ id: number; unit: number }>('select id, unit_id as unit from stock_movements order by id desc limit 1')).rows[0] ?? { id: 0, unit: 0 };
const nextPartition = () => archives.nextPartition('stock_movements');
const differences = () => listCountDifferences(db);
const readAll = async () => (await client.query('select * from stock_movements order by id')).rows;
const verify = async () => {
  const said: string[] = [];
  const code = await verifyStock({ db, secrets: TEST_SECRETS }, (line) => said.push(line));
  return { code, said: said.join('\n') };
};

/** Seals all movements but the newest ones, which the next partition has. */
async function sealAll(): Promise<void> {
  const { id } = await newest();
  await expect
    .poll(async () => {
      await run('seal-ledger');
      return (await client.query<{ last: number }>('select max(last_id) as last from ledger_seals')).rows[0]?.last;
    })
    .toBe(id);
}

let before: unknown[] = [];
let old: { id: number; unit: number };
let removed: { id: number; unit: number };

beforeAll(async () => {
  await scan('scan-kept');
  old = await newest();
  await scan();
  removed = await newest();
  await person.post('/api/inventory/units/remove', { id: removed.unit, reason: 'DAMAGED' });
  await scan(undefined, CODES.kettle.newFnsku, 2);
  await scan(undefined, '123456789', 3);
});

describe('a scan id on the boundary of two partitions', () => {
  it('counts once, also when the same scan arrives several times at once', async () => {
    const full = await nextPartition();
    expect(full).toBe('stock_movements_p1');
    await client.query(`select setval('stock_movements_id_seq', 9999996)`);
    const answers = await Promise.all(Array.from({ length: 24 }, (_, nth) => scan(`boundary-${nth % 8}`)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const { rows } = await client.query(
      `select tableoid::regclass::text as part, count(distinct client_scan_id)::int as scans, count(*)::int as movements
       from stock_movements where client_scan_id like 'boundary-%' group by 1 order by 1`,
    );
    expect(rows.map(({ part }) => part)).toEqual(expect.arrayContaining(['partitions.stock_movements_p2']));
    expect(rows.reduce((sum, { scans }) => sum + scans, 0)).toBe(8);
    expect(rows.reduce((sum, { movements }) => sum + movements, 0)).toBe(8);
    expect(await differences()).toEqual([]);
  });

  it('is refused in another partition by the database itself, and so is a second undo', async () => {
    const insert = (scanId: string | null, undoes: number | null) =>
      sql`insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, after_status, client_scan_id, undoes_movement_id)
        select unit_id, listing_id, 'AUDIT_COUNT', 0, to_location_id, to_location_id, after_status, ${scanId}, ${undoes} from stock_movements where id = ${old.id}`.execute(
        db,
      );
    await expect(insert('scan-kept', null)).rejects.toMatchObject({ constraint: 'stock_movements_client_scan_id_key' });
    const both = await Promise.allSettled([undo(old.id), undo(old.id), undo(old.id)]);
    expect(both.map((one) => (one.status === 'fulfilled' ? one.value.statusCode : 0)).toSorted()).toEqual([200, 409, 409]);
    await expect(insert(null, old.id)).rejects.toMatchObject({ constraint: 'stock_movements_undone' });
    await expect(sql`delete from scan_ids`.execute(db)).rejects.toThrow('permission denied');
  });
});

describe('archive', () => {
  it('waits until the movements are sealed', async () => {
    await scan();
    expect(await archive()).toMatch(/stock_movements_p1: not archived. Some of its movements are not sealed yet/);
    await sealAll();
    expect(await verify()).toMatchObject({ code: 0 });
    before = await readAll();
  });

  it('keeps the stock, its replay and its proof without the movements, while people scan', async () => {
    const archiving = archive();
    const answers = await Promise.all(Array.from({ length: 30 }, (_, nth) => scan(`meanwhile-${nth}`)));
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true);
    expect(await archiving).toMatch(/stock_movements_p1: \d+ rows from/);
    expect((await client.query('select from stock_movements where id < 10000000')).rowCount).toBe(0);
    expect(await differences()).toEqual([]);
    expect(await verify()).toMatchObject({ code: 0, said: expect.stringMatching(/ of them in archived files/) });
    expect((await person.get('/api/inventory/history?page=0&size=25')).statusCode).toBe(200);
  });

  it('refuses to undo what is archived, and changes nothing', async () => {
    const answer = await undo(old.id + 1);
    expect([answer.statusCode, answer.json().error]).toEqual([409, expect.objectContaining({ reason: 'archived' })]);
    const restored = await person.post('/api/localinventory/restore', { id: removed.unit });
    expect([restored.statusCode, restored.json().error.reason]).toEqual([409, 'archived']);
    expect((await client.query('select status from units where id = $1', [removed.unit])).rows).toEqual([{ status: 'REMOVED' }]);
    expect(await differences()).toEqual([]);
    // The id stays in use.
    expect((await scan('scan-kept')).statusCode).toBe(409);
    expect((await person.get(`/api/inventory/units/${removed.unit}/ledger`)).json()).toEqual([]);
  });

  it('notices when the opening stock or a seal of archived movements is changed', async () => {
    const tampered = async (change: string, undone: string) => {
      await client.query(change);
      const { code, said } = await verify();
      await client.query(undone);
      expect((await verify()).code).toBe(0);
      return [code, said];
    };
    expect(await tampered('update archived_balances set on_hand = on_hand + 1', 'update archived_balances set on_hand = on_hand - 1')).toEqual([
      1,
      expect.stringContaining('their seals, or the stock that they had made, were changed'),
    ]);
    expect(await tampered(`update archived_partitions set state = 'ATTACHED'`, `update archived_partitions set state = 'ARCHIVED'`)).toEqual([
      1,
      expect.stringContaining('were removed'),
    ]);
  });
});

describe('attach', () => {
  it('brings the movements back, and what needs them', async () => {
    const since = await readAll();
    expect(await attach(fileOf('stock_movements_p1'))).toContain('are in the database again');
    const all = await readAll();
    expect(all.slice(0, all.length - since.length)).toEqual(before.slice(0, all.length - since.length));
    expect(await differences()).toEqual([]);
    expect(await verify()).toMatchObject({ code: 0, said: expect.not.stringContaining('archived files') });
    expect((await scan('scan-kept')).statusCode).not.toBe(500);
    expect((await person.post('/api/localinventory/restore', { id: removed.unit })).statusCode).toBe(200);
    await expect(client.query('update partitions.stock_movements_p1 set note = note')).rejects.toThrow('append-only');
    expect(await differences()).toEqual([]);
  });
});

type Step = { do: 'scan' | 'undo' | 'remove' | 'audit' | 'archive' | 'attach'; nth: number };

it('replays to the stock after any mix of changes, archives and attachments', async () => {
  const steps = fc.array(
    fc.record({ do: fc.constantFrom('scan', 'scan', 'undo', 'remove', 'audit', 'archive', 'attach'), nth: fc.nat(50) }) as fc.Arbitrary<Step>,
    {
      minLength: 6,
      maxLength: 14,
    },
  );
  const archived: string[] = [];
  let audits = 0;
  const units = async () => (await client.query<{ id: number }>(`select id from units where status = 'AVAILABLE' order by id desc limit 20`)).rows;
  const perform = async ({ do: what, nth }: Step) => {
    if (what === 'scan') await scan(undefined, [CODES.bolt.sku, CODES.kettle.newFnsku, '123456789'][nth % 3], 1 + (nth % 4));
    if (what === 'undo') await undo((await readAll()).at(-1 - (nth % 5))?.id ?? 0);
    if (what === 'remove') await person.post('/api/inventory/units/remove', { id: (await units())[nth % 20]?.id ?? 1, reason: 'DAMAGED' });
    if (what === 'audit') {
      const ids = { roundId: `round-of-property-${nth}`, clientScanId: `audit-of-property-${audits++}` };
      expect((await person.post('/api/inventory/audit/scan', { productId: CODES.bolt.sku, locationId: 1, surplus: 'add', ...ids })).statusCode).toBe(200);
    }
    if (what === 'archive') {
      const full = await nextPartition();
      await scan();
      await sealAll();
      if ((await archive()).includes(`${full}: `)) archived.push(full);
    }
    if (what === 'attach' && archived.length > 0) await attach(fileOf(archived.splice(nth % archived.length, 1)[0] ?? ''));
  };
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      for (const step of given) {
        await perform(step);
        expect(await differences()).toEqual([]);
      }
      expect((await verify()).code).toBe(0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
});

it('is refused to a role that does not own the tables', async () => {
  await expect(asOther.archive()).rejects.toThrow('Only the owner of the tables can archive: set DATABASE_OWNER_URL');
});

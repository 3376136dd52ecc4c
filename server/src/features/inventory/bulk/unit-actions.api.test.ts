import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { hurry, jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { type BulkAction, createBulk } from '../../bulk/index.ts';
import { addUnits, type ScannedItem } from '../ledger/stock-ledger.repository.ts';
import { listCountDifferences } from '../ledger/stock-replay.repository.ts';
import { unitActions } from './unit-actions.ts';

const app = await createTestApp();
const { db, signIn } = app;
await seedTestCatalog(db);
const person = await signIn();
const admin = await signIn('ROLE_ADMIN');
const [{ id: actorId }] = (await db.selectFrom('users').select('id').where('email', '=', person.email).execute()) as [{ id: number }];
let beforeStep = async () => {};
let beforeRow = async (_: string) => {};
// The job process; its steps and rows wait for these.
await startTestJobs(app, (topics) => {
  const actions = unitActions({ topics }).map(
    (action): BulkAction => ({
      ...action,
      lock: async (tx, records, input) => {
        await beforeStep();
        await action.lock?.(tx, records, input);
      },
      run: async (tx, record, input, author) => {
        await beforeRow(record);
        return action.run(tx, record, input, author);
      },
    }),
  );
  return createBulk({ db, clock: app.clock, topics, actions }).jobs;
});
const BOLT = { listingId: 5, identifier: CODES.bolt.fnsku };
const WHY = { reason: 'DAMAGED', note: 'wet' };
let units: number[] = [];

const add = async (count: number, item: ScannedItem = BOLT): Promise<number[]> => {
  const unit = { ...item, location: { code: 'A-1' }, source: 'SCAN', actorId, clientScanId: null } as const;
  return (await addUnits(db, Array(count).fill(unit))) as number[];
};
const start = (kind: string, selection: object, input: object, more: object = {}) => person.post(`/api/bulk/${kind}`, { selection, input, ...more });
const move = async (ids: readonly number[], location: string) => (await start('move-units', { ids }, { location })).json();
const undo = async (id: number) => (await person.post(`/api/bulk/${id}/undo`)).json();
const read = async (id: number) => (await person.get(`/api/bulk/${id}`)).json();
const placesOf = async (ids: readonly number[]) => {
  const rows = await db
    .selectFrom('units as u')
    .innerJoin('locations as l', 'l.id', 'u.location_id')
    .select(['l.code', 'u.status', 'u.listing_id'])
    .where('u.id', 'in', ids)
    .orderBy('u.id')
    .execute();
  return rows.map(({ code, status, listing_id }) => [code, ...(status === 'AVAILABLE' ? [] : [status]), ...(listing_id === 5 ? [] : [listing_id])].join(' '));
};
const movesOf = async (ids: readonly number[]) =>
  db.selectFrom('stock_movements').select(['unit_id', 'bulk_id']).where('unit_id', 'in', ids).where('type', '=', 'LOCATION_CHANGE').orderBy('id').execute();

beforeEach(async () => {
  [beforeStep, beforeRow] = [async () => {}, async () => {}];
  units = await add(3);
});

afterAll(async () => expect(await listCountDifferences(db)).toEqual([]));

describe('an action for many units', () => {
  it('has a result for each row, and refuses in the words of the action for one', async () => {
    const [first = 0, second = 0, third = 0] = units;
    await person.post('/api/localinventory/delete', { id: second });
    await person.post('/api/updatelocalinventorylocation', { id: third, location: 'B-3' });
    const bulk = await move([first, second, third, 999_999], 'b-3');
    expect(bulk).toMatchObject({ state: 'DONE', total: 4, done: 1, unchanged: 1, refused: 2, undoable: 1, job_id: null });
    expect(bulk.refused_rows).toMatchObject([
      { record: String(second), reason: 'not_in_stock', message: 'The item is deleted' },
      { record: '999999', message: 'There is no item 999999' },
    ]);
    expect(await placesOf([first, third])).toEqual(['B-3', 'B-3']);
    const rows = (await person.get(`/api/bulk/${bulk.id}/rows`)).json();
    expect(rows.data.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['DONE', 'REFUSED', 'UNCHANGED', 'REFUSED']);
    expect((await person.get(`/api/bulk/${bulk.id}/rows?outcome=REFUSED`)).json().totalCount).toBe(2);
    const csv = (await person.get(`/api/bulk/${bulk.id}/rows.csv?outcome=REFUSED`)).body.trimEnd().split('\r\n');
    expect(csv).toEqual(['\uFEFFUnit,Result,Reason,Undone', `${second},Refused,The item is deleted,`, '999999,Refused,There is no item 999999,']);
    expect((await person.get('/api/bulk')).json().data[0]).toMatchObject({ id: bulk.id, refused: 2 });
    expect((await db.selectFrom('job_runs').select('id').execute()).length).toBe(0);
  });

  it("is undone by its own person, and by one who may approve others' changes", async () => {
    const bulk = await move(units, 'B-3');
    const refused = await (await signIn()).post(`/api/bulk/${bulk.id}/undo`);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'not_own']);
    expect(await placesOf(units)).toEqual(['B-3', 'B-3', 'B-3']);
    expect((await (await signIn('ROLE_ADMIN')).post(`/api/bulk/${bulk.id}/undo`)).json()).toMatchObject({ done: 3 });
    expect(await placesOf(units)).toEqual(['A-1', 'A-1', 'A-1']);
  });

  it('is undone in one step with the refusals of the single undo, and the refused rows can be undone later', async () => {
    const [, second = 0] = units;
    const bulk = await move(units, 'B-3');
    await person.post('/api/updatelocalinventorylocation', { id: second, location: 'C-1' });
    const undone = await undo(bulk.id);
    expect(undone).toMatchObject({ state: 'DONE', total: 3, done: 2, refused: 1, undoes: bulk.id, undoable: 0 });
    expect(undone.refused_rows).toMatchObject([{ record: String(second), message: expect.stringContaining('Undo the later change first') }]);
    expect(await placesOf(units)).toEqual(['A-1', 'C-1', 'A-1']);
    expect((await person.post(`/api/bulk/${undone.id}/undo`)).json().error.reason).toBe('nothing_to_undo');
    const later = (await person.get(`/api/inventory/units/${second}/ledger`)).json()[0];
    await person.post('/api/inventory/movements/undo', { id: later.id });
    expect(await undo(bulk.id)).toMatchObject({ total: 1, done: 1 });
    expect(await read(bulk.id)).toMatchObject({ undoable: 0 });
    expect((await person.post(`/api/bulk/${bulk.id}/undo`)).json().error.reason).toBe('nothing_to_undo');
  });

  it('removes and quarantines with a reason', async () => {
    const removed = (await start('remove-units', { ids: units }, WHY)).json();
    expect(await placesOf(units)).toEqual(Array(3).fill('A-1 REMOVED'));
    expect((await start('remove-units', { ids: units }, WHY)).json()).toMatchObject({ done: 0, unchanged: 3 });
    await undo(removed.id);
    const quarantined = (await start('quarantine-units', { ids: units }, WHY)).json();
    expect(await placesOf(units)).toEqual(Array(3).fill('QUARANTINE QUARANTINE'));
    await undo(quarantined.id);
    expect(await placesOf(units)).toEqual(['A-1', 'A-1', 'A-1']);
    expect((await start('remove-units', { ids: units }, { reason: 'OTHER', note: '' })).statusCode).toBe(400);
  });

  it("changes the condition to the product's listing in it, and refuses where there is none", async () => {
    const kettles = await add(2, { listingId: 1, identifier: CODES.kettle.newFnsku });
    const bulk = (await start('change-conditions', { ids: [...kettles, ...units.slice(0, 1)] }, { ...WHY, condition: 3 })).json();
    expect(bulk).toMatchObject({ done: 2, unchanged: 1 });
    expect(await placesOf(kettles)).toEqual(['A-1 2', 'A-1 2']);
    const refused = (await start('change-conditions', { ids: units }, { ...WHY, condition: 11 })).json();
    expect(refused.refused_rows[0]).toMatchObject({ message: 'The product has no listing in the condition New' });
    await undo(bulk.id);
    expect(await placesOf(kettles)).toEqual(['A-1 1', 'A-1 1']);
  });

  it('applies to all that match the filters of a list, except some', async () => {
    const [first = 0, ...others] = units;
    const all = await db.selectFrom('units').select('id').where('listing_id', '=', 5).where('status', '<>', 'REMOVED').execute();
    const except = all.map(({ id }) => id).filter((id) => !others.includes(id));
    const matching = [
      { identifier: CODES.bolt.sku.toLowerCase() },
      { listings: [5] },
      { stock: { search: CODES.bolt.sku } },
      { stock: {}, except_listings: [1, 2] },
    ];
    for (const [nth, filter] of matching.entries()) {
      expect((await start('move-units', { matching: filter, except }, { location: `D-${nth + 1}` })).json()).toMatchObject({ total: 2, done: 2 });
      expect(await placesOf([first, ...others])).toEqual(['A-1', `D-${nth + 1}`, `D-${nth + 1}`]);
    }
    expect((await start('move-units', { matching: { identifier: 'NOTHING01' } }, { location: 'D-4' })).json().error.reason).toBe('nothing_selected');
  });

  it('runs once under its key, and is named by the movements and by the audit log', async () => {
    const client_id = 'bulk-test-key';
    const send = () => start('move-units', { ids: units }, { location: 'B-3' }, { client_id });
    const [one, other] = await Promise.all([send(), send()]);
    const { id } = one.json();
    expect(other.json().id).toBe(id);
    expect((await movesOf(units)).map(({ bulk_id }) => bulk_id)).toEqual([id, id, id]);
    expect((await start('move-units', { ids: units }, { location: 'C-1' }, { client_id })).json().error.reason).toBe('client_id_used');
    const log = (await admin.get(`/api/audit-log?kind=bulk_actions&record=${id}`)).json().data;
    expect(log).toMatchObject([{ action: 'STARTED', after: { action: 'move-units', records: 3, done: 3, input: { location: 'B-3' } } }]);
    const movement = (await admin.get(`/api/audit-log?kind=units&record=${units[0]}`)).json().data[0];
    expect(movement).toMatchObject({ action: 'LOCATION_CHANGE', after: { bulk_action: id } });
  });

  it('can be read by others, and is listed for the person who started it', async () => {
    const bulk = await move(units, 'B-3');
    expect((await admin.get(`/api/bulk/${bulk.id}`)).statusCode).toBe(200);
    expect((await admin.get('/api/bulk')).json().totalCount).toBe(0);
    expect((await person.get('/api/bulk/999999')).statusCode).toBe(404);
    expect((await person.post(`/api/bulk/${bulk.id}/stop`)).json().error.reason).toBe('already_over');
  });
});

describe('an action for more units than a call can change', () => {
  /** A small action has no job, unless it takes longer than its call waits. */
  const ended = async (bulk: { job_id: number | null; id: number }) => {
    if (bulk.job_id !== null) await jobIn(app, admin, bulk.job_id, ['DONE', 'FAILED', 'CANCELLED']);
    return read(bulk.id);
  };

  it('becomes a job; rows that somebody changes before their turn are refused, not overwritten', async () => {
    const many = await add(230);
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    beforeStep = () => begun;
    const bulk = await move(many, 'B-3');
    expect(bulk).toMatchObject({ state: 'RUNNING', total: 230, done: 0, job_id: expect.any(Number) });
    await person.post('/api/updatelocalinventorylocation', { id: many[220], location: 'C-1' });
    begin();
    const result = await ended(bulk);
    expect(result).toMatchObject({ state: 'DONE', done: 229, refused: 1 });
    expect(result.refused_rows).toMatchObject([{ record: String(many[220]), reason: 'changed_meanwhile' }]);
    expect(await placesOf([many[219] ?? 0, many[220] ?? 0])).toEqual(['B-3', 'C-1']);
    expect((await admin.get(`/api/jobs/${bulk.job_id}`)).json()).toMatchObject({ title: 'Move units', done: 230, total: 230, message: '229 done, 1 refused' });
    const undone = await undo(bulk.id);
    expect(await ended(undone)).toMatchObject({ state: 'DONE', done: 229 });
  });

  it('continues after its process was lost in the middle of a step, and changes nothing twice', async () => {
    const many = await add(230);
    let isLost = false;
    beforeRow = async (record) => {
      if (isLost || record !== String(many[60])) return;
      isLost = true;
      throw new Error('Connection terminated unexpectedly');
    };
    const bulk = await move(many, 'B-3');
    const run = async () => (await admin.get(`/api/jobs/${bulk.job_id}`)).json();
    await expect.poll(async () => (await run()).error).toBe('Connection terminated unexpectedly');
    expect(await read(bulk.id)).toMatchObject({ state: 'RUNNING', done: 50 });
    expect((await movesOf(many)).length).toBe(50);
    await hurry(app);
    expect(await ended(bulk)).toMatchObject({ state: 'DONE', done: 230 });
    const moves = await movesOf(many);
    expect([moves.length, new Set(moves.map(({ unit_id }) => unit_id)).size]).toEqual([230, 230]);
  });

  it('can be stopped between two steps; the done rows stay done, and can be undone', async () => {
    const many = await add(230);
    let stopped: Promise<unknown> | undefined;
    beforeRow = async (record) => {
      const [{ id }] = (await db.selectFrom('bulk_actions').select('id').orderBy('id', 'desc').limit(1).execute()) as [{ id: number }];
      if (record !== String(many[30])) return;
      stopped = person.post(`/api/bulk/${id}/stop`);
      // The call waits for this step, and comes before the next one.
      await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
    };
    const bulk = await move(many, 'B-3');
    const result = await ended(bulk);
    await stopped;
    expect(result).toMatchObject({ state: 'STOPPED', done: 50, refused: 0, undoable: 50 });
    expect(await ended(await undo(bulk.id))).toMatchObject({ state: 'DONE', done: 50 });
    expect(new Set(await placesOf(many))).toEqual(new Set(['A-1']));
  });

  it('holds no total while it waits for a location that somebody changes, so that a scan that waits for a total cannot stop both', async () => {
    const answer = await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: number }>`select id from locations where code = 'A-1' for update`.execute(tx);
      const moving = move(units, 'B-3');
      await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
      await sql`select from location_counts where location_id = ${rows[0]?.id} for update nowait`.execute(tx);
      return { moving };
    });
    expect(await answer.moving).toMatchObject({ state: 'DONE', done: 3 });
  });
});

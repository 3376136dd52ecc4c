import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp, TEST_SECRETS } from '../../../../test/test-app.ts';
import { verifyStock } from '../../../commands/audit.ts';
import { sealLedger } from './ledger-seal.service.ts';

const { db, clock, connection, owner, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const scan = async (times: number) => {
  for (let nth = 0; nth < times; nth += 1) expect((await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1 })).statusCode).toBe(200);
};
const { encryptionKey } = TEST_SECRETS;
/** The first run learns what the newest movement is, the second one seals up to it. */
const seal = async () => [await sealLedger({ db, clock, encryptionKey }), await sealLedger({ db, clock, encryptionKey })].at(-1);
/** Transactions of other databases hold seals up too. */
const sealAll = () =>
  expect
    .poll(async () => {
      await seal();
      const { rows } = await sql<{ sealed: number; all: number }>`
        select (select sum(movements)::int from ledger_seals) as sealed, (select count(*)::int from stock_movements) as all`.execute(db);
      return rows[0]?.sealed === rows[0]?.all;
    })
    .toBe(true);
const verify = async () => {
  const said: string[] = [];
  const code = await verifyStock({ db, secrets: TEST_SECRETS }, (line) => said.push(line));
  return { code, said: said.join() };
};
const intact = (movements: number, waiting: number) => ({
  code: 0,
  said: expect.stringContaining(`${movements} movements of the ledger are as they were written; ${waiting} newer`),
});

/** What a person with all rights in the database can do. The change is undone. */
async function tampered(change: string, said: string): Promise<void> {
  const triggers = (state: string) => `alter table stock_movements ${state} trigger user;`;
  const session = new pg.Client(owner.connection);
  await session.connect();
  await session.query(
    `create table movements_before as table stock_movements; create table seals_before as table ledger_seals; ${triggers('disable')} ${change}`,
  );
  expect(await verify()).toEqual({ code: 1, said: expect.stringContaining(said) });
  await session.query(`delete from stock_movements; insert into stock_movements overriding system value table movements_before order by id;
    delete from ledger_seals; insert into ledger_seals table seals_before; drop table movements_before, seals_before; ${triggers('enable')}`);
  await session.end();
}

it('seals movements in batches, and names the first batch that was changed, shortened, extended or cut', async () => {
  await scan(3);
  expect(await verify()).toEqual(intact(0, 3));
  await sealAll();
  await scan(2);
  await sealAll();
  await scan(1);
  expect(await verify()).toEqual(intact(5, 1));
  await tampered("update stock_movements set note = 'x' where id = 2", 'Movements 1 to 3 are the first that are not as they were written: one of them');
  await tampered(
    'delete from stock_movements where id = 5',
    'Movements 4 to 5 are the first that are not as they were written: 1 of them were removed. 3 before',
  );
  await tampered(
    `insert into stock_movements (id, unit_id, listing_id, type, quantity_change, to_location_id, after_status) overriding system value
      select -1, unit_id, listing_id, type, quantity_change, to_location_id, after_status from stock_movements where id = 1`,
    'Movements 1 to 3 are the first that are not as they were written: 1 were added later',
  );
  await tampered('delete from ledger_seals where position = 1', 'Movements 1 to 5 are the first that are not as they were written: seals before theirs');
  await tampered("update ledger_seals set hash = sha256('x') where position = 2", 'Movements 4 to 5');
  await tampered('update ledger_seals set movements = 1, last_id = 1 where position = 1', 'Movements 1 to 1 are the first that are not');
  expect(await verify()).toEqual(intact(5, 1));
});

it('waits for a movement that commits after newer ones', async () => {
  await sealAll();
  const late = new pg.Client(connection);
  await late.connect();
  await late.query(`begin; insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status)
    select unit_id, listing_id, type, quantity_change, to_location_id, after_status from stock_movements where id = 1`);
  await scan(2);
  for (const _ of [1, 2]) expect(await seal()).toMatchObject({ added: 0 });
  await late.query('commit');
  await late.end();
  await sealAll();
});

it('finds totals that differ from the movements', async () => {
  // The movement above was written without the change of its unit.
  expect(await verify()).toEqual({ code: 1, said: expect.stringMatching(/\d+ totals of the stock differ from the ledger/) });
});

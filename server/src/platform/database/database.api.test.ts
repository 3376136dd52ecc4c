import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { checkoutRoot } from '../paths.ts';
import { migrate } from './migrate.ts';

const { db, owner, signIn } = await createTestApp();

async function withClient<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(owner.connection);
  await client.connect();
  return work(client).finally(() => client.end());
}

describe('migrations', () => {
  it('are applied once by processes that start concurrently', async () => {
    const applied = await Promise.all(Array.from({ length: 4 }, () => withClient(migrate)));
    expect(applied).toEqual([[], [], [], []]);
  });

  it('refuse a database with a different history', async () => {
    const { name, checksum } =
      (await sql<{ name: string; checksum: string }>`select name, checksum from schema_migrations order by name limit 1`.execute(db)).rows[0] ?? {};
    await sql`update schema_migrations set checksum = 'x' where name = ${name}`.execute(owner.db);
    await expect(withClient(migrate)).rejects.toThrow('has changed since it was applied');
    await sql`update schema_migrations set checksum = ${checksum} where name = ${name}`.execute(owner.db);
    await sql`insert into schema_migrations (name, checksum) values ('9999_future.sql', 'x')`.execute(owner.db);
    await expect(withClient(migrate)).rejects.toThrow('does not know');
    await sql`delete from schema_migrations where name = '9999_future.sql'`.execute(owner.db);
  });
});

describe('the schema', () => {
  it('has an index for every foreign key', async () => {
    const { rows } = await sql<{ name: string }>`
      select c.conname as name from pg_constraint c
      where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey)`.execute(db);
    // Two columns of the ledger whose partial indexes leave out the nulls count as indexed.
    expect(rows.map((row) => row.name)).toEqual([]);
  });

  it('equals schema.sql and the generated types', () => {
    const { host, user, password, port, database } = owner.connection;
    const url = `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;
    const { status, stdout, stderr } = spawnSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/database-types.ts', '--verify', url], {
      cwd: checkoutRoot(),
      encoding: 'utf8',
    });
    expect(`${stdout}${stderr}`.trim()).toBe('');
    expect(status).toBe(0);
  });
});

describe('the stock ledger', () => {
  it('is append-only', async () => {
    const person = await signIn();
    await person.post('/api/sfinventory', { productId: '123456789', locationId: 1 });
    for (const statement of ["update stock_movements set note = 'x'", 'delete from stock_movements', 'truncate stock_movements cascade']) {
      await expect(sql.raw(statement).execute(owner.db)).rejects.toThrow('append-only');
      await expect(sql.raw(statement).execute(db)).rejects.toThrow('permission denied');
    }
  });

  it('names units and people that are never deleted', async () => {
    await expect(sql`delete from units`.execute(owner.db)).rejects.toThrow('a unit is never deleted');
    await expect(sql`truncate units cascade`.execute(owner.db)).rejects.toThrow('never deleted');
    await expect(sql`delete from users`.execute(owner.db)).rejects.toThrow('a person is never deleted');
  });

  it('rejects an inconsistent movement and a negative count', async () => {
    const wrong = sql`insert into stock_movements (unit_id, type, quantity_change, after_status) values (1, 'ADD', 1, 'AVAILABLE')`;
    await expect(wrong.execute(db)).rejects.toThrow('stock_movements_shape');
    await expect(sql`update stock_counts set on_hand = -1`.execute(db)).rejects.toThrow('stock_counts_not_negative');
  });

  it("is written only by the ledger's repositories and by the one that seeds and replays it", () => {
    const source = path.join(checkoutRoot(), 'server/src');
    const writes =
      /(insert\s+into|update|delete\s+from|insertInto\(|updateTable\(|deleteFrom\()\s*'?(units|stock_movements|stock_counts|location_counts|listing_counts)\b/i;
    const writers = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && writes.test(readFileSync(path.join(source, file), 'utf8')),
    );
    const ledger = ['stock-document', 'stock-ledger', 'stock-movement', 'stock-replay', 'stock-total'];
    expect(writers.sort()).toEqual(ledger.map((name) => path.join('features', 'inventory', 'ledger', `${name}.repository.ts`)));
  });
});

import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openArchives } from '../../../test/fixtures/archives/test-archives.ts';
import { createTestApp, TEST_SECRETS } from '../../../test/test-app.ts';
import { archiveContext } from '../../commands/archive.ts';
import { verifyAudit } from '../../commands/audit.ts';
import { keyOf } from './archive.service.ts';
import { sidecarText } from './manifest.ts';

const test = await createTestApp();
const { db, owner, signIn } = test;
const admin = await signIn('ROLE_ADMIN');
const { client, folder, fileOf, run, archive, attach: attachGiven, list, partitions: partitionsOf } = await openArchives(test);
const file = fileOf('audit_entries_p1');
const attach = (given = file) => attachGiven(given);
const partitions = () => partitionsOf('audit_entries');
const verify = async () => {
  const said: string[] = [];
  const code = await verifyAudit({ db, secrets: TEST_SECRETS }, (line) => said.push(line));
  return { code, said: said.join() };
};
const add = (count: number) =>
  sql`insert into audit_entries (action, record_kind, record_id, after) select 'TESTED', 'archived things', n, jsonb_build_object('text', E'two\\nlines\\t' || n)
    from generate_series(1, ${count}::int) n`.execute(db);
const inFirst = async () =>
  (
    await client.query(
      'select id, at, actor_id, request_id, action, record_kind, record_id, before, after, records from audit_entries where id < 1000000 order by id',
    )
  ).rows;

/** Until every entry of the first partition has its link and no open transaction can add one. */
async function chainAll(): Promise<void> {
  await expect
    .poll(async () => {
      await run('chain-audit-entries');
      return (await db.selectFrom('audit_chain_cursor').select('complete_to').executeTakeFirstOrThrow()).complete_to;
    })
    .toBeGreaterThanOrEqual(999_999);
}

let before: unknown[] = [];

beforeAll(async () => {
  await client.query(`select setval('audit_entries_id_seq', 999990)`);
  await add(50);
});

describe('before it archives', () => {
  it('writes entries into the partition of their ids', async () => {
    const { rows } = await client.query(
      `select tableoid::regclass::text as part, count(*)::int as entries from audit_entries where action = 'TESTED' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { part: 'partitions.audit_entries_p1', entries: 9 },
      { part: 'partitions.audit_entries_p2', entries: 41 },
    ]);
  });

  it('refuses changes of a partition itself, to the owner too', async () => {
    await expect(client.query('update partitions.audit_entries_p1 set action = action')).rejects.toThrow('append-only');
    await expect(client.query('delete from partitions.audit_entries_p2')).rejects.toThrow('append-only');
    await expect(client.query('truncate partitions.audit_entries_p3')).rejects.toThrow('append-only');
    await expect(sql`select from partitions.audit_entries_p1`.execute(db)).rejects.toThrow('permission denied');
  });

  it('waits for the hash chain', async () => {
    expect(await archive()).toMatch(/^audit_entries_p1: not archived. Some of its entries are not in the hash chain yet: try again .*$/);
    await chainAll();
    expect(await verify()).toMatchObject({ code: 0 });
    before = await inFirst();
  });

  it('says what it would do, and archives nothing that is newer', async () => {
    expect(await archive({ isDryRun: true })).toMatch(
      /^audit_entries_p1: \d+ rows from \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d would be written to .*audit_entries_p1.copy.gz$/,
    );
    expect(await archive({ before: new Date('2020-01-01T00:00:00Z') })).toBe('No partition has only rows from before 2020-01-01.');
    expect(await list()).toBe('No partition was archived.');
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('archive', () => {
  it('writes nothing over the partition of another installation', async () => {
    const manifest = file.replace('.copy.gz', '.json');
    writeFileSync(manifest, '{"format": 1, "seal": "00"}');
    await expect(archive()).rejects.toThrow('is not of this installation, or was changed. Nothing was written: choose another folder');
    expect(await partitions()).toContain('audit_entries_p1');
    expect(readFileSync(manifest, 'utf8')).toBe('{"format": 1, "seal": "00"}');
    rmSync(manifest);
  });

  it('names the file that could not be written, and removes nothing', async () => {
    writeFileSync(path.join(folder, 'no folder'), '');
    await expect(archive({ to: path.join(folder, 'no folder', 'archive') })).rejects.toThrow(/audit_entries_p1.copy.gz was not written, and its rows stay/);
    rmSync(path.join(folder, 'no folder'));
    // A disk without space.
    symlinkSync('/dev/full', `${file}.part`);
    await expect(archive()).rejects.toThrow(`The disk is full. ${file} was not written, and its rows stay in the database`);
    expect(readdirSync(folder)).toEqual([]);
    expect(await partitions()).toContain('audit_entries_p1');
  });

  it('moves a whole partition to a file, while others write', async () => {
    // An open transaction that has read and written the table delays the archive, not the others who write.
    const slow = new pg.Client(owner.connection);
    await slow.connect();
    await slow.query(`begin; select count(*) from audit_entries; insert into audit_entries (action, record_kind) values ('TESTED', 'slow things')`);
    const archiving = archive();
    // New queries don't see its rows already, and the archive waits for the transaction that does.
    await expect.poll(async () => (await client.query('select from partition_ranges() where is_detaching')).rowCount).toBe(1);
    expect((await admin.post('/api/sfinventory', { productId: 'an unknown code', locationId: 1 })).statusCode).toBeLessThan(500);
    await add(1);
    await slow.query('commit');
    await slow.end();
    expect(await archiving).toMatch(/^audit_entries_p1: \d+ rows from .* are in .*\nCopy the files to a safe place/);
    expect(await partitions()).toEqual(['audit_entries_p2', 'audit_entries_p3']);
    expect(await inFirst()).toEqual([]);
    expect(readdirSync(folder).toSorted()).toEqual(['audit_entries_p1.copy.gz', 'audit_entries_p1.json']);
  });

  it('leaves a chain that verifies, and an entry of its own', async () => {
    const { code, said } = await verify();
    expect([code, said]).toEqual([0, expect.stringContaining(`${before.length} of them in archived files`)]);
    const entries = (await admin.get('/api/audit-log?action=ARCHIVED')).json().data;
    expect(entries).toMatchObject([{ recordKind: 'audit_entries', recordId: 'audit_entries_p1', after: { rows: before.length, file } }]);
    expect(await list()).toMatch(/^audit_entries_p1: \d+ rows from .*; archived; file .*copy.gz$/);
  });

  it('proves what stayed: a link or a record that was changed is noticed', async () => {
    const tampered = async (change: string, undo: string) => {
      await client.query(change);
      const { code, said } = await verify();
      await client.query(undo);
      expect((await verify()).code).toBe(0);
      return [code, said];
    };
    const guard = (what: string) => `alter table audit_chain ${what} trigger audit_chain_append_only`;
    const swap = `update audit_chain set hash = sha256(hash) where entry_id = (select min(entry_id) from audit_chain)`;
    await client.query('create table links as table audit_chain');
    expect(
      await tampered(
        `${guard('disable')}; ${swap}`,
        `update audit_chain c set hash = l.hash from links l where l.position = c.position and l.hash <> c.hash; ${guard('enable')}`,
      ),
    ).toEqual([1, expect.stringContaining('its link, or one of an entry archived with it, was changed')]);
    await client.query('drop table links');
    expect(
      await tampered(
        `update archived_partitions set manifest = manifest || '{"toId": 1000010}'`,
        `update archived_partitions set manifest = manifest || '{"toId": 1000000}'`,
      ),
    ).toEqual([1, expect.stringContaining('the record of its archive was changed')]);
  });
});

describe('attach', () => {
  it('refuses a file that was changed, or whose manifest was', async () => {
    const [bytes, manifest] = [readFileSync(file), readFileSync(file.replace('.copy.gz', '.json'), 'utf8')];
    writeFileSync(file, Buffer.concat([bytes, bytes]));
    await expect(attach()).rejects.toThrow('was changed since it was written, or is damaged');
    writeFileSync(file, bytes.subarray(0, -9));
    await expect(attach()).rejects.toThrow(`${file} can't be read, or is damaged`);
    rmSync(file);
    await expect(attach()).rejects.toThrow(`${file} is missing: an archived partition has two files`);
    writeFileSync(file, bytes);
    writeFileSync(file.replace('.copy.gz', '.json'), manifest.replace('"toId": 1000000', '"toId": 1000001'));
    await expect(attach()).rejects.toThrow('was changed, or another installation wrote it');
    writeFileSync(file.replace('.copy.gz', '.json'), manifest);
    await expect(attach(path.join(folder, 'other.copy.gz'))).rejects.toThrow('is missing: an archived partition has two files');
  });

  it('brings back exactly the rows, final as before', async () => {
    expect(await attach(file.replace('.copy.gz', '.json'))).toMatch(/rows from .* are in the database again/);
    expect(await inFirst()).toEqual(before);
    expect(await verify()).toMatchObject({ code: 0, said: expect.not.stringContaining('archived files') });
    await expect(client.query('update partitions.audit_entries_p1 set action = action')).rejects.toThrow('append-only');
    await expect(attach()).rejects.toThrow('The rows of audit_entries_p1 are in the database');
    expect(await list()).toContain('in the database again');
    expect(
      (await client.query(`select conname from pg_constraint where conrelid = 'partitions.audit_entries_p1'::regclass and not convalidated`)).rows,
    ).toEqual([]);
  });

  it('is archived again, and finishes what was killed at any point', async () => {
    const parts = async () => (await partitions()).includes('audit_entries_p1');
    // Killed after the file was recorded.
    await archive();
    await attach();
    for (const killed of ['recorded', 'detaching', 'detached'] as const) {
      await archive();
      await attach();
      await client.query(`update archived_partitions set state = 'WRITTEN'`);
      if (killed === 'detached') await client.query('alter table audit_entries detach partition partitions.audit_entries_p1');
      if (killed === 'detaching') await interruptDetachment();
      expect(await archive(), killed).toContain('audit_entries_p1');
      expect(await parts(), killed).toBe(false);
      expect((await client.query(`select to_regclass('partitions.audit_entries_p1') as left`)).rows, killed).toEqual([{ left: null }]);
      expect(await verify(), killed).toMatchObject({ code: 0 });
      expect(await attach(), killed).toContain('in the database again');
      expect(await inFirst(), killed).toEqual(before);
    }
  });

  it('writes nothing over rows that were archived before a restore', async () => {
    const sidecar = file.replace('.copy.gz', '.json');
    const text = readFileSync(sidecar, 'utf8');
    const { seal: _, ...manifest } = JSON.parse(text);
    const key = await keyOf(archiveContext(test.context, () => {}));
    writeFileSync(sidecar, sidecarText(key, { ...manifest, lastAt: '2026-01-01T00:00:00.000Z' }));
    await expect(archive()).rejects.toThrow(`${file} has other rows, which were archived before a restore. Nothing was written: choose another folder`);
    expect(await inFirst()).toEqual(before);
    writeFileSync(sidecar, text);
  });

  it('replaces what a killed attachment left behind', async () => {
    await archive();
    await client.query(`select create_detached_partition('audit_entries', 'audit_entries_p1')`);
    await attach();
    expect(await inFirst()).toEqual(before);
  });
});

/** As a kill between the two transactions of a concurrent detachment leaves it. */
async function interruptDetachment(): Promise<void> {
  const [holder, detaching] = [new pg.Client(owner.connection), new pg.Client({ ...owner.connection, application_name: 'killed' })];
  detaching.on('error', () => {});
  await Promise.all([holder.connect(), detaching.connect()]);
  await holder.query('begin; select count(*) from audit_entries');
  const failed = expect(detaching.query('alter table audit_entries detach partition partitions.audit_entries_p1 concurrently')).rejects.toThrow();
  await expect.poll(async () => (await client.query('select from partition_ranges() where is_detaching')).rowCount).toBe(1);
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'killed'`);
  await failed;
  await holder.query('commit');
  await Promise.all([holder.end(), detaching.end().catch(() => {})]);
}

it('creates the partitions that the next entries need', async () => {
  await client.query(`select setval('audit_entries_id_seq', 4999999)`);
  await run('add-partitions');
  const { rows } = await client.query(`select max(to_id)::int as bound from partition_ranges() where table_name = 'audit_entries'`);
  expect(rows).toEqual([{ bound: 7_000_000 }]);
  await add(1);
});

import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { build } from '../../../scripts/build.mjs';
import { seedMovements } from '../../test/fixtures/races/many-movements.ts';
import { ServerProcess } from '../../test/server-process.ts';
import { listCountDifferences } from '../features/inventory/internals.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../platform/database/migrate.ts';
import { checkoutRoot } from '../platform/paths.ts';

const MOVEMENTS = Number(process.env.STOWAGE_UPGRADE_MOVEMENTS ?? 100_000);
const SCANS_PER_SECOND = Number(process.env.STOWAGE_UPGRADE_SCANS ?? 50);
const LISTINGS = Math.max(100, Math.floor(MOVEMENTS / 20));
const LONGEST_LOCK_MS = 500;

/** A release that adds to the tables that scans write, changes the function that each scan runs, and fills a column in the background. */
const NEXT_MIGRATIONS = {
  '9000_expand.sql': `alter table units add column lot text; alter table stock_movements add column lot text;
    create table lots (code text primary key, made_by bigint references users (id));
    alter table listings add column code_length integer;
    insert into backfills (name, step) values ('code-lengths', $$with batch as (select id from listings where id > $1 order by id limit 500), done as (
      update listings set code_length = length(seller_sku) where id in (select id from batch)) select max(id) as cursor from batch$$);`,
  '9001_index.sql': '-- no transaction\ncreate index concurrently stock_movements_lot on stock_movements (lot, id);\n',
};

let folder = '';
let postgres: EmbeddedPostgres;
let client: pg.Client;
const processes: ServerProcess[] = [];

beforeAll(async () => {
  await build({ only: 'server', say: () => {} });
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-rolling-'));
  chmodSync(folder, 0o711);
  makeNextVersion(path.join(folder, 'next'));
  const settings = { log_lock_waits: 'on', deadlock_timeout: `${LONGEST_LOCK_MS}ms` };
  mkdirSync(path.join(folder, 'data'), { mode: 0o711 });
  postgres = await startEmbeddedPostgres({ folder: path.join(folder, 'data'), purpose: 'serve', settings });
  client = new pg.Client(postgres.connection);
  await client.connect();
  await migrate(client);
  await seedMovements(client, MOVEMENTS, LISTINGS);
}, 1_200_000);

afterAll(async () => {
  await Promise.all(processes.map((one) => one.remove()));
  await client.end();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** The present version with more migrations and a changed function file. */
function makeNextVersion(next: string): void {
  for (const name of ['database', 'server/dist', 'server/package.json']) cpSync(path.join(checkoutRoot(), name), path.join(next, name), { recursive: true });
  symlinkSync(path.join(checkoutRoot(), 'node_modules'), path.join(next, 'node_modules'));
  writeFileSync(path.join(next, 'package.json'), JSON.stringify({ type: 'module', version: '99.0.0' }));
  for (const [name, sql] of Object.entries(NEXT_MIGRATIONS)) writeFileSync(path.join(next, 'database/migrations', name), sql);
  for (const name of ['inventory', 'dashboard', 'audit-log']) {
    const file = path.join(next, `database/functions/${name}.sql`);
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n-- The next version.\n`);
  }
}

async function startProcess(checkout?: string): Promise<ServerProcess> {
  const made = new ServerProcess(postgres.connection, { STOWAGE_DEMO: 'off' }, checkout);
  processes.push(made);
  await made.address;
  return made;
}

/** People who scan: an answer that got lost is asked for again at the next process, under the same id. */
class Scanners {
  acknowledged = 0;
  slowestMs = 0;
  readonly refused: string[] = [];
  serving: readonly ServerProcess[] = [];
  private readonly token: string;
  private readonly inFlight = new Set<Promise<void>>();
  private nth = 0;
  private isOver = false;

  constructor(token: string) {
    this.token = token;
  }

  async run(): Promise<void> {
    const started = Date.now();
    while (!this.isOver) {
      while (this.nth < ((Date.now() - started) * SCANS_PER_SECOND) / 1000) this.begin();
      await sleep(5);
    }
    await Promise.all(this.inFlight);
  }

  stop(): void {
    this.isOver = true;
  }

  private begin(): void {
    const nth = this.nth++;
    const scan = this.scan(nth).finally(() => this.inFlight.delete(scan));
    this.inFlight.add(scan);
  }

  private async scan(nth: number): Promise<void> {
    const body = JSON.stringify({ productId: `M-${1 + ((nth * 7919) % LISTINGS)}`, locationId: `A-${1 + (nth % 8)}`, clientScanId: `rolling-${nth}` });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${this.token}` };
    const started = performance.now();
    for (let attempt = 0; ; attempt++) {
      const address = await this.serving[(nth + attempt) % this.serving.length]?.address;
      const answer = await fetch(`${address}/api/sfinventory`, { method: 'POST', headers, body }).catch(() => undefined);
      const text = await answer?.text().catch(() => undefined);
      // As the page does, which scans again after a 503: a process that stops answers it on open connections.
      if (answer === undefined || text === undefined || answer.status === 503) {
        await sleep(50);
        continue;
      }
      this.slowestMs = Math.max(this.slowestMs, performance.now() - started);
      if (answer.ok) this.acknowledged += 1;
      else this.refused.push(`${answer.status} ${text}`);
      return;
    }
  }
}

async function signIn(server: ServerProcess): Promise<string> {
  const body = JSON.stringify({ username: 'admin@stowage.local', password: 'an administrator of tests' });
  const answer = await fetch(`${await server.address}/api/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await answer.json()) as { token: string }).token;
}

const readLog = () => readFileSync(path.join(folder, 'data/postgres/server.log'), 'utf8');
const isDone = async (text: string) => ((await client.query(text)).rowCount ?? 0) > 0;

it('rolls to the next version and back under scans, with both versions side by side', async () => {
  const before = readLog().length;
  const [first, second] = [await startProcess(), await startProcess()];
  const scanners = new Scanners(await signIn(first));
  scanners.serving = [first, second];
  const scanning = scanners.run();
  await sleep(2_000);

  const started = performance.now();
  const third = await startProcess(path.join(folder, 'next'));
  const upgradeSeconds = (performance.now() - started) / 1000;
  expect(await isDone(`select from schema_migrations where name = '9001_index.sql'`)).toBe(true);
  scanners.serving = [first, second, third];
  await sleep(2_000);

  // A process of the version before restarts during the rollout.
  scanners.serving = [second, third];
  await first.stop();
  await first.start();
  scanners.serving = [first, second, third];
  await expect
    .poll(() => isDone(`select from backfills where name = 'code-lengths' and finished_at is not null`), { timeout: 180_000, interval: 500 })
    .toBe(true);

  // Everything goes back to the version before.
  scanners.serving = [first, second];
  await third.stop();
  await second.stop();
  scanners.serving = [first];
  await second.start();
  scanners.serving = [first, second];
  await sleep(2_000);
  scanners.stop();
  await scanning;

  console.log(
    `${MOVEMENTS} movements, ${scanners.acknowledged} scans, slowest ${Math.round(scanners.slowestMs)} ms; the next version served after ${upgradeSeconds.toFixed(1)} s`,
  );
  expect(scanners.refused).toEqual([]);
  const { rows } = await client.query<{ scans: number }>(`select count(*)::int as scans from stock_movements where client_scan_id like 'rolling-%'`);
  expect(rows[0]?.scans).toBe(scanners.acknowledged);
  // Their functions are those of the later version, which the earlier ones did not put back.
  expect(await isDone(`select from schema_migrations where name = 'functions/inventory.sql' and version = '99.0.0'`)).toBe(true);
  const database = openDatabase(postgres.connection, { max: 2, onError: () => {} });
  expect(await listCountDifferences(database.db).finally(() => database.close())).toEqual([]);
  expect(longWaits(before)).toEqual([]);
}, 900_000);

/**
 * Who waited for the lock of a table longer than a person notices: only migrations take such locks. Scans of one location also wait for each
 * other's rows, as long as the machine takes to commit.
 */
function longWaits(from: number): string[] {
  return readLog()
    .slice(from)
    .split('\n')
    .filter((line) => /still waiting for \S+ on relation/.test(line));
}

import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../test/fixtures/test-catalog.ts';
import { hasPgBouncer, PGBOUNCER_MISSING, startPgBouncer } from '../../test/pgbouncer.ts';
import { ServerProcess, urlOf } from '../../test/server-process.ts';
import { createTestApp } from '../../test/test-app.ts';

const LANES = 12;
const SCANS = 20;

describe.skipIf(!hasPgBouncer())(
  `a web and a worker process behind PgBouncer in transaction mode (${hasPgBouncer() ? 'installed' : PGBOUNCER_MISSING})`,
  async () => {
    if (!hasPgBouncer()) return;
    const app = await createTestApp();
    const { db, connection } = app;
    app.clock.set(new Date());
    await seedTestCatalog(db);
    const admin = await app.signIn('ROLE_ADMIN');
    const pgbouncer = await startPgBouncer(connection);
    const direct = { DATABASE_DIRECT_URL: urlOf(connection), STOWAGE_DEMO: 'off' };
    const web = new ServerProcess(pgbouncer.connection, { ...direct, STOWAGE_ROLE: 'web' });
    const worker = new ServerProcess(pgbouncer.connection, { ...direct, STOWAGE_ROLE: 'worker' });
    afterAll(async () => {
      await Promise.all([web.remove(), worker.remove()]);
      await pgbouncer.stop();
    });
    const call = async (method: string, url: string, body?: unknown) =>
      fetch((await web.address) + url, {
        method,
        headers: { authorization: `Bearer ${admin.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });

    it('scans from many stations, and reads lists, searches and exports', async () => {
      await worker.address;
      const scan = async () => {
        for (let nth = 0; nth < SCANS; nth++)
          expect((await call('POST', '/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 1 })).status).toBe(200);
      };
      await Promise.all(Array.from({ length: LANES }, scan));
      const { rows } = await sql<{ on_hand: number }>`select sum(on_hand)::int as on_hand from stock_counts`.execute(db);
      expect(rows).toEqual([{ on_hand: LANES * SCANS }]);
      const reads = ['/api/search?q=kettle', '/api/inventory/export/locations.csv', '/api/dashboard/summary', '/api/health/ready', '/api/jobs'];
      const answers = await Promise.all(Array.from({ length: 40 }, (_, nth) => call('GET', reads[nth % reads.length] ?? '')));
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
    });

    it('runs jobs', async () => {
      const { id } = (await (await call('POST', '/api/jobs', { kind: 'match-reimbursements' })).json()) as { id: number };
      const state = async () => (await sql<{ state: string }>`select state from job_runs where id = ${id}`.execute(db)).rows[0]?.state;
      await expect.poll(state, { timeout: 60_000 }).toMatch(/DONE|FAILED/);
    });

    it('is not ready while the pooler does not answer', async () => {
      const status = async () => (await call('GET', '/api/health/ready')).status;
      pgbouncer.pause(true);
      const started = performance.now();
      expect(await status()).toBe(503);
      expect(performance.now() - started).toBeLessThan(2_000);
      pgbouncer.pause(false);
      await expect.poll(status).toBe(200);
    });

    it('has its listener, its queue and its locks on direct connections, and nothing else', async () => {
      const { rows } = await sql<{ names: string[] }>`select array_agg(distinct application_name order by application_name) as names from pg_stat_activity
      where datname = current_database() and application_name like 'stowage%'`.execute(db);
      expect(rows[0]?.names).toEqual(expect.arrayContaining(['stowage-topics', expect.stringMatching(/^stowage-watch /)]));
    });
  },
);

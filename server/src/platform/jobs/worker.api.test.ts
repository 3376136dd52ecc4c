import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { collectLog } from '../../../test/log-lines.ts';
import { createTestDatabase } from '../../../test/test-database.ts';
import { openDatabase } from '../database/connection/connect.ts';
import { queueTask } from './queue-task.ts';
import { CAN_WAIT_FLAG, type Task } from './task.ts';
import { startWorker } from './worker.ts';
import { freeOrphanedJobs } from './worker-presence.ts';

const { connection } = await createTestDatabase();
const { db, pool, close } = openDatabase(connection, { max: 10, onError: () => {} });
afterAll(close);

const starts: number[] = [];
let release: () => void = () => {};
let released = new Promise<void>((resolve) => {
  release = resolve;
});
let failing: (() => void) | undefined;
const payload = z.object({ id: z.number(), waits: z.boolean() });
const task: Task<typeof payload> = {
  name: 'test',
  payload,
  run: async ({ id, waits }) => {
    starts.push(id);
    if (waits) await released;
    if (id !== 6 || failing === undefined) return;
    failing();
    failing = undefined;
    throw new Error('The database was lost');
  },
};
const urgent: string[] = [];
let releaseUrgent: () => void = () => {};
const urgentTask: Task<z.ZodObject<{ name: z.ZodString; waits: z.ZodBoolean }>> = {
  name: 'urgent',
  isUrgent: true,
  payload: z.object({ name: z.string(), waits: z.boolean() }),
  run: async ({ name, waits }) => {
    urgent.push(name);
    if (waits)
      await new Promise<void>((resolve) => {
        releaseUrgent = resolve;
      });
  },
};
const refusedTask: Task<z.ZodObject<{ email: z.ZodString }>> = {
  name: 'refused',
  payload: z.object({ email: z.string() }),
  run: async ({ email }) => {
    await pool.query('insert into users (email, name) values ($1, null)', [email]);
  },
};
const { logger, lines } = collectLog();
const start = (freeIntervalMs?: number) =>
  startWorker({ pool, tasks: [task, urgentTask, refusedTask], logger, pollIntervalMs: 20, ...(freeIntervalMs !== undefined && { freeIntervalMs }) });
const add = (id: number, waits: boolean) =>
  pool.query(`select graphile_worker.add_job('test', json_build_object('id', $1::int, 'waits', $2::bool))`, [id, waits]);
/** The state after a process was killed: its name is on the job, and its session is gone. */
const lockAsKilled = () => pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-killed'`);

it('frees the jobs of a killed worker at the start of another one, and not those of a running one', async () => {
  const living = await start();
  await add(1, true);
  await expect.poll(() => starts).toEqual([1]);
  const other = await start();
  expect(await freeOrphanedJobs(pool)).toBe(0);
  expect(starts).toEqual([1]);
  release();
  await other.stop();
  await living.stop();

  await add(2, false);
  await lockAsKilled();
  const next = await start();
  await expect.poll(() => starts).toEqual([1, 2]);
  await next.stop();
});

it('frees the jobs of a worker that is killed while others run by their timer', async () => {
  await add(3, false);
  await lockAsKilled();
  expect(await freeOrphanedJobs(pool)).toBe(1);
  await lockAsKilled();
  const worker = await start(50);
  await expect.poll(() => starts.includes(3)).toBe(true);
  await add(4, false);
  await expect.poll(() => starts.includes(4)).toBe(true);
  await pool.query(`select graphile_worker.add_job('test', json_build_object('id', 5, 'waits', false), run_at := now() + interval '1 hour')`);
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-killed', run_at = now()`);
  await expect.poll(() => starts.includes(5)).toBe(true);
  await worker.stop();
});

it('frees the jobs of a killed worker within seconds, because its queues stand still until then', async () => {
  const worker = await start();
  await pool.query(`select graphile_worker.add_job('test', json_build_object('id', 8, 'waits', false), run_at := now() + interval '1 hour')`);
  await pool.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-killed', run_at = now()`);
  await expect.poll(() => starts.includes(8)).toBe(true);
  await worker.stop();
});

it('reports a worker as running again after its session broke', async () => {
  const worker = await start();
  // Of this test's database: the tests of other files have workers on the same server.
  const sessions = `select distinct pid from pg_locks where locktype = 'advisory' and classid = 871008 and objsubid = 2
    and database = (select oid from pg_database where datname = current_database())`;
  const held = async () => (await pool.query(sessions)).rows;
  const [before] = await held();
  await pool.query('select pg_terminate_backend($1)', [before.pid]);
  await expect.poll(async () => (await held()).map(({ pid }) => pid !== before.pid)).toEqual([true]);
  await worker.stop();
  await expect.poll(held).toEqual([]);
});

it('starts the queue again after the database was lost while a job failed', async () => {
  const worker = await start();
  const connect = pool.connect.bind(pool);
  const lost = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  failing = () => {
    pool.connect = ((callback?: (error: Error) => void) => (callback === undefined ? Promise.reject(lost) : callback(lost))) as typeof pool.connect;
  };
  await add(6, false);
  await expect.poll(() => pool.connect !== connect && starts.includes(6)).toBe(true);
  await sleep(1_000);
  pool.connect = connect;
  await add(7, false);
  await expect.poll(() => starts.includes(7)).toBe(true);
  // The job that could not report its failure is freed and tried again.
  await expect.poll(() => starts.filter((id) => id === 6).length).toBeGreaterThan(1);
  await worker.stop();
});

it('starts urgent jobs while long ones run, and no run that can wait', async () => {
  const worker = await start();
  const addUrgent = (name: string, { waits = false, canWait = false } = {}) =>
    pool.query(`select graphile_worker.add_job('urgent', json_build_object('name', $1::text, 'waits', $2::bool), flags := $3)`, [
      name,
      waits,
      canWait ? [CAN_WAIT_FLAG] : null,
    ]);
  let end: () => void = () => {};
  released = new Promise((resolve) => {
    end = resolve;
  });
  await add(11, true);
  await add(12, true);
  await expect.poll(() => starts.includes(11) && starts.includes(12)).toBe(true);
  await addUrgent('import', { canWait: true });
  await addUrgent('quantities', { waits: true });
  await addUrgent('prices');
  await expect.poll(() => urgent).toEqual(['quantities', 'prices']);
  releaseUrgent();
  end();
  await expect.poll(() => urgent).toEqual(['quantities', 'prices', 'import']);
  await worker.stop();
});

it('logs of a failed job its task and error, and neither its payload nor the values of a refused row', async () => {
  const worker = await start();
  await pool.query(`select graphile_worker.add_job('refused', '{"email": "buyer@example.com"}', max_attempts := 1)`);
  const failed = () => lines.find((line) => line.task === 'refused');
  await expect.poll(failed).toMatchObject({ level: 50, err: { code: '23502' }, msg: expect.stringContaining('Failed task') });
  expect(JSON.stringify(lines)).not.toContain('buyer@example.com');
  await worker.stop();
});

it('logs a lost database as a warning, because the queue connects again by itself', async () => {
  lines.length = 0;
  const worker = await start();
  await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike '%listen "jobs:insert"%' and pid <> pg_backend_pid()`);
  await expect.poll(() => lines.map(({ msg }) => msg)).toContainEqual(expect.stringContaining('Error with notify listener'));
  await worker.stop();
  expect(lines.filter(({ level }) => Number(level) > 40)).toEqual([]);
});

it('goes on with the schedule when the clock was set back, at a start and while it runs', async () => {
  const ahead = () =>
    pool.query(`insert into graphile_worker._private_known_crontabs (identifier, known_since, last_execution) values ('ahead', now(), now() + interval '1 hour')
    on conflict (identifier) do update set last_execution = excluded.last_execution`);
  const isAhead = async () =>
    (await pool.query(`select last_execution > now() as ahead from graphile_worker._private_known_crontabs where identifier = 'ahead'`)).rows[0]?.ahead;
  await ahead();
  const worker = await start(20);
  expect(await isAhead()).toBe(false);
  await ahead();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  await expect.poll(isAhead).toBe(false);
  vi.useRealTimers();
  await add(30, false);
  await expect.poll(() => starts).toContain(30);
  await worker.stop();
});

it('keeps the time of a queued task, but none from before the clock was set back', async () => {
  const queued = async (inMs: number) => {
    await queueTask(db, 'test', { payload: { id: 31, waits: false }, key: 'pause', keepsTimeWithinMs: 600_000, inMs });
    const { rows } = await pool.query(`select run_at > now() + interval '1 minute' as waits from graphile_worker.jobs where key = 'pause'`);
    return rows.map(({ waits }) => waits);
  };
  expect(await queued(300_000)).toEqual([true]);
  expect(await queued(0)).toEqual([true]);
  await pool.query(`update graphile_worker._private_jobs set run_at = now() + interval '1 hour' where key = 'pause'`);
  expect(await queued(0)).toEqual([false]);
});

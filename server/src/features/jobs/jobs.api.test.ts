import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { jobIn, startTestJobs } from '../../../test/fixtures/test-jobs.ts';
import { mailsTo } from '../../../test/fixtures/test-mail.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { systemClock } from '../../platform/clock.ts';
import { importJobs } from '../imports/index.ts';
import { listingJobs } from '../pricing/index.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from './index.ts';
import { failurePauseMs } from './job-failure.rules.ts';
import { insertRun, queueRun } from './job-run.repository.ts';

const app = await createTestApp();
const admin = await app.signIn('ROLE_ADMIN');
const person = await app.signIn();
let work: (context: JobContext) => Promise<JobEnd> = async () => undefined;
const job: Job = { kind: 'import-listings', title: 'Import listings', run: (_, context) => work(context) };
let known: readonly Job[] = [];
const jobs = await startTestJobs(app, (topics) => {
  const deps = { db: app.db, clock: systemClock, topics, marketplaces: { current: async () => undefined } };
  known = [...importJobs(deps), ...listingJobs(deps)];
  return [job];
});

const start = async () => (await admin.post('/api/jobs', { kind: 'import-listings' })).json().id as number;
const ended = (id: number) => jobIn(app, admin, id, ['DONE', 'FAILED', 'CANCELLED']);

it('runs, reports its progress and stores its log', async () => {
  work = async ({ progress, log }) => {
    await log('REJECTED', ['Line 7: the condition 99 is not known']);
    for (let done = 0; done <= 3; done++) await progress({ done, total: 3, message: `${done} of 3`, counts: { read: done } });
    return undefined;
  };
  const run = await ended(await start());
  expect(run).toMatchObject({
    state: 'DONE',
    title: 'Import listings',
    done: 3,
    total: 3,
    message: '3 of 3',
    counts: { read: 3 },
    lines: [{ level: 'REJECTED', text: 'Line 7: the condition 99 is not known' }],
    finishedAt: expect.any(String),
  });
});

it('shows the progress of a transaction that is still open', async () => {
  let end = () => {};
  const isOver = new Promise<void>((resolve) => {
    end = resolve;
  });
  work = async ({ progressInTransaction }) => {
    await app.db.transaction().execute(async () => {
      progressInTransaction({ done: 7, total: 9 });
      await isOver;
    });
    return undefined;
  };
  const id = await start();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json()).toMatchObject({ state: 'RUNNING', done: 7, total: 9 });
  end();
  expect(await ended(id)).toMatchObject({ state: 'DONE', done: 7 });
});

it('has a title for every kind of job', async () => {
  for (const { kind, title } of known) {
    const { rows } = await sql<{
      id: number;
    }>`insert into job_runs (kind, key, state, finished_at) values (${kind}, ${kind}, 'DONE', now()) returning id`.execute(app.db);
    expect((await admin.get(`/api/jobs/${rows[0]?.id}`)).json().title).toBe(title);
  }
  expect(known.length).toBeGreaterThan(10);
});

it('continues with its state, also after a restart', async () => {
  const rounds: unknown[] = [];
  work = async ({ memory, remember }) => {
    rounds.push(memory.round);
    const round = Number(memory.round ?? 0) + 1;
    await remember({ round });
    return round < 3 ? { againInMs: 60_000 } : undefined;
  };
  const id = await start();
  while ((await admin.get(`/api/jobs/${id}`)).json().state !== 'WAITING') await new Promise((resolve) => setTimeout(resolve, 20));
  const listed = async () => (await admin.get('/api/jobs')).json().data.find((run: { id: number }) => run.id === id);
  expect(Date.parse((await listed()).dueAt)).toBeGreaterThan(Date.now());
  await jobs.restart();
  expect((await ended(id)).state).toBe('DONE');
  expect((await listed()).dueAt).toBeNull();
  expect(rounds).toEqual([undefined, 1, 2]);
});

it('retries after a failure and eventually gives up', async () => {
  let attempts = 0;
  work = async () => {
    attempts += 1;
    if (attempts < 3) throw new Error('The network is gone');
    return undefined;
  };
  expect(await ended(await start())).toMatchObject({ state: 'DONE', error: null, lines: [{ text: 'The network is gone' }, { text: 'The network is gone' }] });
  work = () => Promise.reject(new Error('It is broken'));
  const id = await start();
  expect(await ended(id)).toMatchObject({ state: 'FAILED', error: 'It is broken' });
  work = async () => undefined;
  expect((await admin.post(`/api/jobs/${id}/retry`)).statusCode).toBe(200);
  expect(await ended(id)).toMatchObject({ state: 'DONE', error: null });
  expect((await admin.post(`/api/jobs/${id}/retry`)).json().error).toMatchObject({ code: 'conflict', reason: 'not_over' });
});

it('notifies of a scheduled job that goes on failing once, and again after it worked', async () => {
  const failures = async () => {
    const { data } = (await admin.get('/api/notifications')).json();
    return (data as { kind: string; title: string }[]).filter(({ kind, title }) => kind === 'job-failed' && title === 'Import listings: failed').length;
  };
  const runScheduled = async () => {
    const id = await app.db.transaction().execute(async (tx) => {
      const inserted = await insertRun(tx, { kind: 'import-listings', key: 'import-listings', payload: {}, requestedBy: null });
      if (inserted !== undefined) await queueRun(tx, inserted, 0);
      return inserted ?? 0;
    });
    return (await ended(id)).state;
  };
  const before = await failures();
  work = () => Promise.reject(new JobImpossibleError('Amazon refuses the report'));
  for (let round = 0; round < 3; round++) expect(await runScheduled()).toBe('FAILED');
  expect(await failures()).toBe(before + 1);
  work = async () => undefined;
  expect(await runScheduled()).toBe('DONE');
  work = () => Promise.reject(new JobImpossibleError('Amazon refuses the report'));
  expect(await runScheduled()).toBe('FAILED');
  expect(await failures()).toBe(before + 2);
});

it('keeps counting failures when a step makes no progress', async () => {
  const failing = (hasProgressed: boolean, steps: number) => {
    let step = 0;
    return async () => {
      step += 1;
      if (step > steps) return undefined;
      if (step % 2 === 1) throw new Error(`Step ${step} failed`);
      return { againInMs: 0, hasProgressed };
    };
  };
  work = failing(false, 40);
  expect(await ended(await start())).toMatchObject({ state: 'FAILED', error: 'Step 15 failed' });
  work = failing(true, 20);
  expect(await ended(await start())).toMatchObject({ state: 'DONE' });
});

it('is canceled at its next step while running, and immediately while waiting', async () => {
  work = async ({ progress }) => {
    for (;;) {
      await progress({ done: 1 });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const running = await start();
  await jobIn(app, admin, running, ['RUNNING']);
  expect((await admin.post(`/api/jobs/${running}/cancel`)).statusCode).toBe(200);
  expect((await ended(running)).state).toBe('CANCELLED');
  expect((await admin.get(`/api/audit-log?kind=job_runs&record=${running}&action=CANCELED`)).json().data).toMatchObject([
    { actorName: admin.email.split('@')[0], before: { state: 'RUNNING' } },
  ]);

  work = async () => ({ againInMs: 3_600_000 });
  const waiting = await start();
  while ((await admin.get(`/api/jobs/${waiting}`)).json().state !== 'WAITING') await new Promise((resolve) => setTimeout(resolve, 20));
  await admin.post(`/api/jobs/${waiting}/cancel`);
  expect((await admin.get(`/api/jobs/${waiting}`)).json().state).toBe('CANCELLED');
  expect((await admin.post(`/api/jobs/${waiting}/cancel`)).json().error.reason).toBe('already_over');
});

it('is canceled while it waits for a response', async () => {
  work = ({ signal }) => sleep(3_600_000, undefined, { signal });
  const id = await start();
  await jobIn(app, admin, id, ['RUNNING']);
  await admin.post(`/api/jobs/${id}/cancel`);
  expect(await ended(id)).toMatchObject({ state: 'CANCELLED', error: null });
});

it('stops with the process without waiting for a response, and continues later', async () => {
  const rounds: unknown[] = [];
  work = async ({ memory, remember, signal, progress }) => {
    rounds.push(memory.round);
    if (memory.round === 2) return undefined;
    await remember({ round: Number(memory.round ?? 0) + 1 });
    // Both a waiting and a working job receive the signal.
    if (memory.round === undefined) await sleep(3_600_000, undefined, { signal });
    for (;;) {
      await progress({ done: 1 });
      await sleep(5);
    }
  };
  const id = await start();
  for (const expected of [[undefined], [undefined, 1]]) {
    await expect.poll(() => rounds).toEqual(expected);
    await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state).toBe('RUNNING');
    await jobs.restart();
  }
  expect(await ended(id)).toMatchObject({ state: 'DONE', error: null, lines: [] });
  expect(rounds).toEqual([undefined, 1, 2]);
});

it('cancels a run of a killed process immediately, so that the next one can start', async () => {
  work = async () => ({ againInMs: 3_600_000 });
  const id = await start();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state).toBe('WAITING');
  // A killed process leaves the run RUNNING and its queue job locked.
  await sql`update job_runs set state = 'RUNNING' where id = ${id}`.execute(app.db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'pool-killed' where key = ${`job-run-${id}`}`.execute(app.db);
  expect((await admin.post(`/api/jobs/${id}/cancel`)).statusCode).toBe(200);
  expect((await admin.get(`/api/jobs/${id}`)).json().state).toBe('CANCELLED');
  work = async () => undefined;
  expect((await admin.post(`/api/jobs/${id}/retry`)).statusCode).toBe(200);
  expect((await ended(id)).state).toBe('DONE');
});

it('ends a canceled run when it pauses', async () => {
  work = async ({ runId }) => {
    await admin.post(`/api/jobs/${runId}/cancel`);
    return { againInMs: 3_600_000 };
  };
  const id = await start();
  await expect.poll(async () => (await admin.get(`/api/jobs/${id}`)).json().state).toBe('CANCELLED');
});

it('opens only one run for concurrent requests', async () => {
  work = async () => ({ againInMs: 3_600_000 });
  const ids = await Promise.all(Array.from({ length: 8 }, start));
  expect(new Set(ids).size).toBe(1);
  await admin.post(`/api/jobs/${ids[0]}/cancel`);
});

it('executes runs that a person started before scheduled ones', async () => {
  work = async () => ({ againInMs: 60_000 });
  const asked = await start();
  const { rows } = await sql<{ kind: string; id: number }>`
    insert into job_runs (kind, key, payload) values ('import-listings', 'by-itself', '{}') returning id`.execute(app.db);
  await queueRun(app.db, rows[0]?.id ?? 0, 60_000);
  const { rows: queued } = await sql<{ key: string; priority: number }>`
    select key, priority from graphile_worker.jobs where key in (${`job-run-${asked}`}, ${`job-run-${rows[0]?.id}`}) order by priority`.execute(app.db);
  expect(queued.map(({ priority }) => priority)).toEqual([0, 1]);
  for (const id of [asked, rows[0]?.id]) await admin.post(`/api/jobs/${id}/cancel`);
});

it('ignores a delivery of an ended run', async () => {
  let runs = 0;
  work = async () => {
    runs += 1;
    return undefined;
  };
  const id = await start();
  await ended(id);
  await sql`select graphile_worker.add_job('run-job', json_build_object('runId', ${id}::bigint), job_key => 'once more')`.execute(app.db);
  const isDelivered = async () => (await sql`select from graphile_worker.jobs where key = 'once more'`.execute(app.db)).rows.length === 0;
  await expect.poll(isDelivered).toBe(true);
  expect(runs).toBe(1);
});

it('is listed for everybody and started by administrators', async () => {
  const list = (await person.get('/api/jobs?state=DONE')).json();
  expect(list.totalCount).toBeGreaterThan(3);
  expect(new Set(list.data.map(({ state }: { state: string }) => state))).toEqual(new Set(['DONE']));
  expect((await person.post('/api/jobs', { kind: 'import-listings' })).statusCode).toBe(403);
  expect((await admin.post('/api/jobs', { kind: 'nothing' })).statusCode).toBe(400);
  expect((await person.get('/api/jobs/999999')).statusCode).toBe(404);
});

it('is sorted by its columns, by title as people read it, and exported', async () => {
  const listed = async (sort: string, descending: boolean) =>
    (await person.get(`/api/jobs?sort=${sort}&descending=${descending}`)).json().data as {
      id: number;
      title: string;
      requestedBy: string | null;
      done: number;
      total: number | null;
    }[];
  const titles = (await listed('title', false)).map(({ title }) => title);
  expect(titles).toEqual(titles.toSorted((one, other) => one.localeCompare(other)));
  expect((await listed('requested_by', true)).map(({ requestedBy }) => requestedBy === null).lastIndexOf(false)).toBeLessThan(25);
  const shares = (await listed('progress', false)).map(({ done, total }) => (total === null || total === 0 ? Number.POSITIVE_INFINITY : done / total));
  expect(shares).toEqual(shares.toSorted((one, other) => (one === other ? 0 : one - other)));
  const oldest = (await listed('created', false)).map(({ id }) => id);
  expect(oldest).toEqual(oldest.toSorted((one, other) => one - other));
  const [head, ...lines] = (await person.get('/api/jobs/export.csv?state=DONE')).body.trim().split('\r\n');
  expect(head).toMatch(/^Job,Title,State/);
  expect(lines.length).toBe((await person.get('/api/jobs?state=DONE')).json().totalCount);
  const exported = (await person.get('/api/jobs/export.csv?sort=title&descending=false')).body.trim().split('\r\n').slice(1);
  expect(exported.slice(0, 25).map((line) => Number(line.split(',')[0]))).toEqual((await listed('title', false)).slice(0, 25).map(({ id }) => id));
});

it('waits longer after each failure, at most ten minutes', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 7 }), fc.double({ min: 0, max: 1, noNaN: true }), (failures, random) => {
      const pause = failurePauseMs(failures, random) ?? 0;
      expect(pause).toBeGreaterThanOrEqual(Math.min(300_000, 2_500 * 2 ** (failures - 1)));
      expect(pause).toBeLessThanOrEqual(600_000);
    }),
  );
  expect(failurePauseMs(8, 0)).toBeUndefined();
});

it('notifies the person who started it, and mails the recipients once', async () => {
  await sql`update email_settings set enabled = true, batch_process_notifications = true, recipients = '{ann@example.com,bob@example.com}'`.execute(app.db);
  work = async () => undefined;
  const id = await start();
  await ended(id);
  await sql`select graphile_worker.add_job('run-job', json_build_object('runId', ${id}::bigint))`.execute(app.db);
  const { data } = (await admin.get('/api/notifications?tab=JOBS')).json();
  expect(data[0]).toMatchObject({ kind: 'job-finished', title: 'Import listings: finished', path: `/jobs?job=${id}` });
  const { rows } = await sql<{ recipient: string; subject: string }>`select recipient, subject from mails where kind = 'batch-process' order by id`.execute(
    app.db,
  );
  expect(rows).toEqual(['ann@example.com', 'bob@example.com'].map((recipient) => ({ recipient, subject: 'Import listings: finished' })));
  expect((await person.get('/api/notifications?tab=JOBS')).json().data).toEqual([]);
  await sql`update email_settings set enabled = false`.execute(app.db);
});

it('mails the recipients of a run that was repeated and fails again', async () => {
  await sql`update email_settings set enabled = true, batch_process_notifications = true, recipients = '{repeated@example.com}'`.execute(app.db);
  work = () => Promise.reject(new JobImpossibleError('Amazon refuses the report'));
  const id = await start();
  await ended(id);
  await admin.post(`/api/jobs/${id}/retry`);
  const subjects = async () => (await mailsTo(app, 'repeated@example.com')).map(({ subject }) => subject);
  await expect.poll(subjects).toEqual(['Import listings: failed', 'Import listings: failed']);
  await sql`update email_settings set enabled = false`.execute(app.db);
});

it('of the index advisor are run again only by people who manage indexes', async () => {
  const manager = await app.signIn('MANAGER');
  const { rows } = await sql<{ id: number }>`
    insert into job_runs (kind, key, payload, state, finished_at) values ('create-index', 'create-index', '{"suggestionId": 1}', 'FAILED', now()) returning id`.execute(
    app.db,
  );
  const id = rows[0]?.id;
  expect((await manager.post(`/api/jobs/${id}/retry`)).statusCode).toBe(403);
  expect((await manager.get(`/api/jobs/${id}`)).json().state).toBe('FAILED');
  expect((await admin.post(`/api/jobs/${id}/retry`)).statusCode).toBe(200);
});

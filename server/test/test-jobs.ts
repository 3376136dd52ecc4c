import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { createJobService, type Job, runJobTask } from '../src/features/jobs/index.ts';
import { systemClock } from '../src/platform/clock.ts';
import { openDatabase } from '../src/platform/database/connect.ts';
import { startWorker } from '../src/platform/jobs/worker.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startNotifyBus } from '../src/platform/realtime/notify-bus.ts';
import { createTopics, type Topics } from '../src/platform/realtime/topics.ts';
import type { SignedIn, TestApp } from './test-app.ts';
import type { TestMarketplace } from './test-marketplace.ts';

/** A job process beside a test's application. */
export async function startTestJobs({ connection }: TestApp, jobs: readonly Job[] | ((topics: Topics) => readonly Job[])) {
  const logger = createLogger('silent');
  const { db, pool, close } = openDatabase(connection, { max: 6, onError: () => {} });
  const bus = await startNotifyBus(connection, logger);
  const topics = createTopics(bus);
  const tasks = [runJobTask({ db, clock: systemClock, logger, topics, jobs: typeof jobs === 'function' ? jobs(topics) : jobs })];
  const start = () => startWorker({ pool, tasks, logger, pollIntervalMs: 20 });
  let worker = await start();
  afterAll(async () => {
    await worker.stop();
    await bus.close();
    await close();
  });
  return {
    service: createJobService({ db, clock: systemClock, topics }),
    async restart(): Promise<void> {
      await worker.stop();
      worker = await start();
    },
  };
}

/** Runs a job to its end, while the simulator's clock runs ahead. */
export async function runJob(
  app: TestApp,
  person: SignedIn,
  { kind, sim, states = ['DONE', 'FAILED'] }: { kind: string; sim: TestMarketplace['sim']; states?: readonly string[] },
) {
  const { id } = (await person.post('/api/jobs', { kind })).json();
  const ahead = setInterval(() => void sim.advance(10_000), 40);
  try {
    return await jobIn(app, person, id, states);
  } finally {
    clearInterval(ahead);
  }
}

/** Asks for a job until it is in one of these states; what waits for a later time is pulled forward. */
export async function jobIn(app: TestApp, person: SignedIn, id: number, states: readonly string[]) {
  const endsAt = Date.now() + 20_000;
  for (;;) {
    const run = (await person.get(`/api/jobs/${id}`)).json();
    if (states.includes(run.state)) return run;
    if (Date.now() > endsAt) throw new Error(`The job is ${run.state}: ${run.error}`);
    await hurry(app);
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
}

/** Pulls forward whatever waits for a later time. */
export async function hurry({ db }: Pick<TestApp, 'db'>): Promise<void> {
  await sql`select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where run_at > now() and locked_at is null), run_at := now())`.execute(
    db,
  );
}

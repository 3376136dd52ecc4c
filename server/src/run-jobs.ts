import type pg from 'pg';
import type { AppContext } from './app-context.ts';
import { type Features, tasksOf } from './features.ts';
import type { Task } from './platform/jobs/task.ts';
import { startWorker } from './platform/jobs/worker.ts';

interface Options {
  readonly context: AppContext;
  readonly queuePool: pg.Pool;
  readonly features: Features;
  /** In addition to the features' tasks. */
  readonly moreTasks?: readonly Task[];
}

/** Runs the queue and the features' own background work. @returns a function that stops all of it, once work in progress is over */
export async function runJobs({ context, queuePool, features, moreTasks = [] }: Options): Promise<() => Promise<void>> {
  await context.watch.lead();
  const stops = features.features.flatMap(({ start }) => start?.() ?? []);
  const worker = await startWorker({ pool: queuePool, tasks: [...tasksOf(features), ...moreTasks], logger: context.logger });
  return async () => {
    await worker.stop();
    for (const stop of stops) await stop();
  };
}

/** Closes every feature, before the platform closes. */
export async function closeFeatures({ features }: Features): Promise<void> {
  for (const { close } of features) await close?.();
}

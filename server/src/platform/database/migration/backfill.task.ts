import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Task } from '../../jobs/task.ts';
import type { Logger } from '../../logger.ts';
import type { DatabasePool } from '../connection/connect.ts';
import { runBackfillStep } from './backfill.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly connection: pg.ClientConfig;
  readonly logger: Logger;
}

/** Runs the backfills that migrations created, batch by batch, so that people notice nothing of them. */
export function backfillTask({ db, connection, logger }: Dependencies): Task {
  return {
    name: 'run-backfills',
    cron: '* * * * *',
    async run(_, stopping) {
      const waiting = await db.selectFrom('backfills').select('name').where('finished_at', 'is', null).orderBy('name').execute();
      if (waiting.length === 0) return;
      const client = new pg.Client({ ...connection, application_name: 'stowage-backfill' });
      client.on('error', () => {});
      await client.connect();
      try {
        for (const { name } of waiting) {
          if ((await runToEnd(client, name, stopping)) === 'finished') logger.info({ backfill: name }, 'a backfill has finished');
        }
      } finally {
        await client.end();
      }
    },
  };
}

/** Pauses after each batch for as long as the batch took, so that it takes at most half of a core and of the disk. */
async function runToEnd(client: pg.Client, name: string, stopping: AbortSignal) {
  for (;;) {
    const started = performance.now();
    const state = await runBackfillStep(client, name);
    if (state !== 'more' || stopping.aborted) return state;
    await sleep(performance.now() - started);
  }
}

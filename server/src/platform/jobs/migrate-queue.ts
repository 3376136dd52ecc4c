import { Logger, makeWorkerUtils } from 'graphile-worker';
import type pg from 'pg';
import { endPool, openPool } from '../database/connection/pool.ts';

/** Creates the queue's own tables, or brings them to the version of its package. The role owns them from then on. */
export async function migrateQueue(connection: pg.ClientConfig): Promise<void> {
  const pool = openPool({ connection }, { max: 1 }, () => {});
  try {
    await migratePool(pool, new Logger(() => () => {}));
  } finally {
    await endPool(pool);
  }
}

export async function migratePool(pool: pg.Pool, logger: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate().finally(() => utils.release());
}

import { Logger, makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';

/** Creates the queue's own tables, or brings them to the version of its package. The role owns them from then on. */
export async function migrateQueue(connection: pg.ClientConfig): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 1 });
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  try {
    await migratePool(pool, new Logger(() => () => {}));
  } finally {
    await pool.end();
  }
}

export async function migratePool(pool: pg.Pool, logger: Logger): Promise<void> {
  const utils = await makeWorkerUtils({ pgPool: pool, logger });
  await utils.migrate().finally(() => utils.release());
}

import type pg from 'pg';
import { readConfig } from '../platform/config/config.ts';
import { requireCluster } from '../platform/database/embedded/cluster.ts';
import { findDataRoot } from '../platform/database/embedded/data-root.ts';
import { migrate, readPendingChanges } from '../platform/database/migrate.ts';
import { isPending, withMigrationSession } from '../platform/database/migration/bring-up-to-date.ts';
import { createLogger } from '../platform/logger.ts';
import { openServer } from '../start-platform.ts';

interface Options {
  /** Reports what is pending, and changes nothing. */
  readonly isCheck: boolean;
  readonly say: (line: string) => void;
}

/** `stowage migrate [--check]` */
export async function runMigrate(isCheck: boolean): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) requireCluster(findDataRoot(config).folder);
  const server = await openServer({ config, logger: createLogger('error'), purpose: 'visit', say: console.log });
  try {
    return await migrateDatabase((server.direct ?? server.sessions).connection, { isCheck, say: console.log });
  } finally {
    await server.stop();
  }
}

/** Applies what is pending, or only reports it. @returns 1 when `--check` finds something pending */
export function migrateDatabase(connection: pg.ClientConfig, { isCheck, say }: Options): Promise<number> {
  return withMigrationSession(connection, async (client) => {
    const pending = await readPendingChanges(client);
    if (pending.later.length > 0) {
      say(`The database is ahead: it has ${pending.later.join(', ')} of a later version. Processes of this version work with it.`);
      return 0;
    }
    if (!isPending(pending)) {
      say('Nothing is pending.');
      return 0;
    }
    say(isCheck ? 'Pending:' : 'Applying:');
    for (const name of [...pending.migrations, ...pending.functions]) say(`  ${name}`);
    if (isCheck) return 1;
    const started = performance.now();
    await migrate(client, { connection, say });
    say(`The database is up to date (${((performance.now() - started) / 1000).toFixed(1)} s).`);
    return 0;
  });
}

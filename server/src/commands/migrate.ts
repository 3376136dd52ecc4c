import type pg from 'pg';
import { readConfig } from '../config/config.ts';
import { requireCluster } from '../platform/database/embedded/cluster.ts';
import { findDataRoot } from '../platform/database/embedded/data-root.ts';
import { migrate, readPendingChanges } from '../platform/database/migrate.ts';
import { isPending, prepareFor, withMigrationSession } from '../platform/database/migration/bring-up-to-date.ts';
import { mayMigrate, type RuntimeRole } from '../platform/database/roles/runtime-role.ts';
import { createLogger } from '../platform/logger.ts';
import { openServer } from '../start-platform.ts';

interface Options {
  /** Reports what is pending, and changes nothing. */
  readonly isCheck: boolean;
  readonly say: (line: string) => void;
  /** Gets its rights from the owner. */
  readonly runtime?: RuntimeRole | undefined;
}

/** `stowage migrate [--check]` */
export async function runMigrate(isCheck: boolean): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) requireCluster(findDataRoot(config).folder);
  const server = await openServer({ config, logger: createLogger('error'), purpose: 'visit', say: console.log });
  try {
    const { owner, direct, sessions, runtime } = server;
    return await migrateDatabase((owner ?? direct ?? sessions).connection, { isCheck, say: console.log, runtime });
  } finally {
    await server.stop();
  }
}

/** Applies what is pending, or only reports it. @returns 1 when `--check` finds something pending */
export function migrateDatabase(connection: pg.ClientConfig, { isCheck, say, runtime }: Options): Promise<number> {
  return withMigrationSession(connection, async (client) => {
    const code = await applyPending(client, connection, { isCheck, say });
    if (!isCheck) await prepareFor(runtime, { owner: client, connection });
    return code;
  });
}

async function applyPending(client: pg.Client, connection: pg.ClientConfig, { isCheck, say }: Options): Promise<number> {
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
  if (!(await mayMigrate(client))) throw new Error('The role of DATABASE_URL does not own the tables: set DATABASE_OWNER_URL to the role that does');
  const started = performance.now();
  await migrate(client, { connection, say });
  say(`The database is up to date (${((performance.now() - started) / 1000).toFixed(1)} s).`);
  return 0;
}

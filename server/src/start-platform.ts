import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { AppContext } from './app-context.ts';
import { findDemoAccount } from './demo/index.ts';
import { createFileStore } from './integrations/storage/file-store.ts';
import { createSealedFileStore } from './integrations/storage/sealed-file-store.ts';
import { createMailing } from './mailing.ts';
import { systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/connect.ts';
import { dataRoot } from './platform/database/embedded/data-root.ts';
import { DataInUseError, type EmbeddedPostgres, startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { archiveSettings } from './platform/database/embedded/wal-archive.ts';
import { encryptsFiles } from './platform/database/file-encryption.repository.ts';
import { bringUpToDate } from './platform/database/migration/bring-up-to-date.ts';
import { createFirstPasswordFile } from './platform/first-password.ts';
import type { Logger } from './platform/logger.ts';
import { startNotifyBus } from './platform/realtime/notify-bus.ts';
import { createTopics } from './platform/realtime/topics.ts';
import { loadSecrets } from './platform/secrets.ts';

export interface Platform {
  readonly context: AppContext;
  /** For the queue, which needs the driver's own pool. */
  readonly pool: pg.Pool;
  readonly dataFolder: string;
  close(): Promise<void>;
}

/** The PostgreSQL server, and the data directory. */
interface Server extends EmbeddedPostgres {
  readonly folder: string;
}

interface Options {
  readonly config: Config;
  readonly logger: Logger;
  /** `serve` starts the embedded server; `visit` also uses one that is running. */
  readonly purpose: 'serve' | 'visit';
  /** Prints a line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Ends a start that waits for migrations. */
  readonly stopped?: Promise<unknown>;
}

/** More connections would only compete for the same cores: on two, 12 scan a tenth faster than 20. */
const POOL_SIZE = 12;

/** What the web process, the job process and the command line share: a migrated database and everything around it. */
export async function startPlatform(options: Options): Promise<Platform> {
  const { config, logger, say } = options;
  const { folder, ...server } = await openServer(options);
  try {
    await bringUpToDate(server.connection, { mode: config.migrate, say, stopped: options.stopped });
    const database = openDatabase(server.connection, { max: POOL_SIZE, onError: (error) => logger.warn({ err: error }, 'a database connection broke') });
    const bus = await startNotifyBus(server.connection, logger);
    const secrets = loadSecrets(folder, config.encryptionKey);
    const context: AppContext = {
      db: database.db,
      bus,
      topics: createTopics(bus),
      clock: systemClock,
      logger,
      secrets,
      connection: database.connection,
      samples: database.samples,
      space: database.space,
      databaseServer: { isEmbedded: config.databaseUrl === undefined, mayEditCatalogue: config.mayEditCatalogue },
      backup: config.backup,
      dataFolder: folder,
      mail: createMailing(config),
      marketplace: {
        configured: config.marketplace,
        addresses: config.marketplaceAddresses,
        findSimulator: async () => (config.demo ? findDemoAccount(folder) : undefined),
      },
      firstPassword: createFirstPasswordFile(folder),
      openFiles: (name) =>
        createSealedFileStore(createFileStore(path.join(folder, name)), { key: secrets.encryptionKey, isOn: () => encryptsFiles(database.db) }),
    };
    return {
      context,
      pool: database.pool,
      dataFolder: folder,
      async close() {
        await bus.close();
        await database.close();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Opens the PostgreSQL of this installation, and nothing else. */
export async function openServer({ config, logger, purpose, say }: Options): Promise<Server> {
  const { folder, moved } = dataRoot(config);
  if (moved) say(`The account of PostgreSQL can't enter the checkout, so the data is in ${folder}`);
  if (config.databaseUrl !== undefined) return { folder, connection: { connectionString: config.databaseUrl }, stop: async () => {} };
  const server = await startEmbeddedPostgres({
    folder,
    purpose,
    log: (message) => logger.warn(message),
    ...(config.backup.target !== undefined && { settings: archiveSettings(folder) }),
  }).catch(sayWhereItRuns(folder));
  return { folder, ...server };
}

const ADDRESS_FILE = 'address';

/** Writes down where this data is served, for the message of a second start. @returns a function that removes the note */
export function rememberAddress(dataFolder: string, address: string): () => void {
  const file = path.join(dataFolder, ADDRESS_FILE);
  writeFileSync(file, `at ${address}, process ${process.pid}`);
  return () => rmSync(file, { force: true });
}

function sayWhereItRuns(dataFolder: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof DataInUseError)) throw error;
    let where = '';
    try {
      where = ` (${readFileSync(path.join(dataFolder, ADDRESS_FILE), 'utf8')})`;
    } catch {
      // The running process does not listen yet.
    }
    throw new DataInUseError(
      `Stowage is already running on the data directory ${dataFolder}${where}. Stop it first, or set STOWAGE_DATA_DIR to another folder`,
    );
  };
}

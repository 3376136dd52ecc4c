import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type pg from 'pg';
import type { AppContext } from './app-context.ts';
import type { Config } from './config/config.ts';
import { findDemoAccount, isDemoRemoved } from './demo/index.ts';
import { archivingOf, noteUnarchivedRun } from './features/backups/index.ts';
import { createClamd } from './integrations/malware/clamd.ts';
import { scanned } from './integrations/malware/scanned-file-store.ts';
import { createFilePlaces } from './integrations/storage/file-places.ts';
import { createSealedFileStore } from './integrations/storage/sealed-file-store.ts';
import { createMailing } from './mailing.ts';
import { systemClock } from './platform/clock.ts';
import type { ProcessRole } from './platform/config/process-role.ts';
import { openDatabase } from './platform/database/connection/connect.ts';
import { roleIn } from './platform/database/connection/hosts/database-hosts.ts';
import { useWritableHost } from './platform/database/connection/hosts/writable-host.ts';
import { requireSameDatabase } from './platform/database/connection/same-database.ts';
import { openSessions, type Sessions } from './platform/database/connection/sessions.ts';
import { runtimeRoleOf } from './platform/database/embedded/cluster.ts';
import { dataRoot } from './platform/database/embedded/data-root.ts';
import { DataInUseError, startEmbeddedPostgres } from './platform/database/embedded/embedded-postgres.ts';
import { encryptsFiles } from './platform/database/file-encryption.repository.ts';
import { bringUpToDate } from './platform/database/migration/bring-up-to-date.ts';
import type { RuntimeRole } from './platform/database/roles/runtime-role.ts';
import { createFirstPasswordFile } from './platform/first-password.ts';
import { storeDerivedKeys } from './platform/keys/derived-key.ts';
import type { Logger } from './platform/logger.ts';
import { startNotifyBus } from './platform/realtime/notify-bus.ts';
import { createTopics } from './platform/realtime/topics.ts';
import { loadSecrets } from './platform/secrets.ts';

export interface Platform {
  readonly context: AppContext;
  /** The pool of calls, for its figures. */
  readonly pool: pg.Pool;
  /** For the queue, which needs the driver's own pool. */
  readonly queuePool: pg.Pool;
  readonly dataFolder: string;
  close(): Promise<void>;
}

/** The PostgreSQL server, and the data directory. */
interface Server {
  readonly folder: string;
  readonly sessions: Sessions;
  /** Set when the sessions go through a pooler in transaction mode. */
  readonly direct: Sessions | undefined;
  /** Sessions of the role that owns the tables; undefined when `sessions` are. */
  readonly owner: Sessions | undefined;
  /** The role of `sessions`, to which the owner gives its rights. */
  readonly runtime: RuntimeRole | undefined;
  stop(): Promise<void>;
}

interface Options {
  readonly config: Config;
  readonly logger: Logger;
  /** In place of the configured one. */
  readonly role?: ProcessRole;
  /** `serve` starts the embedded server; `visit` also uses one that is running. */
  readonly purpose: 'serve' | 'visit';
  /** Prints a line for the person at the terminal. */
  readonly say: (line: string) => void;
  /** Ends a start that waits for migrations. */
  readonly stopped?: Promise<unknown>;
}

/**
 * One process has the server for itself: more connections would only compete for the same cores, and on two 12 scan a tenth
 * faster than 20. Of processes by role, seven fit into the 100 connections of a default server.
 */
const POOL_SIZES = { all: 13, web: 8, worker: 7 } as const;
/** Each lane of the queue listens on one connection. */
const LEAST_POOL_SIZE = { all: 4, web: 2, worker: 4 } as const;
/** Not refused: the key may be lost. */
const OTHER_KEY =
  'The encryption key is not the one of this database: stored files and credentials can not be read, the audit log and the ledger are not sealed. See stowage doctor';

/** What the web process, the job process and the command line share: a migrated database and everything around it. */
export async function startPlatform(options: Options): Promise<Platform> {
  const { config, logger, say } = options;
  const { folder, sessions, direct, owner, runtime, stop } = await openServer(options);
  const role = options.role ?? config.role;
  try {
    await bringUpToDate((owner ?? direct ?? sessions).connection, { mode: config.migrate, say, stopped: options.stopped, runtime });
    const database = openDatabase(sessions, {
      max: Math.max(config.poolSize ?? POOL_SIZES[role], LEAST_POOL_SIZE[role]),
      onError: (error) => logger.warn({ err: error }, 'a database connection broke'),
      ...(direct && { direct }),
      ...(owner && { owner }),
      // Jobs read what they are about to change.
      ...(role !== 'worker' && { replicaUrl: config.replicaUrl, onStandby: (state) => logger.info(state) }),
    });
    const bus = await startNotifyBus(database.connection, logger);
    const secrets = loadSecrets(folder, config);
    await checkKeys({ db: database.db, encryptionKey: secrets.encryptionKey }, options);
    const filePlaces = createFilePlaces({ dataFolder: folder, files: config.files });
    const context: AppContext = {
      db: database.db,
      bus,
      topics: createTopics(bus),
      clock: systemClock,
      logger,
      secrets,
      connection: database.connection,
      owner: database.owner,
      samples: database.samples,
      space: database.space,
      hasStandby: database.hasStandby,
      watch: database.watch,
      databaseServer: { isEmbedded: config.databaseUrl === undefined, mayEditCatalog: config.mayEditCatalog },
      backup: config.backup,
      webhookNetworks: config.webhookNetworks,
      dataFolder: folder,
      mail: createMailing(config),
      marketplace: {
        configured: config.marketplace,
        queue: config.eventQueue,
        addresses: config.marketplaceAddresses,
        findSimulator: async () => (config.demo && !(await isDemoRemoved(database.db)) ? findDemoAccount(folder) : undefined),
      },
      signIn: config.signIn,
      firstPassword: createFirstPasswordFile(folder),
      filePlaces,
      openFiles: (name, place) =>
        scanned(
          createSealedFileStore((place && filePlaces.openIn(place, name)) ?? filePlaces.open(name), {
            key: secrets.encryptionKey,
            isOn: () => encryptsFiles(database.db),
          }),
          config.files.scanner && createClamd(config.files.scanner),
        ),
    };
    return {
      context,
      pool: database.pool,
      queuePool: database.queuePool,
      dataFolder: folder,
      async close() {
        await bus.close();
        await database.close();
        await stop();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function checkKeys(keys: Parameters<typeof storeDerivedKeys>[0], { purpose, say }: Options): Promise<void> {
  const opensEach = await storeDerivedKeys(keys);
  if (purpose === 'serve' && !opensEach) say(OTHER_KEY);
}

/** Opens the PostgreSQL of this installation, and nothing else. */
export async function openServer({ config, logger, purpose, say }: Options): Promise<Server> {
  const { folder, moved } = dataRoot(config);
  if (moved) say(`The account of PostgreSQL can't enter the checkout, so the data is in ${folder}`);
  const { databaseUrl } = config;
  if (databaseUrl !== undefined) return { folder, ...(await openExternal(databaseUrl, config)), stop: async () => {} };
  const settings = await archivingOf(folder, { isSetUp: config.backup.target !== undefined, purpose });
  const server = await startEmbeddedPostgres({ folder, purpose, log: (message) => logger.warn(message), ...(settings && { settings }) }).catch(
    sayWhereItRuns(folder),
  );
  if (purpose === 'serve' && settings === undefined) await noteUnarchivedRun(folder, systemClock.now());
  const runtime = runtimeRoleOf(folder);
  const sessions = openSessions({ ...server.connection, user: runtime.name, password: runtime.password });
  return { folder, sessions, direct: undefined, owner: openSessions(server.connection), runtime, stop: server.stop };
}

async function openExternal(databaseUrl: string, { directUrl, ownerUrl }: Config): Promise<Omit<Server, 'folder' | 'stop'>> {
  const runtime = roleIn(databaseUrl);
  const hasOwner = ownerUrl !== undefined && runtime.name !== roleIn(ownerUrl).name;
  const sessions = openSessions(databaseUrl);
  const direct = directUrl === undefined ? undefined : openSessions(directUrl);
  const owner = hasOwner ? openSessions(ownerUrl) : undefined;
  await Promise.all([sessions, direct, owner].map((each) => each && useWritableHost(each)));
  if (owner !== undefined) await requireSameDatabase(sessions.connection, owner.connection);
  return { sessions, direct, owner, runtime: hasOwner ? runtime : undefined };
}

const ADDRESS_FILE = 'address';

/** Writes down where this data is served, for the message of a second start. @returns a function that removes the note */
export function rememberAddress(dataFolder: string, address: string): () => void {
  const file = path.join(dataFolder, ADDRESS_FILE);
  const note = `at ${address}, process ${process.pid}`;
  writeFileSync(file, note);
  return () => {
    // With an external database, another process on this data directory may have written its own.
    if (existsSync(file) && readFileSync(file, 'utf8') === note) rmSync(file);
  };
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

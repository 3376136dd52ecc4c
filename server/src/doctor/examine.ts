import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Config } from '../config/config.ts';
import { archivingOf, backupState, spoolOf } from '../features/backups/index.ts';
import { findEnteredAccount } from '../features/connection/index.ts';
import { DOCUMENT_FOLDER } from '../features/documents/index.ts';
import { createFilePlaces } from '../integrations/storage/file-places.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';
import { useWritableHost } from '../platform/database/connection/hosts/writable-host.ts';
import { openSessions } from '../platform/database/connection/sessions.ts';
import { clusterLayout, hasCluster } from '../platform/database/embedded/cluster.ts';
import { findDataRoot } from '../platform/database/embedded/data-root.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/embedded-postgres.ts';
import { reasonOf } from '../platform/formats/reason-of.ts';
import { opensDerivedKeys } from '../platform/keys/derived-key.ts';
import { attempt, type Check, fail, ok } from './check.ts';
import { checkBackups } from './checks/backup-check.ts';
import { checkDatabase } from './checks/database-checks.ts';
import { exist, findNewestFile } from './checks/database-state.read-model.ts';
import { checkFileStore } from './checks/file-store-check.ts';
import { checkFolder } from './checks/folder-checks.ts';
import { checkStoredSecrets, readEncryptionKey } from './checks/key-check.ts';
import { checkMail, checkMarketplace, checkProcess, checkPublicAddress } from './checks/outside-checks.ts';
import { checkRoles } from './checks/roles-check.ts';
import { checkSignIn } from './checks/sign-in-check.ts';
import { checkStandby } from './checks/standby-check.ts';

/** What the examination found, and the database for a support bundle while it answers. */
export interface Examination {
  readonly checks: readonly Check[];
  readonly folder: string;
  readonly client: pg.Client | undefined;
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 10_000;

/** Checks the installation without changing it. An embedded database that is stopped is started for the while. */
export async function examine(config: Config): Promise<Examination> {
  const { folder } = findDataRoot(config);
  const process = await checkProcess(folder);
  const store = checkFileStore(createFilePlaces({ dataFolder: folder, files: config.files }));
  const outside = Promise.all([checkMail(config), checkPublicAddress(config)]);
  const database = await openForChecks(config, folder);
  const inside =
    database.connection === undefined ? [database.check] : [database.check, ...(await checksInside(config, folder, database.connection, database.client))];
  return {
    folder,
    client: database.client,
    checks: [
      ...checkFolder(folder, config),
      process,
      ...inside,
      ...(await configuredAccount(config)),
      ...(await outside),
      ...(await checkSignIn(config)),
      ...[await store].filter((check) => check !== undefined),
    ],
    close: database.close,
  };
}

interface OpenedDatabase {
  readonly check: Check;
  readonly connection?: pg.ClientConfig;
  readonly client: pg.Client | undefined;
  close(): Promise<void>;
}

async function openForChecks({ databaseUrl, directUrl }: Config, folder: string): Promise<OpenedDatabase> {
  const isEmbedded = databaseUrl === undefined;
  if (isEmbedded && !hasCluster(folder)) {
    return unavailable(`There is no database in ${folder}`, 'Start Stowage once, or set STOWAGE_DATA_DIR or DATABASE_URL as it was when it started.');
  }
  const log = clusterLayout(folder).log;
  const advice = isEmbedded
    ? `See ${log}${existsSync(log) ? '' : ', once it exists'}.`
    : 'Check that the server runs, and DATABASE_URL: host, port, name, user and password.';
  let stop = async () => {};
  try {
    const settings = isEmbedded ? await archivingOf(folder, { isSetUp: false, purpose: 'visit' }) : undefined;
    const server = isEmbedded ? await startEmbeddedPostgres({ folder, purpose: 'visit', ...(settings && { settings }) }) : undefined;
    stop = server?.stop ?? stop;
    const address = server?.connection ?? directUrl ?? databaseUrl ?? '';
    const sessions = openSessions(address);
    await useWritableHost(sessions);
    const connection = { ...sessions.connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
    const client = new pg.Client({ ...connection, application_name: 'stowage doctor' });
    client.on('error', () => {});
    await client.connect();
    await client.query('set default_transaction_read_only = on');
    const close = async () => {
      await client.end();
      await stop();
    };
    return { check: ok('database', isEmbedded ? 'The embedded PostgreSQL answers.' : 'PostgreSQL answers.'), connection, client, close };
  } catch (error) {
    await stop();
    return unavailable(reasonOf(error), advice);
  }
}

function unavailable(text: string, advice: string): OpenedDatabase {
  return { check: fail('database', text, advice), client: undefined, close: async () => {} };
}

async function checksInside(config: Config, folder: string, connection: pg.ClientConfig, client: pg.Client | undefined): Promise<Check[]> {
  if (client === undefined) return [];
  const checks = [
    ...(await checkDatabase(client)),
    await checkRoles(client, config),
    ...(config.replicaUrl === undefined ? [] : [await checkStandby(client, config.replicaUrl)]),
    await attempt('backups', 'Start Stowage, which creates its tables.', () => readBackups(config, folder, connection)),
  ];
  const key = readEncryptionKey(folder, config);
  if (key === undefined || !(await exist(client, ['documents', 'marketplace_credentials', 'derived_keys']))) return checks;
  const newestFile = await findNewestFile(client);
  const database = openDatabase(connection, { max: 1, onError: () => {} });
  try {
    const entered = await findEnteredAccount(database.db, { encryptionKey: key, addresses: config.marketplaceAddresses });
    const files = createFilePlaces({ dataFolder: folder, files: config.files }).open(DOCUMENT_FOLDER);
    const opensKeys = await opensDerivedKeys({ db: database.db, encryptionKey: key });
    const stored = await checkStoredSecrets({ stored: files, key, opensKeys, newestFile, entered });
    return [...checks, stored, ...(config.marketplace === undefined && entered?.account !== undefined ? await checkMarketplace(entered.account) : [])];
  } finally {
    await database.close();
  }
}

async function readBackups({ backup, databaseUrl, demo }: Config, folder: string, connection: pg.ClientConfig): Promise<Check> {
  const database = openDatabase(connection, { max: 1, onError: () => {} });
  try {
    const spool = spoolOf({ databaseServer: { isEmbedded: databaseUrl === undefined }, dataFolder: folder });
    const state = await backupState({ db: database.db, clock: systemClock, isSetUp: backup.target !== undefined, spool });
    return checkBackups(state, { now: new Date(), isDemo: demo });
  } finally {
    await database.close();
  }
}

/** Reachable without the database. */
async function configuredAccount({ marketplace }: Config): Promise<Check[]> {
  return marketplace === undefined ? [] : checkMarketplace(marketplace);
}

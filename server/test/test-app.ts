import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { Permission } from '@stowage/contract/permissions';
import type { FixedRole } from '@stowage/contract/roles';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import type { AppContext } from '../src/app-context.ts';
import { insertUser } from '../src/features/identity/internals.ts';
import { createFeatures, type Features } from '../src/features.ts';
import type { MailTransport } from '../src/integrations/mail/smtp.ts';
import type { Account } from '../src/integrations/marketplace/account.ts';
import { createFilePlaces, type FilePlaces } from '../src/integrations/storage/file-places.ts';
import { createSealedFileStore } from '../src/integrations/storage/sealed-file-store.ts';
import { type Observed, startObserving } from '../src/observe.ts';
import type { FilesConfig } from '../src/platform/config/file-config.ts';
import type { SignInConfig } from '../src/platform/config/sign-in-config.ts';
import type { DatabaseOwner } from '../src/platform/database/connection/connect.ts';
import { encryptsFiles } from '../src/platform/database/file-encryption.repository.ts';
import type { DB } from '../src/platform/database/schema.generated.ts';
import { createFirstPasswordFile } from '../src/platform/first-password.ts';
import { fixedKeyring } from '../src/platform/keys/keyring.ts';
import { fixedTokenKeys } from '../src/platform/keys/token-keys.ts';
import { createLogger, type Logger } from '../src/platform/logger.ts';
import { startNotifyBus } from '../src/platform/realtime/notify-bus.ts';
import { createTopics } from '../src/platform/realtime/topics.ts';
import type { Secrets } from '../src/platform/secrets.ts';
import { closeFeatures } from '../src/run-jobs.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApp {
  readonly dataFolder: string;
  readonly app: FastifyInstance;
  readonly context: AppContext;
  readonly features: Features;
  readonly db: Kysely<DB>;
  /** Of the application's role, which only uses the tables. */
  readonly connection: pg.ClientConfig;
  /** The role that owns the tables: for what a test does and the product never does. */
  readonly owner: DatabaseOwner;
  /** The folder of cases' photos. */
  readonly photoFolder: string;
  /** The folder of vendors' invoices. */
  readonly invoiceFolder: string;
  /** The folder of documents. */
  readonly documentFolder: string;
  readonly openFiles: AppContext['openFiles'];
  /** Where `/metrics` has a port of its own. */
  readonly metricsPort: number | undefined;
  readonly filePlaces: FilePlaces;
  /** The application's clock, which stands still until it is set. */
  readonly clock: { now(): Date; set(moment: Date): void; advance(ms: number): void };
  /** Adds a person and signs them in. @param role the key of a role, or the permissions of a role of their own */
  signIn(role?: FixedRole | readonly Permission[]): Promise<SignedIn>;
}

export interface SignedIn {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly refreshToken: string;
  /** Calls the API as this person. */
  post(url: string, body?: unknown): Promise<LightMyRequestResponse>;
  put(url: string, body?: unknown): Promise<LightMyRequestResponse>;
  remove(url: string): Promise<LightMyRequestResponse>;
  get(url: string): Promise<LightMyRequestResponse>;
}

/** Signs the tokens of the tests' people. */
export const TEST_TOKEN_KEY = 'a key for tests only';
export const TEST_SECRETS = { accessTokenKey: fixedTokenKeys(TEST_TOKEN_KEY), encryptionKey: fixedKeyring(Buffer.alloc(32, 7)) };

const ON_DISK: FilesConfig = { place: 'disk', s3: undefined };

const EVERY_METHOD: SignInConfig = { hasPasswords: true, breakGlass: [], hasPasskeys: true, oidc: undefined };

const TEST_SERVER = { isEmbedded: true, mayEditCatalog: true };

/** The hash of everybody's password, computed in a fraction of a millisecond; the product's own parameters take a thousand times as long. */
const PASSWORD = 'a password of tests';
const PASSWORD_HASH = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

let people = 0;
/** Disables time limits, because anything can be slow on a busy machine. */
const PATIENT_MS = 10_000;
const NOWHERE = 'http://127.0.0.1:9';

interface TestAppOptions {
  /** Stands for the demo's simulator. */
  readonly account?: Account;
  readonly transport?: MailTransport;
  readonly trustedProxies?: string[];
  /** Opens the files of photos, invoices and documents. */
  readonly openFile?: typeof open;
  /** What makes it visible from outside, which is off by default. */
  readonly observed?: Observed;
  readonly logger?: Logger;
  readonly files?: FilesConfig;
  readonly signInConfig?: SignInConfig;
  /** Another process on the database of this one, with a data directory of its own. */
  readonly beside?: TestApp;
  /** The size of the pool. */
  readonly connections?: number;
  readonly secrets?: Secrets;
}

/** The whole application on its own database; only the clock is fake. */
export async function createTestApp({
  account,
  transport,
  trustedProxies,
  openFile,
  observed,
  logger = createLogger('silent'),
  files = ON_DISK,
  signInConfig = EVERY_METHOD,
  beside,
  connections,
  secrets = TEST_SECRETS,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase(beside, connections);
  let now = new Date('2026-11-20T14:03:05Z');
  const clock = {
    now: () => now,
    set: (moment: Date) => {
      now = moment;
    },
    advance: (ms: number) => {
      now = new Date(now.getTime() + ms);
    },
  };
  const bus = await startNotifyBus(database.connection, logger);
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'stowage-files-'));
  const filePlaces = createFilePlaces({ dataFolder, files, openFile });
  const folders = foldersIn(dataFolder);
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const context: AppContext = {
    ...database,
    bus,
    topics: createTopics(bus),
    clock,
    logger,
    secrets,
    databaseServer: TEST_SERVER,
    backup: { target: undefined, passphraseFile: undefined, at: 'off', keep: '7d', s3: { endpoint: undefined, region: 'us-east-1' } },
    webhookNetworks: ['127.0.0.0/8'],
    dataFolder,
    mail: { transport, publicAddress: 'https://stowage.test' },
    marketplace: {
      configured: undefined,
      queue: undefined,
      addresses: { baseUrl: account?.baseUrl ?? NOWHERE, tokenUrl: account?.tokenUrl ?? NOWHERE },
      findSimulator: async () => account,
    },
    signIn: signInConfig,
    firstPassword: createFirstPasswordFile(dataFolder),
    filePlaces,
    openFiles: (folder, place) =>
      createSealedFileStore((place && filePlaces.openIn(place, folder)) ?? filePlaces.open(folder), {
        key: secrets.encryptionKey,
        isOn: () => encryptsFiles(database.db),
      }),
    searchLimitMs: PATIENT_MS,
  };
  const features = await createFeatures(context);
  const observation = observed && (await startObserving(observed, { context, pool: database.pool, dataFolder }, 'web'));
  const app = await buildApp(context, features, { webFolder: '/nowhere', ...(trustedProxies && { trustedProxies }), ...observation?.app });
  afterAll(async () => {
    await app.close();
    await observation?.close();
    await closeFeatures(features);
    await bus.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const signIn = async (role: FixedRole | readonly Permission[] = 'ROLE_USER'): Promise<SignedIn> => {
    const email = `person-${people++}@example.com`;
    const key = typeof role === 'string' ? role : `role-${people}`;
    const user = await insertUser(database.db, { email, name: email.split('@')[0] ?? email, roles: [key], passwordHash: PASSWORD_HASH });
    if (typeof role !== 'string') await addRole(database.db, { key, permissions: role, actorId: user?.id ?? 0 });
    const password = PASSWORD;
    const { token, refreshToken } = (await app.inject({ method: 'POST', url: '/api/login', payload: { username: email, password } })).json();
    const headers = { authorization: `Bearer ${token}` };
    return {
      email,
      password,
      token,
      refreshToken,
      post: (url, body) => app.inject({ method: 'POST', url, headers, ...(body !== undefined && { payload: body as object }) }),
      put: (url, body) => {
        const type = Buffer.isBuffer(body) ? { 'content-type': 'application/octet-stream' } : {};
        return app.inject({ method: 'PUT', url, headers: { ...headers, ...type }, ...(body !== undefined && { payload: body as object }) });
      },
      remove: (url) => app.inject({ method: 'DELETE', url, headers }),
      get: (url) => app.inject({ method: 'GET', url, headers }),
    };
  };
  return {
    app,
    context,
    features,
    dataFolder,
    db: database.db,
    connection: database.connection,
    owner: database.owner,
    ...folders,
    openFiles: context.openFiles,
    filePlaces,
    metricsPort: observation?.port,
    clock,
    signIn,
  };
}

async function addRole(db: Kysely<DB>, { key, permissions, actorId }: { key: string; permissions: readonly Permission[]; actorId: number }): Promise<void> {
  const now = new Date();
  await db
    .insertInto('roles')
    .values({ role_key: key, name: key, permissions: [...permissions], created_by: actorId, created_at: now, updated_at: now })
    .execute();
}

function foldersIn(dataFolder: string) {
  return {
    photoFolder: path.join(dataFolder, 'photos'),
    invoiceFolder: path.join(dataFolder, 'documents/invoices'),
    documentFolder: path.join(dataFolder, 'documents/files'),
  };
}

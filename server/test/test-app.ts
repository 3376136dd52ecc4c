import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import type { open } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { hash } from '@node-rs/argon2';
import type { Role } from '@stowage/contract/permissions';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import type { AppContext } from '../src/app-context.ts';
import { insertUser } from '../src/features/identity/internals.ts';
import { createFeatures } from '../src/features.ts';
import type { MailTransport } from '../src/integrations/mail/smtp.ts';
import type { Account } from '../src/integrations/marketplace/account.ts';
import { createFileStore } from '../src/integrations/storage/file-store.ts';
import { createSealedFileStore } from '../src/integrations/storage/sealed-file-store.ts';
import { encryptsFiles } from '../src/platform/database/file-encryption.repository.ts';
import type { DB } from '../src/platform/database/schema.generated.ts';
import { createFirstPasswordFile } from '../src/platform/first-password.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startNotifyBus } from '../src/platform/realtime/notify-bus.ts';
import { createTopics } from '../src/platform/realtime/topics.ts';
import { closeFeatures } from '../src/run-jobs.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApp {
  readonly dataFolder: string;
  readonly app: FastifyInstance;
  readonly db: Kysely<DB>;
  readonly connection: pg.ClientConfig;
  /** The folder of cases' photos. */
  readonly photoFolder: string;
  /** The folder of vendors' invoices. */
  readonly invoiceFolder: string;
  /** The folder of documents. */
  readonly documentFolder: string;
  readonly openFiles: AppContext['openFiles'];
  /** The application's clock, which stands still until it is set. */
  readonly clock: { now(): Date; set(moment: Date): void; advance(ms: number): void };
  /** Adds a person and signs them in. */
  signIn(role?: Role): Promise<SignedIn>;
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
export const TEST_SECRETS = { accessTokenKey: 'a key for tests only', encryptionKey: Buffer.alloc(32, 7) };

const TEST_SERVER = { isEmbedded: true, mayEditCatalogue: true };

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
}

/** The whole application on its own database; only the clock is fake. */
export async function createTestApp({ account, transport, trustedProxies, openFile }: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
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
  const logger = createLogger('silent');
  const bus = await startNotifyBus(database.connection, logger);
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'stowage-files-'));
  const folders = foldersIn(dataFolder);
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  const context: AppContext = {
    ...database,
    bus,
    topics: createTopics(bus),
    clock,
    logger,
    secrets: TEST_SECRETS,
    databaseServer: TEST_SERVER,
    backup: { target: undefined, passphraseFile: undefined, at: 'off', keep: '7d', s3: { endpoint: undefined, region: 'us-east-1' } },
    dataFolder,
    mail: { transport, publicAddress: 'https://stowage.test' },
    marketplace: {
      configured: undefined,
      addresses: { baseUrl: account?.baseUrl ?? NOWHERE, tokenUrl: account?.tokenUrl ?? NOWHERE },
      findSimulator: async () => account,
    },
    firstPassword: createFirstPasswordFile(dataFolder),
    openFiles: (folder) =>
      createSealedFileStore(createFileStore(path.join(dataFolder, folder), openFile), {
        key: TEST_SECRETS.encryptionKey,
        isOn: () => encryptsFiles(database.db),
      }),
    searchLimitMs: PATIENT_MS,
  };
  const features = await createFeatures(context);
  const app = await buildApp(context, features, { webFolder: '/nowhere', ...(trustedProxies && { trustedProxies }) });
  afterAll(async () => {
    await app.close();
    await closeFeatures(features);
    await bus.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  const signIn = async (role: Role = 'ROLE_USER'): Promise<SignedIn> => {
    const email = `person-${people++}@example.com`;
    await insertUser(database.db, { email, name: email.split('@')[0] ?? email, roles: [role], passwordHash: PASSWORD_HASH });
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
  return { app, dataFolder, db: database.db, connection: database.connection, ...folders, openFiles: context.openFiles, clock, signIn };
}

function foldersIn(dataFolder: string) {
  return {
    photoFolder: path.join(dataFolder, 'photos'),
    invoiceFolder: path.join(dataFolder, 'documents/invoices'),
    documentFolder: path.join(dataFolder, 'documents/files'),
  };
}

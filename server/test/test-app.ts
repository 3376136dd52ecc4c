import type { Role } from '@stowage/contract/permissions';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll } from 'vitest';
import { buildApp } from '../src/app.ts';
import { createUserService } from '../src/features/identity/index.ts';
import type { DB } from '../src/platform/database/schema.generated.ts';
import { createLogger } from '../src/platform/logger.ts';
import { startNotifyBus } from '../src/platform/realtime/notify-bus.ts';
import type { Secrets } from '../src/platform/secrets.ts';
import { createTestDatabase } from './test-database.ts';

export interface TestApp {
  readonly app: FastifyInstance;
  readonly db: Kysely<DB>;
  readonly connection: pg.ClientConfig;
  /** The time that the application sees; it stands still until it is set. */
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
  get(url: string): Promise<LightMyRequestResponse>;
}

/** What signs the tokens of the tests' people. */
export const TEST_SECRETS: Secrets = { accessTokenKey: 'a key for tests only' };

let people = 0;

/** The whole application on a database of its own; only the clock is a fake. */
export async function createTestApp(): Promise<TestApp> {
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
  const app = await buildApp({ db: database.db, bus, clock, logger, secrets: TEST_SECRETS, webFolder: '/nowhere' });
  afterAll(async () => {
    await app.close();
    await bus.close();
  });
  const users = createUserService({ db: database.db, clock });
  const signIn = async (role: Role = 'ROLE_USER'): Promise<SignedIn> => {
    const email = `person-${people++}@example.com`;
    const password = await users.addUser({ email, role });
    const { token, refreshToken } = (await app.inject({ method: 'POST', url: '/api/login', payload: { username: email, password } })).json();
    const headers = { authorization: `Bearer ${token}` };
    return {
      email,
      password,
      token,
      refreshToken,
      post: (url, body) => app.inject({ method: 'POST', url, headers, ...(body !== undefined && { payload: body as object }) }),
      get: (url) => app.inject({ method: 'GET', url, headers }),
    };
  };
  return { app, db: database.db, connection: database.connection, clock, signIn };
}

import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { signWrite } from '../audit/actor.ts';
import { isExporting } from './export-connections.ts';
import { isDatabaseFull } from './failures.ts';
import type { DB } from './schema.generated.ts';
import { createStatementSamples, type StatementSamples } from './statement-samples.ts';

/** The pool: code that holds it may begin a transaction. */
export type DatabasePool = Kysely<DB>;

/** An open transaction: a function that takes one commits or rolls back with its caller. */
export type DatabaseTransaction = Transaction<DB>;

/** The pool or a transaction: the first parameter of every repository function. */
export type Database = DatabasePool | DatabaseTransaction;

/** How to open sessions outside the pool. */
export type DatabaseConnection = pg.ClientConfig;

export interface OpenDatabase {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  /** For sessions outside the pool; the pool's own options hide the password when they are copied. */
  readonly connection: pg.ClientConfig;
  /** Recent parameter values of slow statements. */
  readonly samples: StatementSamples;
  readonly space: DatabaseSpace;
  close(): Promise<void>;
}

/** Whether a statement has failed because the database's disk is full. */
export interface DatabaseSpace {
  hasRunOut: boolean;
}

// Counts and ids stay far below 2^53; numeric (money) stays text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const EXPORT_CONNECTIONS = 3;
/** An export waits for the ones before it. */
const EXPORT_PATIENCE_MS = 120_000;

const PREPARED = /^\s*\/\* prepared: (\S+) \*\//;

/**
 * Opens a pool, and a small one beside it for exports.
 * @param onError receives the errors of idle connections; the pool replaces these itself
 */
export function openDatabase(connection: pg.PoolConfig, { max, onError }: { max: number; onError: (error: Error) => void }): OpenDatabase {
  const pool = openPool({ connectionTimeoutMillis: 10_000, ...connection, max }, onError);
  const exportPool = openPool({ ...connection, connectionTimeoutMillis: EXPORT_PATIENCE_MS, max: EXPORT_CONNECTIONS }, onError);
  const samples = createStatementSamples();
  const space: DatabaseSpace = { hasRunOut: false };
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({
      pool: {
        connect: () => connect(isExporting() ? exportPool : pool, { samples, space }),
        end: async () => {
          await Promise.all([pool.end(), exportPool.end()]);
        },
      },
    }),
  });
  return { db, pool, connection, samples, space, close: () => db.destroy() };
}

function openPool(config: pg.PoolConfig, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool(config);
  pool.on('error', onError);
  // A checked-out client reports a broken connection by an event; without a listener it would end the process.
  return pool.on('connect', (client) => client.on('error', onError));
}

/**
 * A statement that starts with `/* prepared: name *\/` is sent as a named prepared statement: parsed and
 * planned once per connection, which saves 20 to 30 % of a short statement's time. Not for searches: after
 * five runs a generic plan may be chosen, which is wrong where the best plan depends on the value. Other statements that
 * write carry their actor in a comment, so a named one must not write to an audited table.
 */
async function connect(pool: pg.Pool, { samples, space }: Pick<OpenDatabase, 'samples' | 'space'>): Promise<pg.PoolClient> {
  const client = await pool.connect();
  if (!Object.hasOwn(client, 'namesPrepared')) {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' ? PREPARED.exec(text)?.[1] : undefined;
      const started = performance.now();
      const sent = () => query(typeof text === 'string' ? signWrite(text) : text, values, ...rest);
      const result = name === undefined ? sent() : query({ name, text, values });
      if (typeof text === 'string' && Array.isArray(values) && result instanceof Promise) {
        result.then(
          () => samples.note(text, values, performance.now() - started),
          (error: unknown) => {
            space.hasRunOut ||= isDatabaseFull(error);
          },
        );
      }
      return result;
    };
    Object.assign(client, { query: named, namesPrepared: true });
  }
  return client;
}

/** Whether an error is PostgreSQL's refusal of a duplicate under this constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import { signWrite } from '../audit/actor.ts';
import type { DB } from './schema.generated.ts';
import { createStatementSamples, type StatementSamples } from './statement-samples.ts';

/** The pool: who has it may begin a transaction. */
export type DatabasePool = Kysely<DB>;

/** A transaction that is open: whoever takes one writes with its caller, or not at all. */
export type DatabaseTransaction = Transaction<DB>;

/** The pool or a transaction: what every repository function takes first. */
export type Database = DatabasePool | DatabaseTransaction;

/** Where a database is, for sessions beside the pool's. */
export type DatabaseConnection = pg.ClientConfig;

export interface OpenDatabase {
  readonly db: Kysely<DB>;
  readonly pool: pg.Pool;
  /** For sessions beside the pool's; the pool's own options hide the password when they are copied. */
  readonly connection: pg.ClientConfig;
  /** Values that its slow statements had lately. */
  readonly samples: StatementSamples;
  close(): Promise<void>;
}

// Counts and ids stay far below 2^53; numeric (money) stays text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const PREPARED = /^\s*\/\* prepared: (\S+) \*\//;

/**
 * Opens a pool.
 * @param onError hears of idle connections that broke; the pool replaces them by itself
 */
export function openDatabase(connection: pg.PoolConfig, { max, onError }: { max: number; onError: (error: Error) => void }): OpenDatabase {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...connection, max });
  pool.on('error', onError);
  // A client that is checked out reports a broken connection itself; unheard, that would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const samples = createStatementSamples();
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: { connect: () => connect(pool, samples), end: () => pool.end() } }),
  });
  return { db, pool, connection, samples, close: () => db.destroy() };
}

/**
 * A statement that starts with `/* prepared: name *\/` is sent as a named prepared statement: parsed and
 * planned once per connection, which saves 20 to 30 % of a short statement's time. Not for searches: after
 * five runs a generic plan may be chosen, which is wrong where the best plan depends on the value. Other statements that
 * write say whose they are; so a named one may not write to a table of the audit log.
 */
async function connect(pool: pg.Pool, samples: StatementSamples): Promise<pg.PoolClient> {
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
          () => {},
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

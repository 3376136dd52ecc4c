import { Kysely, PostgresDialect, type PostgresPool, type Transaction } from 'kysely';
import pg from 'pg';
import { signWrite } from '../../audit/actor.ts';
import { poolWaits, stopwatch } from '../../metrics/metrics.ts';
import { statementName } from '../../tracing/statement-name.ts';
import { failureOf, isTracing, startSpan } from '../../tracing/tracing.ts';
import { breaksSession, isDatabaseFull } from '../failures.ts';
import type { DB } from '../schema.generated.ts';
import { createStatementSamples, type StatementSamples } from '../statement-samples.ts';
import { connectionUse } from './connection-use.ts';
import { endPool, openPool } from './pool.ts';
import { BEGIN_SESSION, openSessions, type Sessions } from './sessions.ts';
import { openStandby, type Standby } from './standby.ts';
import { createDatabaseWatch, type DatabaseWatch } from './watch.ts';
import { together, watchBoth } from './watch-together.ts';

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
  /** For the queue, which listens and prepares statements: the pool, unless that leads to a pooler. */
  readonly queuePool: pg.Pool;
  /** For sessions outside the pool, which may hold locks; the pool's own options hide the password when they are copied. */
  readonly connection: pg.ClientConfig;
  /** The owner of the tables, for what only the owner may do: indexes, backups, the removal of the demo. */
  readonly owner: DatabaseOwner;
  readonly watch: DatabaseWatch;
  /** Recent parameter values of slow statements. */
  readonly samples: StatementSamples;
  readonly space: DatabaseSpace;
  /** Whether reads that may be some seconds old can come from a standby. */
  readonly hasStandby: boolean;
  close(): Promise<void>;
}

/** Sessions of the tables' owner; those of everything else where the roles are not separate. */
export interface DatabaseOwner {
  readonly db: DatabasePool;
  readonly connection: pg.ClientConfig;
}

/** Whether a statement has failed because the database's disk is full. */
export interface DatabaseSpace {
  hasRunOut: boolean;
}

// Counts and ids stay far below 2^53; numeric (money) stays text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const EXPORT_CONNECTIONS = 3;
/** For each lane of the queue one listens and two take jobs. */
const QUEUE_CONNECTIONS = 6;
/** An export waits for the ones before it. */
const EXPORT_PATIENCE_MS = 120_000;
/** Opened when they are needed, and closed soon after. */
const OWNER_CONNECTIONS = 2;
const STANDBY_CONNECTIONS = 8;
/** A read waits no longer for the standby before it uses the primary. */
const STANDBY_PATIENCE_MS = 2_000;

const WITH_SETTINGS: pg.PoolConfig = { onConnect: (client) => client.query(BEGIN_SESSION) };

const PREPARED = /^\s*\/\* prepared: (\S+) \*\//;

interface Options {
  readonly max: number;
  /** Receives the errors of idle connections; the pool replaces these itself. */
  readonly onError: (error: Error) => void;
  /** The same database past the pooler in transaction mode that the pool's address leads to. */
  readonly direct?: Sessions;
  /** Sessions of the role that owns the tables, when that is another one. */
  readonly owner?: Sessions;
  /** Sessions of a streaming standby, for reads that may be some seconds old. */
  readonly replicaUrl?: string | undefined;
  /** Learns when such reads move to the standby or back. */
  readonly onStandby?: (state: string) => void;
}

/** Opens a pool, and a small one beside it for exports. */
export function openDatabase(given: Sessions | pg.PoolConfig, { max, onError, direct, owner, replicaUrl, onStandby = () => {} }: Options): OpenDatabase {
  const sessions = 'drop' in given ? given : openSessions(given);
  // A pooler in transaction mode gives the session to others, with its settings. Sessions with a limit of their own keep it.
  const settings: pg.PoolConfig = direct === undefined && sessions.connection.statement_timeout === undefined ? WITH_SETTINGS : {};
  const pool = openPool(sessions, { ...settings, max }, onError);
  const exportPool = openPool(sessions, { ...settings, max: EXPORT_CONNECTIONS, connectionTimeoutMillis: EXPORT_PATIENCE_MS }, onError);
  const queuePool = direct === undefined ? pool : openPool(direct, { ...WITH_SETTINGS, max: QUEUE_CONNECTIONS }, onError);
  const pools = [...new Set([pool, exportPool, queuePool])];
  const standby =
    replicaUrl === undefined
      ? undefined
      : openStandby({
          url: replicaUrl,
          primary: direct ?? sessions,
          openPool: (own) => openPool(own, { ...WITH_SETTINGS, max: STANDBY_CONNECTIONS, connectionTimeoutMillis: STANDBY_PATIENCE_MS }, onError),
          onChange: onStandby,
        });
  const samples = createStatementSamples();
  const space: DatabaseSpace = { hasRunOut: false };
  const onLost = (reason: string) => onError(new Error(reason));
  const watched = createDatabaseWatch({ sessions: together(direct ?? sessions, sessions, owner), onLost });
  const watch = direct === undefined ? watched : watchBoth(watched, createDatabaseWatch({ sessions, onLost }));
  const observed = { samples, space, isPooled: direct !== undefined };
  const ownerPool = owner && openPool(owner, { ...WITH_SETTINGS, max: OWNER_CONNECTIONS }, onError);
  const ownerDb = ownerPool && kyselyOn({ connect: () => connect(ownerPool, 'owner', { ...observed, isPooled: false }), end: () => endPool(ownerPool) });
  const db = kyselyOn({
    connect: () => checkOut({ pool, exportPool, standby }, observed),
    end: async () => {
      await watch.close();
      await standby?.close();
      await ownerDb?.destroy();
      await Promise.all(pools.map(endPool));
    },
  });
  const { connection } = direct ?? sessions;
  return {
    ...{ db, pool, queuePool, connection, watch, samples, space, hasStandby: standby !== undefined, close: () => db.destroy() },
    owner: { db: ownerDb ?? db, connection: owner?.connection ?? connection },
  };
}

const kyselyOn = (pool: PostgresPool) => new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });

interface Observed extends Pick<OpenDatabase, 'samples' | 'space'> {
  /** Whether a pooler gives each transaction another session. */
  readonly isPooled: boolean;
}

interface Pools {
  readonly pool: pg.Pool;
  readonly exportPool: pg.Pool;
  readonly standby: Standby | undefined;
}

/** A connection of the pool for what the running code does. A standby that gives none is no reason to fail. */
async function checkOut({ pool, exportPool, standby }: Pools, observed: Observed): Promise<pg.PoolClient> {
  const use = connectionUse();
  if (use.standby !== undefined && standby?.isUsable()) {
    const client = await connect(standby.pool, 'standby', observed).catch(() => undefined);
    if (client !== undefined) {
      use.standby.wasUsed = true;
      return client;
    }
  }
  return use.isExport ? connect(exportPool, 'export', observed) : connect(pool, 'main', observed);
}

/** What the code that has checked a client out does about a failure of it. */
const failureListeners = new WeakMap<pg.PoolClient, (error: unknown) => void>();

/**
 * A statement that starts with `/* prepared: name *\/` is, without a pooler, sent as a named prepared statement: parsed and
 * planned once per connection, which saves 20 to 30 % of a short statement's time. Not for searches: after
 * five runs a generic plan may be chosen, which is wrong where the best plan depends on the value. Other statements that
 * write carry their actor in a comment, so a named one must not write to an audited table.
 */
async function connect(pool: pg.Pool, name: string, { samples, space, isPooled }: Observed): Promise<pg.PoolClient> {
  const elapsed = stopwatch();
  const client = await pool.connect();
  poolWaits.observe({ pool: name }, elapsed());
  let isBroken = false;
  const release = client.release.bind(client);
  client.release = (error) => release(error ?? isBroken);
  const onError = (error: unknown) => {
    isBroken ||= breaksSession(error);
    space.hasRunOut ||= isDatabaseFull(error);
  };
  failureListeners.set(client, onError);
  if (!Object.hasOwn(client, 'namesPrepared')) {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const named = (text: unknown, values?: unknown, ...rest: unknown[]) => {
      const name = typeof text === 'string' && !isPooled ? PREPARED.exec(text)?.[1] : undefined;
      const span = typeof text === 'string' && isTracing() ? statementSpan(text) : undefined;
      const started = performance.now();
      const sent = () => query(typeof text === 'string' ? signWrite(text) : text, values, ...rest);
      const result = name === undefined ? sent() : query({ name, text, values });
      if (result instanceof Promise) {
        result.then(
          () => {
            if (typeof text === 'string' && Array.isArray(values)) samples.note(text, values, performance.now() - started);
            span?.end();
          },
          (error: unknown) => {
            span?.end(failureOf(error));
            failureListeners.get(client)?.(error);
          },
        );
      }
      return result;
    };
    Object.assign(client, { query: named, namesPrepared: true });
  }
  return client;
}

/** By its name or its first words: the text itself may be long, and the values are never read. */
function statementSpan(text: string) {
  const name = statementName(text);
  return startSpan(name, { kind: 'client', facts: { 'db.system.name': 'postgresql', 'db.query.summary': name } });
}

/** Whether an error is PostgreSQL's refusal of a duplicate under this constraint. */
export function violatesUnique(error: unknown, constraint: string): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === constraint;
}

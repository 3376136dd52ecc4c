import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { standbyLag } from '../../metrics/metrics.ts';
import { createLagBound } from './lag-bound.rules.ts';
import { endPool } from './pool.ts';
import { SERVER_IDENTITY } from './server-identity.ts';
import { openSessions, type Sessions } from './sessions.ts';

/** A standby for reads that may be some seconds old. */
export interface Standby {
  readonly pool: pg.Pool;
  /** Whether it follows this primary, and how closely it did at the last look. */
  isUsable(): boolean;
  close(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly primary: Sessions;
  /** Opens the pool of reads. */
  readonly openPool: (sessions: Sessions) => pg.Pool;
  /** Learns when reads move to the standby, and why they return. */
  readonly onChange: (state: string) => void;
  /** Shorter in tests. */
  readonly everyMs?: number;
}

/** What a reader sees is not older; a person's own changes are read from the primary for longer (`own-writes.ts`). */
export const MOST_LAG_MS = 10_000;
const EVERY_MS = 2_000;
const ANSWER_MS = 2_000;
/** So many looks fail before a standby is given up, with the reads that run there: it may only be slow. */
const LOST_AFTER = 3;

/** A server that answers, and can't be read instead of the primary. */
class NoStandbyError extends Error {}

const PRIMARY = `select pg_current_wal_lsn() - '0/0'::pg_lsn as position, ${SERVER_IDENTITY} as cluster`;
const STANDBY = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() - '0/0'::pg_lsn as position,
  ${SERVER_IDENTITY} as cluster`;

/**
 * Opens a standby, and compares its position with the primary's all the time. Without an answer of both, one that is promoted, a
 * copy of another cluster and one that is further behind than the bound are not read.
 */
export function openStandby({ url, primary, openPool, onChange, everyMs = EVERY_MS }: Options): Standby {
  const sessions = openSessions(url);
  const pool = openPool(sessions);
  const stopping = new AbortController();
  const bound = createLagBound();
  const lookers = { primary: createLooker(primary), standby: createLooker(sessions) };
  let lagMs: number | undefined;
  let failures = 0;
  let wasUsable: boolean | undefined;
  const isUsable = () => lagMs !== undefined && lagMs <= MOST_LAG_MS;
  const look = async () => {
    const asked = performance.now();
    const { written, replayed } = await comparePositions(lookers.primary.ask, lookers.standby.ask);
    bound.noteWritten(written, asked);
    return bound.lagAt(replayed, performance.now());
  };
  const note = (found: number | Error) => {
    lagMs = typeof found === 'number' ? found : undefined;
    if (lagMs === undefined || !Number.isFinite(lagMs)) standbyLag.remove();
    else standbyLag.set(lagMs / 1000);
    const next = found instanceof Error ? `Reads that may lag use the primary: ${found.message}` : stateAt(found);
    if (isUsable() !== wasUsable && !stopping.signal.aborted) onChange(next);
    wasUsable = isUsable();
  };
  const keepLooking = async () => {
    while (!stopping.signal.aborted) {
      const found = await look().catch((error: Error) => error);
      note(found);
      failures = lagMs === undefined ? failures + 1 : 0;
      if (failures >= LOST_AFTER || found instanceof NoStandbyError) {
        failures = 0;
        sessions.useNextHost();
        sessions.drop();
        lookers.standby.forget();
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
  };
  const over = keepLooking();
  return {
    pool,
    isUsable,
    async close() {
      stopping.abort();
      for (const looker of Object.values(lookers)) looker.forget();
      await over;
      await endPool(pool);
    },
  };
}

const stateAt = (lagMs: number) =>
  lagMs <= MOST_LAG_MS ? 'Reads that may lag use the standby' : `Reads that may lag use the primary: the standby is over ${MOST_LAG_MS / 1000} s behind`;

interface Position {
  readonly isStandby: boolean;
  readonly position: string | null;
  readonly cluster: string;
}

type Ask = (text: string) => Promise<Position>;

/**
 * How far the primary has written, and then how far the standby has replayed: bytes of the write-ahead log.
 * @throws NoStandbyError when the second is no standby of the first
 */
export async function comparePositions(askPrimary: Ask, askStandby: Ask): Promise<{ written: number; replayed: number }> {
  const ahead = await askPrimary(PRIMARY);
  const behind = await askStandby(STANDBY);
  if (!behind.isStandby || behind.position === null) throw new NoStandbyError('DATABASE_REPLICA_URL does not lead to a streaming standby');
  if (behind.cluster !== ahead.cluster) throw new NoStandbyError('DATABASE_REPLICA_URL leads to a standby of another database server');
  return { written: Number(ahead.position), replayed: Number(behind.position) };
}

/** Asks on one session, which it opens again after a failure. */
function createLooker({ connection }: Sessions) {
  let client: pg.Client | undefined;
  /** Without waiting: a server that says nothing may not even answer the end of a session. */
  const forget = () => {
    void client?.end().catch(() => {});
    client = undefined;
  };
  return {
    async ask(this: void, text: string): Promise<Position> {
      try {
        if (client === undefined) {
          client = new pg.Client({ ...connection, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS, application_name: 'stowage-standby' });
          client.on('error', () => {});
          await client.connect();
        }
        const { rows } = await client.query<Position>(text);
        return rows[0] as Position;
      } catch (error) {
        forget();
        throw error;
      }
    },
    forget,
  };
}

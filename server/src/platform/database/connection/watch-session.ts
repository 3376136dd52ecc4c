import { setTimeout as sleep } from 'node:timers/promises';
import { VERSION } from '@stowage/contract/version';
import pg from 'pg';
import { waitAtMost } from '../../wait-at-most.ts';

/** How a question ended. A `deaf` session is connected and says nothing. */
export type Answer = 'writable' | 'read-only' | 'deaf' | 'unreachable';

export interface SharedLock {
  readonly lock: number;
  readonly id: number;
}

export interface WatchSession {
  ask(limitMs: number): Promise<Answer>;
  /** Whether the server still works for another session: that one is then slow, and not lost. */
  isWorkingFor(pid: number): Promise<boolean>;
  tryLock(lock: number): Promise<boolean>;
  holdShared(shared: SharedLock): Promise<void>;
  /** The ids under which a lock is held, by session. */
  listHolders(lock: number): Promise<number[][]>;
  /** Writes to a table of its own, which is gone again with the transaction. */
  writeProbe(): Promise<void>;
  readonly pid: number;
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Together more than a page, so that a full disk can't hold them; each too short to be compressed. */
const PROBE_ROWS = 12;
const PROBE_ROW_BYTES = 1_500;
/** Whether a session is at a standby, or may not write. */
export const READ_ONLY = `pg_is_in_recovery() or current_setting('transaction_read_only')::boolean`;
/** The name of the session, followed by the version. Earlier versions used the name alone (`hasEarlierProcess`). */
export const WATCH_NAME = 'stowage-watch';
const CLOSE_WITHIN_MS = 1_000;

/** The one session of a process that is never used for its work: it always answers at once while the server does. */
export async function openWatchSession(connection: pg.ClientConfig, connectTimeoutMs: number): Promise<WatchSession> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: connectTimeoutMs, application_name: `${WATCH_NAME} ${VERSION}` });
  client.on('error', () => {});
  const ended = new Promise<void>((resolve) => client.once('end', resolve));
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return {
    pid: rows[0]?.pid ?? 0,
    ended,
    async ask(limitMs) {
      const timer = new AbortController();
      const text = `select ${READ_ONLY} as is_read_only`;
      const answer = client.query<{ is_read_only: boolean }>(text).then(
        ({ rows: [row] }) => (row?.is_read_only ? ('read-only' as const) : ('writable' as const)),
        () => 'unreachable' as const,
      );
      return Promise.race([answer, sleep(limitMs, 'deaf' as const, { signal: timer.signal })]).finally(() => timer.abort());
    },
    async isWorkingFor(pid) {
      const found = await client.query(`select from pg_stat_activity where pid = $1 and state = 'active'`, [pid]);
      return found.rows.length > 0;
    },
    async tryLock(lock) {
      const found = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock]);
      return found.rows[0]?.taken ?? false;
    },
    async holdShared({ lock, id }) {
      await client.query('select pg_advisory_lock_shared($1, $2)', [lock, id]);
    },
    async listHolders(lock) {
      const text = `select array_agg((objid::bigint - case when objid::bigint > 2147483647 then 4294967296 else 0 end)::int) as ids from pg_locks
        where locktype = 'advisory' and granted and objsubid = 2 and classid = $1 and database = (select oid from pg_database where datname = current_database())
        group by pid`;
      const found = await client.query<{ ids: number[] }>(text, [lock]);
      return found.rows.map(({ ids }) => ids);
    },
    async writeProbe() {
      await client.query('select write_probe($1, $2)', [PROBE_ROWS, PROBE_ROW_BYTES]);
    },
    async close() {
      const over = client.end().catch(() => {});
      await waitAtMost(CLOSE_WITHIN_MS, over);
    },
  };
}

import net from 'node:net';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type pg from 'pg';
import { hostUrls } from './hosts/database-hosts.ts';

/** How this process opens sessions on one database, and ends them all when the server is lost without a word. */
export interface Sessions {
  /** For every session; it names the host that is in use at the time. */
  readonly connection: pg.ClientConfig;
  /** Cuts every session. Their owners open new ones. */
  drop(): void;
  /** How many hosts the address names. */
  readonly hosts: number;
  /** New sessions use the next host. @returns false when there is only one */
  useNextHost(): boolean;
}

/** A lost machine is noticed within a minute even while nothing is sent. */
const KEEP_ALIVE_AFTER_MS = 10_000;
const CONNECT_TIMEOUT_MS = 10_000;

/** Longer than the longest statement of an import. Work that takes longer has sessions of its own. */
const STATEMENT_TIMEOUT_MS = 15 * MINUTE_MS;
const IDLE_IN_TRANSACTION_MS = 10 * MINUTE_MS;
/** Days are those of UTC, also where the database is in another time zone. */
const begin = (statementMs: number, idleMs: number) =>
  `set statement_timeout = ${statementMs}; set idle_in_transaction_session_timeout = ${idleMs}; set timezone = 'UTC'`;

/** Begins each session of a pool. A statement, because poolers refuse such settings in the start of a session. */
export const BEGIN_SESSION = begin(STATEMENT_TIMEOUT_MS, IDLE_IN_TRANSACTION_MS);
/** Begins a session for work that takes as long as the database is large, also when the role has limits. */
export const BEGIN_LONG_SESSION = begin(0, 0);
/** For the same work: the driver waits for the answer. */
export const NO_LIMIT = { query_timeout: 0 } as const;

/** @param address of one or more hosts, or the settings of one */
export function openSessions(address: string | pg.ClientConfig): Sessions {
  const urls = typeof address === 'string' ? hostUrls(address) : undefined;
  const sockets = new Set<net.Socket>();
  let host = 0;
  const connection: pg.ClientConfig = {
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    // The last resort for an answer that never comes: the session is then closed.
    query_timeout: STATEMENT_TIMEOUT_MS + MINUTE_MS,
    ...(typeof address !== 'string' && address),
    stream: () => {
      const socket = new net.Socket();
      sockets.add(socket);
      return socket.once('close', () => sockets.delete(socket));
    },
  };
  if (urls !== undefined) Object.defineProperty(connection, 'connectionString', { enumerable: true, get: () => urls[host] });
  return {
    connection,
    hosts: urls?.length ?? 1,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    useNextHost() {
      if (urls === undefined || urls.length < 2) return false;
      host = (host + 1) % urls.length;
      return true;
    },
  };
}

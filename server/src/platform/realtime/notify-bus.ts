import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/connection/connect.ts';
import type { Logger } from '../logger.ts';
import { liveDropped } from '../metrics/metrics.ts';
import { createPayloadReader, gapPayload, type Message, nextBatch } from './notify-payload.ts';

/** Carries live messages between processes that share a database. */
export interface NotifyBus {
  /** Sends a message to the other processes. While the database is away it waits; of too many, the others learn of a gap. */
  send(name: string, body: string): void;
  onMessage(listener: (name: string, body: string) => void): void;
  /** Calls back when messages of other processes may be missing: this process reconnected, another one lost some, or `sendGapAtCommit()`. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

const CHANNEL = 'stowage_topics';
const FLUSH_AFTER_MS = 20;
const RECONNECT_AFTER_MS = [100, 500, 1_000];
/** What waits for the connection. Reading again is cheaper than more of them. */
const MAX_WAITING = 2_000;
const MAX_WAITING_LENGTH = 4_194_304;
/** A connection that is lost without a word is noticed by a question that is not answered. */
const ASK_EVERY_MS = 5_000;
const ANSWER_WITHIN_MS = 10_000;

/**
 * Sends a message to every process, including this one, when the transaction commits. Only for rare messages: such commits
 * serialize.
 */
export async function sendAtCommit(tx: Database, name: string, body: string): Promise<void> {
  for (const payload of nextBatch(null, [[name, body]]).payloads) await sql`select pg_notify(${CHANNEL}, ${payload})`.execute(tx);
}

/** Notifies every process at the commit that anything may have changed, as after a reconnection. */
export async function sendGapAtCommit(tx: Database): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${gapPayload('commit')})`.execute(tx);
}

/**
 * Messages leave in batches on a separate connection, after the commit of their change. NOTIFY inside each transaction
 * would serialize commits (PostgreSQL holds one lock from the first NOTIFY to the end of the commit). A message lost in a
 * crash is harmless, because pages read the rows again.
 */
export async function startNotifyBus(connection: pg.ClientConfig, logger: Logger): Promise<NotifyBus> {
  const origin = randomUUID();
  const listeners: ((name: string, body: string) => void)[] = [];
  const gapListeners: (() => void)[] = [];
  const waiting = createWaiting();
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let closed = false;
  let sending = Promise.resolve();

  const onGap = () => {
    for (const listener of gapListeners) listener();
  };
  const reader = createPayloadReader({
    self: origin,
    onMessage: (name, body) => {
      for (const listener of listeners) listener(name, body);
    },
    onGap,
  });

  const read = (payload: string) => {
    try {
      reader.read(payload);
    } catch (error) {
      // Such as from a process of a later version. Pages read again what it may have said.
      logger.warn({ err: error }, 'a live message of another process could not be read');
      onGap();
    }
  };

  const connect = async () => {
    const next = await openListener(connection, read);
    next.once('end', () => client === next && void reconnect());
    client = next;
    if (closed) await next.end();
  };

  const reconnect = async () => {
    client = undefined;
    reader.forget();
    for (let nth = 0; !closed && client === undefined; nth += 1) {
      await sleep(RECONNECT_AFTER_MS[Math.min(nth, RECONNECT_AFTER_MS.length - 1)]);
      await connect().catch((error: unknown) => logger.warn({ err: error }, 'live messages wait for the database'));
    }
    if (closed) return;
    void flush();
    onGap();
  };

  const sendAll = async () => {
    while (client !== undefined && !waiting.isEmpty()) {
      const { payloads, sent } = waiting.next(origin);
      try {
        for (const payload of payloads) await client.query('select pg_notify($1, $2)', [CHANNEL, payload]);
        sent();
      } catch {
        // A read-only server after a failover refuses, and a broken connection says nothing: both are exchanged, and the messages wait.
        cut(client);
        return;
      }
    }
  };

  // The connection runs one query at a time.
  const flush = () => {
    timer = undefined;
    sending = sending.then(sendAll);
    return sending;
  };

  await connect();
  return {
    send(name, body) {
      waiting.add([name, body]);
      if (client !== undefined) timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
    onMessage: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      clearTimeout(timer);
      await flush();
      closed = true;
      await client?.end();
    },
  };
}

/** The messages that are not sent yet, in order. */
function createWaiting() {
  let messages: Message[] = [];
  let length = 0;
  let gaps = 0;
  let sentGaps = 0;
  return {
    isEmpty: () => messages.length === 0 && gaps === sentGaps,
    add(message: Message) {
      messages.push(message);
      length += message[1].length;
      if (messages.length <= MAX_WAITING && length <= MAX_WAITING_LENGTH) return;
      liveDropped.inc({ reason: 'bus' }, messages.length);
      messages = [];
      length = 0;
      gaps += 1;
    },
    /** The next payloads. They are forgotten once they are `sent`. */
    next(from: string): { payloads: string[]; sent: () => void } {
      if (gaps > sentGaps) {
        const current = gaps;
        const sent = () => {
          sentGaps = current;
        };
        return { payloads: [gapPayload(from)], sent };
      }
      const { count, payloads } = nextBatch(from, messages);
      const batch = messages.slice(0, count);
      return {
        payloads,
        sent() {
          // Too many have come meanwhile: the gap stands for these too.
          if (messages[0] !== batch[0]) return;
          messages = messages.slice(count);
          for (const [, body] of batch) length -= body.length;
        },
      };
    },
  };
}

/** Opens a connection that listens, and that is cut when it no longer answers. */
async function openListener(connection: pg.ClientConfig, read: (payload: string) => void): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'stowage-topics', query_timeout: ANSWER_WITHIN_MS });
  client.on('notification', ({ payload = '{}' }) => read(payload));
  client.on('error', () => {});
  await client.connect();
  await client.query(`listen ${CHANNEL}`).catch((error: unknown) => {
    cut(client);
    throw error;
  });
  const asking = setInterval(() => void client.query('select').catch(() => cut(client)), ASK_EVERY_MS).unref();
  client.once('end', () => clearInterval(asking));
  return client;
}

/** Ends a connection without waiting for the server, which may be gone. */
function cut(client: pg.Client): void {
  client.connection.stream.destroy();
}

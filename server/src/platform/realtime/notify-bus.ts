import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database/connect.ts';
import type { Logger } from '../logger.ts';

/** Carries live messages between processes that share a database. */
export interface NotifyBus {
  send(name: string, body: string): void;
  onMessage(listener: (name: string, body: string) => void): void;
  /** Calls back after a reconnection: messages of other processes may be missing. */
  onGap(listener: () => void): void;
  close(): Promise<void>;
}

type Message = readonly [name: string, body: string];

const CHANNEL = 'stowage_topics';
const FLUSH_AFTER_MS = 20;
/** PostgreSQL refuses payloads of 8,000 bytes and more. */
const PAYLOAD_LIMIT_BYTES = 7_500;
const RECONNECT_AFTER_MS = 1_000;

/**
 * Sends a message to every process, including this one, when the transaction commits. Only for rare messages: such commits
 * serialize.
 */
export async function sendAtCommit(tx: Database, name: string, body: string): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ from: null, messages: [[name, body]] })})`.execute(tx);
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
  let outbox: Message[] = [];
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let closed = false;
  let sending = Promise.resolve();

  const receive = (payload: string | undefined) => {
    const { from, messages } = JSON.parse(payload ?? '{}') as { from: string | null; messages: Message[] };
    if (from === origin) return;
    for (const [name, body] of messages) for (const listener of listeners) listener(name, body);
  };

  const connect = async () => {
    const next = new pg.Client({ ...connection, application_name: 'stowage-topics' });
    next.on('notification', ({ payload }) => receive(payload));
    next.on('error', () => {});
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    next.once('end', () => void reconnect());
    client = next;
  };

  const reconnect = async () => {
    client = undefined;
    while (!closed && client === undefined) {
      await sleep(RECONNECT_AFTER_MS);
      await connect().catch((error: unknown) => logger.warn({ err: error }, 'live messages wait for the database'));
    }
    if (!closed) for (const listener of gapListeners) listener();
  };

  const sendAll = async () => {
    const messages = outbox;
    outbox = [];
    for (const batch of batches(messages)) {
      const payload = JSON.stringify({ from: origin, messages: batch });
      await client?.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {});
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
      outbox.push([name, body]);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
    onMessage: (listener) => void listeners.push(listener),
    onGap: (listener) => void gapListeners.push(listener),
    async close() {
      closed = true;
      clearTimeout(timer);
      await flush();
      await client?.end();
    },
  };
}

function* batches(messages: readonly Message[]): Generator<Message[]> {
  let batch: Message[] = [];
  let bytes = 0;
  for (const message of messages) {
    const size = Buffer.byteLength(JSON.stringify(message));
    if (batch.length > 0 && bytes + size > PAYLOAD_LIMIT_BYTES) {
      yield batch;
      batch = [];
      bytes = 0;
    }
    batch.push(message);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

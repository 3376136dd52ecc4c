import type { AddressInfo } from 'node:net';
import { Client } from '@stomp/stompjs';
import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../logger.ts';
import { type NotifyBus, sendAtCommit, startNotifyBus } from './notify-bus.ts';

const { app, db, connection, signIn } = await createTestApp();
const person = await signIn();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((one) => one.close()));
});

const pids = async () => {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where application_name = 'stowage-topics' and datname = current_database()`.execute(db);
  return rows.map(({ pid }) => pid);
};

/** The bus of a process, with what it received. `breakDown` ends its connection as a failover does. */
async function process(): Promise<NotifyBus & { received: string[]; gaps: () => number; breakDown: () => Promise<void> }> {
  const before = await pids();
  const bus = await startNotifyBus(connection, createLogger('silent'));
  opened.push(bus);
  const [pid] = (await pids()).filter((each) => !before.includes(each));
  const received: string[] = [];
  let gaps = 0;
  bus.onMessage((name, body) => name === 'test' && received.push(body));
  bus.onGap(() => {
    gaps += 1;
  });
  return {
    ...bus,
    received,
    gaps: () => gaps,
    breakDown: async () => void (await sql`select pg_terminate_backend(${pid})`.execute(db)),
  };
}

it('holds the messages that are published while its connection is down', async () => {
  const [here, there] = [await process(), await process()];
  const sent = Array.from({ length: 50 }, (_, nth) => `message ${nth}`);
  await here.breakDown();
  for (const body of sent) here.send('test', body);
  await expect.poll(() => there.received.length).toBe(50);
  expect(there.received).toEqual(sent);
  expect([here.gaps(), there.gaps()]).toEqual([1, 0]);
});

it('announces a gap to the others when too many messages wait', async () => {
  const [here, there] = [await process(), await process()];
  await here.breakDown();
  for (let nth = 0; nth < 2_500; nth += 1) here.send('test', String(nth));
  await expect.poll(() => there.received.at(-1)).toBe('2499');
  expect(there.gaps()).toBe(1);
});

it('takes what it can not read for a gap, and goes on', async () => {
  const [here, there] = [await process(), await process()];
  for (const unreadable of ['{', 'null', '{}', '{"from":null,"messages":[7]}']) await sql`select pg_notify('stowage_topics', ${unreadable})`.execute(db);
  here.send('test', 'after it');
  await expect.poll(() => there.received).toEqual(['after it']);
  expect(there.gaps()).toBe(4);
});

it('carries large messages, and replaces the largest by a gap', async () => {
  const [here, there] = [await process(), await process()];
  const large = JSON.stringify({ text: 'ä"\n'.repeat(7_000) });
  here.send('test', large);
  here.send('test', 'after it');
  await expect.poll(() => there.received.length).toBe(2);
  expect(there.received).toEqual([large, 'after it']);
  await db.transaction().execute((tx) => sendAtCommit(tx, 'test', large));
  await expect.poll(() => [here.received.length, there.received.length]).toEqual([1, 3]);
  expect([here.received[0], there.received[2]]).toEqual([large, large]);
  here.send('test', 'x'.repeat(1_500_000));
  await expect.poll(() => there.gaps()).toBe(1);
});

/** A connected client, and the topic for gaps that the server names to it. */
async function connect(token: string): Promise<{ client: Client; gapTopic: string | undefined }> {
  const client = new Client({
    webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/ws/websocket`, ['v12.stomp']) as never,
    connectHeaders: { Authorization: `Bearer ${token}` },
    reconnectDelay: 0,
  });
  opened.push({ close: () => client.deactivate() });
  const gapTopic = await new Promise<string | undefined>((resolve) => {
    client.onConnect = ({ headers }) => resolve(headers['gap-topic']);
    client.activate();
  });
  return { client, gapTopic };
}

it('tells a client that subscribes to read-again about a gap, and leaves it connected', async () => {
  const { client, gapTopic } = await connect(person.token);
  let isClosed = false;
  client.onWebSocketClose = () => {
    isClosed = true;
  };
  expect(gapTopic).toBe('read-again');
  const receipt = new Promise<void>((resolve) => client.watchForReceipt('listening', () => resolve()));
  const message = new Promise<string>((resolve) => client.subscribe(`/topic/${gapTopic}`, ({ body }) => resolve(body), { receipt: 'listening' }));
  await receipt;
  for (const pid of await pids()) await sql`select pg_terminate_backend(${pid})`.execute(db);
  expect(await message).toBe('{}');
  expect(isClosed).toBe(false);
});

it.each([
  [['stock.read'], undefined],
  [['stock.read', 'account.own'], 'read-again'],
])('names read-again to a key with %j only if the key may subscribe to it', async (scopes, expected) => {
  const { key } = (await (await signIn('ROLE_ADMIN')).post('/api/api-keys', { name: 'ERP', scopes, expires_in_days: 1 })).json();
  expect((await connect(key)).gapTopic).toBe(expected);
});

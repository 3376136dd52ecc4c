import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { Client, type IFrame } from '@stomp/stompjs';
import { sql } from 'kysely';
import SockJs from 'sockjs-client';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { createLogger } from '../logger.ts';
import { sendAtCommit, startNotifyBus } from './notify-bus.ts';

const { app, db, connection, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
let port = 0;
const clients: Client[] = [];

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.deactivate()));
});

const carriers = {
  'plain WebSocket': () => new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']),
  'the WebSocket beside SockJS': () => new WebSocket(`ws://127.0.0.1:${port}/ws/websocket`, ['v12.stomp']),
  'SockJS over WebSocket': () => new SockJs(`http://127.0.0.1:${port}/ws`, null, { transports: ['websocket'] }),
  'SockJS over XHR polling': () => new SockJs(`http://127.0.0.1:${port}/ws`, null, { transports: ['xhr-polling'] }),
} as const;

/** A standard client, as a third party would write it. */
function stomp(open: () => unknown, headers: Record<string, string>): { client: Client; connected: Promise<IFrame>; failed: Promise<IFrame> } {
  const client = new Client({ webSocketFactory: open as never, connectHeaders: headers, reconnectDelay: 0, heartbeatIncoming: 4000, heartbeatOutgoing: 4000 });
  clients.push(client);
  const connected = new Promise<IFrame>((resolve) => {
    client.onConnect = resolve;
  });
  const failed = new Promise<IFrame>((resolve) => {
    client.onStompError = resolve;
  });
  client.activate();
  return { client, connected, failed };
}

const asPerson = () => stomp(carriers['plain WebSocket'], { Authorization: `Bearer ${person.token}` });
const scan = () => person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1 });

describe.each(Object.entries(carriers))('over %s', (_name, open) => {
  it('sends a scan to a subscriber', async () => {
    const { client, connected } = stomp(open, { Authorization: `Bearer ${person.token}` });
    expect((await connected).headers['heart-beat']).toBe('4000,4000');
    const receipt = new Promise<void>((resolve) => client.watchForReceipt('r1', () => resolve()));
    const message = new Promise<string>((resolve) => client.subscribe('/topic/inventory-history', ({ body }) => resolve(body), { receipt: 'r1' }));
    await receipt;
    await scan();
    expect(JSON.parse(await message)).toEqual({ unitId: expect.any(Number), change: 'SCANNED' });
  });
});

it('refuses pages of other sites before any frame', async () => {
  for (const path of ['/stomp', '/ws/websocket', '/ws/1/abc/websocket']) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, ['v12.stomp'], { origin: 'https://other.example' });
    expect(await new Promise((resolve) => socket.once('error', (error) => resolve(error.message)))).toContain('403');
  }
});

it.each([
  ['GET', '/ws/info'],
  ['GET', '/ws/iframe.html'],
  ['POST', '/ws/1/abcdefgh/xhr'],
  ['POST', '/ws/1/abcdefgh/xhr_send'],
  ['POST', '/ws/1/abcdefgh/xhr_streaming'],
  ['OPTIONS', '/ws/1/abcdefgh/xhr_send'],
  ['GET', '/ws/1/abcdefgh/eventsource'],
  ['GET', '/ws/1/abcdefgh/htmlfile?c=f'],
  ['GET', '/ws/1/abcdefgh/jsonp?c=f'],
  ['POST', '/ws/1/abcdefgh/jsonp_send'],
])('refuses pages of other sites over HTTP: %s %s', async (method, path) => {
  for (const headers of [{ origin: 'https://other.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    await answer.body?.cancel();
    expect(answer.status).toBe(403);
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});

it('lets the own page use the HTTP transports', async () => {
  const opened = await fetch(`http://127.0.0.1:${port}/ws/1/ownpagexhr/xhr`, { method: 'POST', headers: { origin: `http://127.0.0.1:${port}` } });
  expect([opened.status, await opened.text()]).toEqual([200, 'o\n']);
});

it('records a subscription that is refused, as a refused call', async () => {
  const visitor = await signIn(['account.own']);
  const { client, connected, failed } = stomp(carriers['plain WebSocket'], { Authorization: `Bearer ${visitor.token}` });
  await connected;
  client.subscribe('/topic/inventory-history', () => {});
  expect((await failed).headers.message).toBe('You may not listen to /topic/inventory-history');
  const calls = async () => (await sql<{ call: string; permission: string }>`select call, permission from refused_calls`.execute(db)).rows;
  await expect.poll(calls).toEqual([{ call: 'SUBSCRIBE /topic/inventory-history', permission: 'stock.read' }]);
});

describe('topics', () => {
  it('disconnect their subscribers when messages of other processes may be missing, so that they read again', async () => {
    const { client, connected } = asPerson();
    await connected;
    const closed = new Promise<void>((resolve) => {
      client.onWebSocketClose = () => resolve();
    });
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stowage-topics' and datname = current_database()`.execute(db);
    await closed;
    const again = asPerson();
    await again.connected;
  });

  it('have the same name with and without the leading /topic/', async () => {
    const { client, connected } = asPerson();
    await connected;
    const messages: string[] = [];
    for (const destination of ['inventory-history', '/inventory-history', '/topic/inventory-history']) {
      client.subscribe(destination, ({ headers }) => messages.push(headers.destination ?? ''));
    }
    const receipt = new Promise<void>((resolve) => client.watchForReceipt('all', () => resolve()));
    client.subscribe('inventory-history', () => {}, { receipt: 'all' });
    await receipt;
    await scan();
    await expect.poll(() => messages.length).toBe(3);
    expect(new Set(messages)).toEqual(new Set(['inventory-history', '/inventory-history', '/topic/inventory-history']));
  });

  it.each(['unknown', '/topic/inventory-history/7', '/queue/inventory-history', '', '/topic/.*'])('refuse %j with an ERROR frame', async (destination) => {
    const { client, connected, failed } = asPerson();
    await connected;
    client.subscribe(destination, () => {});
    expect((await failed).headers.message).toContain('There is no topic');
  });

  it('accept no messages from clients', async () => {
    const { client, connected, failed } = asPerson();
    await connected;
    client.publish({ destination: '/topic/inventory-history', body: '{}' });
    expect((await failed).headers.message).toContain('SEND is not supported');
  });

  it('confirm a disconnect', async () => {
    const { client, connected } = asPerson();
    await connected;
    const disconnected = new Promise<void>((resolve) => {
      client.onDisconnect = () => resolve();
    });
    await client.deactivate();
    await disconnected;
  });
});

describe('a connection', () => {
  it.each([
    ['no token', {}],
    ['a bad token', { Authorization: 'Bearer x.y.z' }],
  ])('is rejected with %s', async (_name, headers) => {
    const { failed } = stomp(carriers['plain WebSocket'], headers as Record<string, string>);
    expect((await failed).headers.message).toBe('User is not authenticated. Please log in again.');
  });

  it('ends when its session ends', async () => {
    const leaver = await signIn();
    const { connected, failed } = stomp(carriers['plain WebSocket'], { Authorization: `Bearer ${leaver.token}` });
    await connected;
    await app.inject({ method: 'POST', url: '/api/logout', payload: { refreshToken: leaver.refreshToken } });
    expect((await failed).headers.message).toBe('The session has ended');
  });

  it.each(['SUBSCRIBE\nid:1\ndestination:/topic/inventory-history\n\n\0', 'CONNECT\naccept-version:9.9\n\n\0', '\0\0garbage\n\n\0', 'x'.repeat(70_000)])(
    'survives malformed STOMP frames: %#',
    async (data) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']);
      await new Promise((resolve) => socket.once('open', resolve));
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
      socket.on('error', () => {});
      socket.send(data);
      await closed;
      expect((await app.inject({ method: 'GET', url: '/api/health/ready' })).statusCode).toBe(200);
    },
  );

  it("can't fill the memory with an endless frame", async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']);
    await new Promise((resolve) => socket.once('open', resolve));
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => {});
    let sent = 0;
    const sending = setInterval(() => {
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send('x'.repeat(20_000));
      sent += 1;
    });
    await closed;
    clearInterval(sending);
    expect(sent).toBeLessThan(50);
  });

  it("can't post endlessly over SockJS", async () => {
    let pulled = 0;
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1;
        if (pulled > 1_000) controller.close();
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    const post = fetch(`http://127.0.0.1:${port}/ws/000/abcdefgh/xhr_send`, { method: 'POST', body, duplex: 'half' } as RequestInit);
    await post.catch(() => {});
    expect(pulled).toBeLessThan(200);
  });

  it('is rejected at any other address', async () => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/elsewhere`);
    const error = await new Promise<Error>((resolve) => socket.once('error', resolve));
    expect(error.message).toContain('404');
  });
});

it('serves a client that acknowledges each message, lists versions with spaces and wants the longest heartbeat', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stomp`);
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  await new Promise((resolve) => socket.once('open', resolve));
  const text = () => received.join('');
  socket.send(`CONNECT\naccept-version:1.0, 1.1, 1.2\nheart-beat:0,4294967295\nAuthorization:Bearer ${person.token}\n\n\0`);
  socket.send('SUBSCRIBE\nid:1\ndestination:/topic/inventory-history\nack:client-individual\nreceipt:r1\n\n\0');
  await expect.poll(text).toMatch(/version:1\.2[\s\S]*receipt-id:r1/);
  await scan();
  await expect.poll(text).toMatch(/\nack:\S+/);
  const [, ack = ''] = /\nack:(\S+)/.exec(text()) ?? [];
  socket.send(`ACK\nid:${ack}\nreceipt:r2\n\n\0`);
  await expect.poll(text).toContain('receipt-id:r2');
  expect(text()).not.toContain('ERROR');
  expect(received.filter((one) => one.trim() === '').length).toBeLessThanOrEqual(1);
  socket.terminate();
});

describe('a client with many subscriptions to one topic', () => {
  const SUBSCRIPTIONS = 99;
  const addresses = { 'plain WebSocket': '/stomp', 'SockJS over WebSocket': '/ws/000/many/websocket' } as const;
  const frame = (command: string, headers: Record<string, string>) =>
    `${command}\n${Object.entries(headers)
      .map(([name, value]) => `${name}:${value}\n`)
      .join('')}\n\0`;
  /** Speaks STOMP without a client library, which would hide what is written at once. */
  const subscribe = async (address: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`);
    const received: string[] = [];
    socket.on('message', (data) => received.push(String(data)));
    await new Promise((resolve) => socket.once('open', resolve));
    const send = (text: string) => socket.send(address === '/stomp' ? text : JSON.stringify([text]));
    send(frame('CONNECT', { 'accept-version': '1.2', Authorization: `Bearer ${person.token}` }));
    for (let id = 0; id < SUBSCRIPTIONS; id += 1) send(frame('SUBSCRIBE', { id: String(id), destination: '/topic/inventory-history' }));
    send(frame('SUBSCRIBE', { id: 'last', destination: '/topic/jobs', receipt: 'all' }));
    await expect.poll(() => received.some((text) => text.includes('RECEIPT'))).toBe(true);
    received.length = 0;
    return { socket, received };
  };

  it.each(Object.entries(addresses))('gets each message in one write, over %s', async (_name, address) => {
    const { socket, received } = await subscribe(address);
    await scan();
    await expect.poll(() => received.length).toBeGreaterThan(0);
    await scan();
    await expect.poll(() => received.length).toBe(2);
    expect(received[0]?.match(/MESSAGE/g)).toHaveLength(SUBSCRIPTIONS);
    socket.terminate();
  });

  it.each(Object.entries(addresses))('is disconnected when it does not read, over %s', async (_name, address) => {
    const { socket } = await subscribe(address);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.pause();
    for (let nth = 0; nth < 60; nth += 1) await sendAtCommit(db, 'inventory-history', JSON.stringify({ text: 'x'.repeat(6_000) }));
    socket.resume();
    await closed;
  });
});

it('reach the other processes on the database, each message once and in order', async () => {
  const logger = createLogger('silent');
  const [here, there] = [await startNotifyBus(connection, logger), await startNotifyBus(connection, logger)];
  const received: string[] = [];
  const echoed: string[] = [];
  there.onMessage((name, body) => name === 'test' && received.push(body));
  here.onMessage((name, body) => name === 'test' && echoed.push(body));
  const sent = Array.from({ length: 500 }, (_, i) => `${i} ${createHash('sha256').update(String(i)).digest('hex')}`);
  for (const body of sent) here.send('test', body);
  await expect.poll(() => received.length).toBe(500);
  expect(received).toEqual(sent);
  expect(echoed).toEqual([]);
  await Promise.all([here.close(), there.close()]);
});

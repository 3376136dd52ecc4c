import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createTestApp } from '../../../test/test-app.ts';

const { app, signIn } = await createTestApp();
const person = await signIn();
let port = 0;
const HANDSHAKE = 'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/api/health/live`)).status;

/** Calls as clients do that offer HTTP/2 with each call over plain HTTP, such as Java's. */
async function offeringHttp2(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number | undefined; body: string; connection: string | undefined }> {
  const content = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    ...{ connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAEAAEAAAAIAAAAAAAMAAAAAAAQBAAAAAAUAAEAAAAYABgAA' },
    ...{ authorization: `Bearer ${person.token}`, 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) },
  };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    http.request({ port, host: '127.0.0.1', method, path, headers }, resolve).on('error', reject).end(content);
  });
  return { status: answer.statusCode, body: await text(answer), connection: answer.headers.connection };
}

it('answers calls of clients that offer HTTP/2, with and without a body', async () => {
  expect(await offeringHttp2('GET', '/api/health/live')).toMatchObject({ status: 200 });
  expect(await offeringHttp2('GET', '/api/user/profile')).toMatchObject({ status: 200, body: expect.stringContaining(person.email) });
  expect(await offeringHttp2('POST', '/api/user/profile', { name: 'Åsa Java' })).toMatchObject({ status: 200, body: '{"success":true}' });
  expect((await person.get('/api/user/profile')).json().name).toBe('Åsa Java');
  expect(await offeringHttp2('GET', '/api/nowhere')).toMatchObject({ status: 404, body: expect.stringContaining('not_found') });
});

it.each(['/nowhere', '/ws/nowhere', '/ws/1/abc/websocket', '/stomp'])(
  'outlives a client that breaks the connection while it asks for a WebSocket at %s',
  async (path) => {
    for (let nth = 0; nth < 20; nth += 1) {
      const socket = net.connect(port, '127.0.0.1');
      socket.on('error', () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`, () => socket.resetAndDestroy());
      await new Promise((resolve) => socket.once('close', resolve));
    }
    expect(await isAlive()).toBe(200);
  },
);

it.each(['/nowhere', '/ws/nowhere', '/ws/websocket/', '/stomp'])('forgets a client that goes on sending although it got no WebSocket at %s', async (path) => {
  const connections = () => new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  app.server.closeIdleConnections();
  await expect.poll(connections).toBe(0);
  const socket = net.connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 40[04] /);
  socket.end('more');
  await expect.poll(connections).toBe(0);
});

it.each(['[null]', '[7]', '[{"length":1}]', '[["a"]]', '["CONNECT", null]'])('outlives a SockJS client that sends %s', async (message) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/000/abcdefgh/websocket`);
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(message);
  await closed;
  expect(await isAlive()).toBe(200);
});

it.each(['', `GET /ws/000/abcdefgh/websocket HTTP/1.1\r\nHost: x\r\n${HANDSHAKE}\r\n`])(
  'stops although a client does not close its connection: %#',
  async (text) => {
    const { app: stopping } = await createTestApp();
    await stopping.listen({ port: 0, host: '127.0.0.1' });
    const socket = net.connect((stopping.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(text));
    socket.on('error', () => {});
    await expect.poll(() => new Promise((resolve) => stopping.server.getConnections((_, count) => resolve(count)))).toBe(1);
    const start = performance.now();
    await stopping.close();
    expect(performance.now() - start).toBeLessThan(20_000);
    socket.destroy();
  },
);

it('reads frames in bytes that are split within a character', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/stomp`);
  let received = '';
  socket.on('message', (data) => {
    received += String(data);
  });
  await once(socket, 'open');
  const frames = `CONNECT\naccept-version:1.2\nAuthorization:Bearer ${person.token}\n\n\0SUBSCRIBE\nid:Å😀\ndestination:/topic/jobs\nreceipt:nº 1😀\n\n\0`;
  for (const byte of Buffer.from(frames)) socket.send(Buffer.from([byte]));
  await expect.poll(() => received).toContain('receipt-id:nº 1😀\n');
  socket.terminate();
});

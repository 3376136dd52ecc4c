import net, { type AddressInfo } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createTestApp } from '../../../test/test-app.ts';

const { app } = await createTestApp();
let port = 0;

beforeAll(async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});

const isAlive = async () => (await fetch(`http://127.0.0.1:${port}/api/health/live`)).status;

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

it.each(['[null]', '[7]', '[{"length":1}]', '[["a"]]', '["CONNECT", null]'])('outlives a SockJS client that sends %s', async (message) => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/000/abcdefgh/websocket`);
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('message', resolve));
  socket.send(message);
  await closed;
  expect(await isAlive()).toBe(200);
});

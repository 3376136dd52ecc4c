import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { boundClose } from './bounded-close.ts';

const TIMES = { idleMs: 100, callMs: 1_500 };

async function open(text: string) {
  const app = Fastify({ forceCloseConnections: 'idle', return503OnClosing: false });
  boundClose(app, TIMES);
  app.server.on('upgrade', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  app.get('/slow', async () => sleep(600, 'an answer'));
  app.post('/', async () => 'an answer');
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = net.connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (part) => {
    received += String(part);
  });
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  await sleep(100);
  const closed = once(socket, 'close');
  const start = performance.now();
  await app.close();
  const tookMs = performance.now() - start;
  await closed;
  return { tookMs, received };
}

it.each([
  ['nothing', ''],
  ['half a head', 'GET /slow HTTP/1.1\r\nHo'],
  ['a WebSocket that it does not close', 'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
])('does not wait for a client that has sent %s', async (_, text) => {
  expect((await open(text)).tookMs).toBeLessThan(TIMES.callMs);
});

it('waits for a call in progress', async () => {
  const { tookMs, received } = await open('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(received).toContain('an answer');
  expect(tookMs).toBeLessThan(TIMES.callMs);
});

it('waits for half a call only so long', async () => {
  const { tookMs, received } = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{');
  expect(tookMs).toBeGreaterThan(TIMES.callMs - 300);
  expect(received).toBe('');
});

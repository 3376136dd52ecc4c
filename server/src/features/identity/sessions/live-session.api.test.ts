import type { AddressInfo } from 'node:net';
import { Client } from '@stomp/stompjs';
import { afterAll, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { createTestApp } from '../../../../test/test-app.ts';

const HOUR = 60 * 60_000;
const MINUTE = 60_000;

// The test triggers the reload that otherwise runs every minute.
vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
const { app, clock, signIn } = await createTestApp();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as AddressInfo;
const clients: Client[] = [];

afterAll(async () => {
  await Promise.all(clients.map((client) => client.deactivate()));
  vi.useRealTimers();
});

interface Heard {
  readonly connected: Promise<void>;
  /** The reason with which the connection was closed. */
  readonly refused: () => string | undefined;
}

function connect(token: string): Heard {
  let refused: string | undefined;
  const client = new Client({
    webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']) as never,
    connectHeaders: { Authorization: `Bearer ${token}` },
    ...{ reconnectDelay: 0, heartbeatIncoming: 0, heartbeatOutgoing: 0 },
  });
  clients.push(client);
  client.onStompError = ({ headers }) => {
    refused = headers.message;
  };
  const connected = new Promise<void>((resolve) => {
    client.onConnect = () => resolve();
  });
  client.activate();
  return { connected, refused: () => refused };
}

async function login(person: { email: string; password: string }, remember: boolean): Promise<string> {
  const payload = { username: person.email, password: person.password, remember };
  return (await app.inject({ method: 'POST', url: '/api/login', payload })).json().token;
}

it('closes a live connection when its session expires, not when its token expires', async () => {
  const person = await signIn();
  const short = connect(await login(person, false));
  const long = connect(await login(person, true));
  await Promise.all([short.connected, long.connected]);
  clock.advance(11 * HOUR);
  await vi.advanceTimersByTimeAsync(MINUTE);
  const later = connect(await login(person, false));
  await later.connected;
  expect([short.refused(), long.refused()]).toEqual([undefined, undefined]);
  clock.advance(HOUR);
  await vi.advanceTimersByTimeAsync(MINUTE);
  await expect.poll(() => short.refused()).toBe('The session has ended');
  expect([long.refused(), later.refused()]).toEqual([undefined, undefined]);
});

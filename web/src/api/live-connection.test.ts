import { waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { signedIn } from '../../test/server.ts';
import { createLiveConnection, type LiveConnection } from './live-connection.ts';

/** A WebSocket whose other end the test plays. */
class TestSocket {
  static refuses = false;
  static readonly opened: TestSocket[] = [];
  readyState = 0;
  onopen = () => {};
  onclose = (_event: unknown) => {};
  onmessage = (_event: { data: string }) => {};
  readonly sent: string[] = [];
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    TestSocket.opened.push(this);
    queueMicrotask(() => (TestSocket.refuses ? this.close() : this.open()));
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  send(frame: string) {
    this.sent.push(frame);
  }
  receive(frame: string) {
    this.onmessage({ data: frame });
  }
  close() {
    this.readyState = 3;
    this.onclose({ code: 1006 });
  }
}

vi.mock('sockjs-client/dist/sockjs.js', () => ({ default: class extends TestSocket {} }));

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  TestSocket.opened.length = 0;
  TestSocket.refuses = false;
  vi.unstubAllGlobals();
});

async function connected(headers: string): Promise<{ socket: TestSocket; live: LiveConnection; reconnected: ReturnType<typeof vi.fn> }> {
  signedIn();
  vi.stubGlobal('WebSocket', TestSocket);
  const live = createLiveConnection();
  const reconnected = vi.fn();
  stops.push(live.listen('orders', { message: () => {}, reconnected }));
  const socket = await waitFor(() => {
    const [first] = TestSocket.opened;
    if (first === undefined || first.sent.length === 0) throw new Error('not yet');
    return first;
  });
  socket.receive(`CONNECTED\nversion:1.2\nheart-beat:0,0\n${headers}\n\0`);
  await waitFor(() => expect(live.state()).toBe('connected'));
  return { socket, live, reconnected };
}

it('reads again when the server says that messages may be missing, and stays connected', async () => {
  const { socket, live, reconnected } = await connected('gap-topic:read-again\n');
  expect(socket.url).toMatch(/^ws:\/\/.*\/ws\/websocket$/);
  const [, id] = /id:(\S+)\ndestination:\/topic\/read-again/.exec(socket.sent.join('')) ?? [];
  socket.receive(`MESSAGE\nsubscription:${id}\nmessage-id:1\ndestination:/topic/read-again\n\n{}\0`);
  await waitFor(() => expect(reconnected).toHaveBeenCalledOnce());
  expect([live.state(), TestSocket.opened.length]).toEqual(['connected', 1]);
});

it('subscribes to nothing that an earlier server would refuse', async () => {
  const { socket } = await connected('');
  expect(socket.sent.join('')).not.toContain('read-again');
});

it('connects again soon after a loss, and reads again', async () => {
  const { socket, live, reconnected } = await connected('');
  socket.close();
  expect(live.state()).toBe('lost');
  const next = await waitFor(() => TestSocket.opened[1] ?? Promise.reject(new Error('not yet')));
  expect(next.url).toBe(socket.url);
  await waitFor(() => expect(next.sent.length).toBeGreaterThan(0));
  next.receive('CONNECTED\nversion:1.2\nheart-beat:0,0\n\n\0');
  await waitFor(() => expect(reconnected).toHaveBeenCalledOnce());
});

it('uses SockJS where a WebSocket is refused', async () => {
  signedIn();
  TestSocket.refuses = true;
  vi.stubGlobal('WebSocket', TestSocket);
  stops.push(createLiveConnection().listen('orders', { message: () => {}, reconnected: () => {} }));
  await waitFor(() => expect(TestSocket.opened.map(({ url }) => new URL(url, 'http://page').pathname)).toEqual(['/ws/websocket', '/ws']));
});

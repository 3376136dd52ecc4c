import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { StompSession } from './stomp-session.ts';
import type { SessionDependencies } from './stomp-transport.ts';

vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date', 'performance'] });
const listeners = new Map<string, (body: string) => void>();
const ADMINISTRATOR = { userId: 1, roles: ['ROLE_ADMIN'] };

/** A session of an administrator on a connection that notes what the server sends. */
function open() {
  const sent: string[] = [];
  let isClosed = false;
  const topics = {
    listen(topic: string, listener: (body: string) => void) {
      listeners.set(topic, listener);
      return () => listeners.delete(topic);
    },
    latest: () => undefined,
  };
  const deps = { identify: async () => ADMINISTRATOR, topics, onAccessChange: () => () => {} } as unknown as SessionDependencies;
  const session = new StompSession(
    {
      send: (data) => void sent.push(data),
      close: () => {
        isClosed = true;
      },
    },
    deps,
  );
  sessions.push(session);
  return {
    sent,
    isClosed: () => isClosed,
    write: (...lines: string[]) => session.data(`${lines.join('\n')}\n\n\0`),
    beat: () => session.data('\n'),
    async connect(...headers: string[]) {
      this.write('CONNECT', ...headers);
      await vi.waitFor(() => expect(sent.join('')).toContain('CONNECTED'));
      sent.length = 0;
    },
  };
}

const sessions: StompSession[] = [];
afterEach(() => {
  for (const session of sessions.splice(0)) session.end();
});
afterAll(() => {
  vi.useRealTimers();
});

it('keeps a client that sends heart-beats when the clock is set forward', async () => {
  const client = open();
  await client.connect('accept-version:1.2', 'heart-beat:4000,0');
  client.beat();
  vi.setSystemTime(Date.now() + 3_600_000);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(client.isClosed()).toBe(false);
});

it('disconnects a client that misses heart-beats when the clock is set back', async () => {
  const client = open();
  await client.connect('accept-version:1.2', 'heart-beat:4000,0');
  client.beat();
  vi.setSystemTime(Date.now() - 3_600_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(client.isClosed()).toBe(true);
});

it('takes the destination for the subscription of a client of STOMP 1.0 that gives no id', async () => {
  const client = open();
  await client.connect('passcode:key');
  client.write('SUBSCRIBE', 'destination:/topic/jobs', 'receipt:1');
  listeners.get('jobs')?.('{}');
  expect(client.sent.map((frame) => frame.split('\n')[0])).toEqual(['RECEIPT', 'MESSAGE']);
  client.write('UNSUBSCRIBE', 'destination:/topic/jobs');
  expect(listeners.has('jobs')).toBe(false);
});

it.each([
  ['1.0', 'a:b\\n', 'a:b\\n'],
  ['1.1', 'a\\cb\\\\n', 'a\\cb\\\\n'],
  ['1.2', 'a\\cb\\\\n', 'a\\cb\\\\n'],
])('repeats the id of a subscription of STOMP %s as the client wrote it', async (version, id, expected) => {
  const client = open();
  await client.connect(`accept-version:${version}`);
  client.write('SUBSCRIBE', `id:${id}`, 'destination:/topic/jobs');
  listeners.get('jobs')?.('{}');
  expect(client.sent.join('')).toContain(`subscription:${expected}\n`);
});

it('writes the message of an error to a client of STOMP 1.0 without escapes', async () => {
  const client = open();
  await client.connect('accept-version:1.0');
  client.write('SEND', 'destination:/topic/jobs');
  expect(client.sent.join('')).toContain('message:SEND is not supported: this server only sends\n');
});

it('names its versions in a header to a client that knows none of them', async () => {
  const client = open();
  client.write('CONNECT', 'accept-version:1.3,2.0');
  expect(client.sent.join('')).toContain('ERROR\nversion:1.2,1.1,1.0\n');
  expect(client.isClosed()).toBe(true);
});

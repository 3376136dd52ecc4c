import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, signIn } = await createTestApp();
const person = await signIn();
await app.listen({ port: 0, host: '127.0.0.1' });
const { port } = app.server.address() as net.AddressInfo;

/** Sends a whole body before it reads the answer, as most clients do. */
async function send(agent: http.Agent | false, bytes: number, isChunked = false) {
  const part = Buffer.alloc(64 * 1024, 'x');
  const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json', ...(!isChunked && { 'content-length': bytes }) };
  const request = http.request({ port, host: '127.0.0.1', method: 'POST', path: '/api/identify', agent, headers });
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>;
  answered.catch(() => {});
  for (let sent = 0; sent < bytes; sent += part.length) if (!request.write(part.subarray(0, bytes - sent))) await once(request, 'drain');
  request.end();
  const [answer] = await answered;
  let text = '';
  for await (const piece of answer.setEncoding('utf8')) text += piece;
  return { status: answer.statusCode, code: JSON.parse(text).error?.code as string | undefined, socket: request.socket };
}

const MIB = 1024 * 1024;

describe('a body that no call accepts', () => {
  it.each([
    ['with its length', false],
    ['in chunks', true],
  ])('%s gets its refusal, and the connection serves the next call', async (_name, isChunked) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const sockets = new Set<unknown>();
    for (let nth = 0; nth < 5; nth++) {
      const { socket, ...answer } = await send(agent, 6 * MIB, isChunked);
      expect(answer).toEqual({ status: 413, code: 'invalid_input' });
      sockets.add(socket);
    }
    expect(sockets.size).toBe(1);
    agent.destroy();
  });

  it('gets its refusal on a connection for one call', async () => {
    for (let nth = 0; nth < 5; nth++) expect(await send(false, 6 * MIB)).toMatchObject({ status: 413, code: 'invalid_input' });
  });

  it('is not read without end', async () => {
    const socket = net.connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('error', () => {});
    const closed = new Promise((resolve) => void socket.once('close', resolve));
    socket.write(`POST /api/identify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\ncontent-type: application/json\r\n`);
    socket.write(`content-length: ${1024 * MIB}\r\n\r\n`);
    const part = Buffer.alloc(MIB);
    let sent = 0;
    while (!socket.destroyed && sent < 512) {
      sent++;
      if (!socket.write(part)) await Promise.race([new Promise((resolve) => void socket.once('drain', resolve)), closed]);
    }
    socket.destroy();
    expect(sent).toBeLessThan(128);
    expect(text).toMatch(/^(HTTP\/1.1 413 |$)/);
  });
});

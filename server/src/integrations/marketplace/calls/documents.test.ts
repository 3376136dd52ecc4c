import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { download } from './documents.ts';

let respond: (response: ServerResponse) => void = () => {};
const server = createServer((_, response) => respond(response));
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
const read = async (silenceMs: number, compressionAlgorithm?: string) =>
  text((await download({ sleep: async () => {}, signal: undefined }, async () => ({ url, compressionAlgorithm }), { silenceMs })).body);

it('has no time limit while data arrives', async () => {
  respond = (response) => {
    let left = 12;
    const timer = setInterval(() => {
      response.write('x');
      left -= 1;
      if (left > 0) return;
      clearInterval(timer);
      response.end();
    }, 50);
  };
  // The total time exceeds the allowed silence.
  expect(await read(400)).toBe('xxxxxxxxxxxx');
});

it.each([
  ['before the first byte', () => {}],
  ['in the middle', (response: ServerResponse) => void response.write('half')],
])('fails when data stops arriving, %s', async (_, start) => {
  respond = start;
  await expect(read(60)).rejects.toMatchObject({ kind: 'unavailable', operation: 'getDocument' });
});

it('fails when compressed data stops arriving', async () => {
  respond = (response) => void response.write(gzipSync('a'.repeat(10_000)).subarray(0, 20));
  await expect(read(60, 'GZIP')).rejects.toThrow();
});

it('does not count pauses of the reader', async () => {
  respond = (response) => void response.end('y'.repeat(200_000));
  const { body } = await download({ sleep: async () => {}, signal: undefined }, async () => ({ url }), { silenceMs: 50 });
  let length = 0;
  for await (const chunk of body) {
    if (length === 0) await new Promise((resolve) => setTimeout(resolve, 120));
    length += (chunk as Buffer).length;
  }
  expect(length).toBe(200_000);
});

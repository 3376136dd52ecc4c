import { CALL_TIMEOUT_MS } from '@stowage/contract/identity/session';
import { attachListFile } from '@stowage/contract/purchasing/packing-list-edits';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { server, signedIn } from '../../test/server.ts';
import { SlowLine } from '../../test/slow-line.ts';
import { call } from './call.ts';
import { NoAnswerError, RefusedError } from './problem.ts';
import type { SendOptions } from './send.ts';
import { sendBytes } from './send-bytes.ts';

const PATH = '/api/packing-lists/3/file';
const upload = (options?: SendOptions) => call(attachListFile, { params: { id: 3 }, query: { name: 'list.pdf' }, body: new Uint8Array([1, 2, 3]) }, options);

let access: string;
beforeEach(() => {
  access = signedIn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('sends the bytes as the signed-in person and reports progress', async () => {
  const sent: unknown[] = [];
  server.use(
    http.put(PATH, async ({ request }) => {
      sent.push(request.headers.get('authorization'), request.headers.get('content-type'), [...new Uint8Array(await request.arrayBuffer())]);
      return HttpResponse.json({ success: true });
    }),
  );
  const shares: number[] = [];
  await upload({ onProgress: (share) => shares.push(share) });
  expect(sent).toEqual([`Bearer ${access}`, 'application/octet-stream', [1, 2, 3]]);
  expect(shares.at(-1)).toBe(1);
});

it('distinguishes a rejection from a lost connection', async () => {
  server.use(http.put(PATH, () => HttpResponse.json({ error: { code: 'too_large', message: 'Too large' } }, { status: 413 })));
  const refusal = await upload().catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(RefusedError);
  expect(refusal).toMatchObject({ status: 413, words: 'Too large' });
  server.use(http.put(PATH, () => HttpResponse.error()));
  await expect(upload()).rejects.toBeInstanceOf(NoAnswerError);
});

it('waits while bytes are transferred and gives up when they stop', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('XMLHttpRequest', SlowLine);
  let ended: unknown;
  const sending = sendBytes({ method: 'PUT', address: PATH, headers: {}, body: new Uint8Array([1]) }).catch((error: unknown) => {
    ended = error;
  });
  for (let part = 1; part <= 3; part++) {
    await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
    SlowLine.last.move(part, 3);
  }
  await vi.advanceTimersByTimeAsync(CALL_TIMEOUT_MS - 1);
  expect(ended).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  await sending;
  expect(ended).toEqual(new Error('Nothing moved'));
});

import { historyPage } from '@stowage/contract/inventory/scan';
import { delay, HttpResponse, http } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { server, signedIn, token } from '../../test/server.ts';
import { call } from './call.ts';
import { NoAnswerError, RefusedError } from './problem.ts';
import { sessionEnd, storeTokens } from './session.ts';

const emptyPage = { data: [], totalCount: 0, totalPages: 0, currentPage: 0 };
const read = () => call(historyPage, { query: {} });
const stored = () => [localStorage.getItem('jwt'), localStorage.getItem('refreshToken')];

let refreshes: unknown[] = [];
let tokensSent: (string | null)[] = [];
const fresh = token({ expiresInSeconds: 900 });

beforeEach(() => {
  refreshes = [];
  tokensSent = [];
  server.use(
    http.post('/api/refresh', async ({ request }) => {
      refreshes.push(await request.json());
      await delay(20);
      return HttpResponse.json({ token: fresh, refreshToken: 'refresh-2' });
    }),
    http.get('/api/inventory/history', ({ request }) => {
      const sent = request.headers.get('authorization');
      tokensSent.push(sent);
      return sent === 'Bearer stale' ? HttpResponse.json({}, { status: 401 }) : HttpResponse.json(emptyPage);
    }),
  );
});

it('sends the stored token', async () => {
  const access = signedIn();
  expect(await read()).toEqual(emptyPage);
  expect([tokensSent, refreshes]).toEqual([[`Bearer ${access}`], []]);
});

it('refreshes a token that expires within 60 seconds, once for simultaneous calls', async () => {
  signedIn({ expiresInSeconds: 59 });
  await Promise.all([read(), read(), read()]);
  expect(refreshes).toEqual([{ refreshToken: 'refresh-1' }]);
  expect(tokensSent).toEqual(Array(3).fill(`Bearer ${fresh}`));
  expect(stored()).toEqual([fresh, 'refresh-2']);
});

it('keeps a token that is valid for longer', async () => {
  signedIn({ expiresInSeconds: 65 });
  await read();
  expect(refreshes).toEqual([]);
});

it('keeps the refresh token when the answer brings no new one', async () => {
  server.use(http.post('/api/refresh', () => HttpResponse.json({ token: fresh })));
  signedIn({ expiresInSeconds: 10 });
  await read();
  expect(stored()).toEqual([fresh, 'refresh-1']);
});

it('answers a 401 with one refresh and one retry', async () => {
  signedIn();
  let answers = 0;
  server.use(http.get('/api/inventory/history', () => (answers++ === 0 ? HttpResponse.json({}, { status: 401 }) : HttpResponse.json(emptyPage))));
  expect(await read()).toEqual(emptyPage);
  expect([answers, refreshes.length]).toEqual([2, 1]);
});

it('does not retry twice', async () => {
  signedIn();
  let answers = 0;
  server.use(
    http.get('/api/inventory/history', () => {
      answers++;
      return HttpResponse.json({}, { status: 401 });
    }),
  );
  await expect(read()).rejects.toThrow(RefusedError);
  expect([answers, refreshes.length]).toEqual([2, 1]);
});

it('removes both tokens when the refresh is rejected', async () => {
  signedIn({ expiresInSeconds: 10 });
  server.use(http.post('/api/refresh', () => HttpResponse.json({}, { status: 401 })));
  await expect(read()).rejects.toThrow(RefusedError);
  expect(stored()).toEqual([null, null]);
  expect(tokensSent).toEqual([]);
});

it('stays signed in when the server does not answer', async () => {
  signedIn({ expiresInSeconds: 10 });
  server.use(http.post('/api/refresh', () => HttpResponse.error()));
  await expect(read()).rejects.toThrow(NoAnswerError);
  expect(stored()).not.toContain(null);
});

it.each([500, 503, 507, 429])('stays signed in when the server answers the refresh with %i', async (status) => {
  const access = signedIn({ expiresInSeconds: 10 });
  server.use(http.post('/api/refresh', () => HttpResponse.json({}, { status })));
  await expect(read()).rejects.toThrow(RefusedError);
  expect([stored(), sessionEnd()]).toEqual([[access, 'refresh-1'], undefined]);
});

it.each([
  ['PASSWORD_RESET', 'Your password was changed. Sign in with the new one.'],
  ['DEACTIVATED', 'Your account was deactivated. Ask an administrator.'],
  [undefined, 'Your session expired. Sign in again.'],
])('records why a session ended: %s', async (endReason, message) => {
  signedIn({ expiresInSeconds: 10 });
  const error = { code: 'unauthenticated', reason: 'session_ended', message: 'x', details: { endReason } };
  server.use(http.post('/api/refresh', () => HttpResponse.json({ error }, { status: 401 })));
  await expect(read()).rejects.toThrow(RefusedError);
  expect([stored(), sessionEnd()]).toEqual([[null, null], message]);
  storeTokens({ token: fresh });
  expect(sessionEnd()).toBeUndefined();
});

it('discards the answer when another person has signed in meanwhile', async () => {
  signedIn({ expiresInSeconds: 10 });
  server.use(
    http.post('/api/refresh', () => {
      localStorage.setItem('jwt', 'of the next person');
      localStorage.setItem('refreshToken', 'of the next person');
      return HttpResponse.json({ token: fresh, refreshToken: 'refresh-2' });
    }),
  );
  await expect(read()).rejects.toThrow('User is not authenticated');
  expect(stored()).toEqual(['of the next person', 'of the next person']);
});

it('makes no call as a person who has signed in in another tab while the token was being refreshed', async () => {
  signedIn({ expiresInSeconds: 10 });
  const reading = read();
  signedIn({ userId: '8' });
  await expect(reading).rejects.toThrow('User is not authenticated');
  expect([tokensSent, refreshes]).toEqual([[], []]);
});

it('shares one refresh among tabs without locks', async () => {
  signedIn({ expiresInSeconds: 10 });
  // A second copy of the modules stands for a second tab.
  vi.resetModules();
  const otherTab = await import('./call.ts');
  await Promise.all([read(), otherTab.call(historyPage, { query: {} })]);
  expect(refreshes).toHaveLength(1);
  expect(stored()).toEqual([fresh, 'refresh-2']);
});

it('reports that nobody is signed in', async () => {
  await expect(read()).rejects.toThrow('User is not authenticated. Please log in again.');
});

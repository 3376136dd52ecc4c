import type { Permission } from '@stowage/contract/permissions';
import { cleanup } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';

/** Answers the page's calls in place of the network. Each test adds its handlers. */
export const server = setupServer(
  // People sign in with a password only.
  http.get('/api/sign-in/methods', () => HttpResponse.json({ has_passwords: true, passkey_origin: null, single_sign_on: null })),
  // The signed-in person has neither passkeys nor single sign-on.
  http.get('/api/user/passkeys', () => HttpResponse.json([])),
  http.get('/api/user/single-sign-on', () => HttpResponse.json({ label: null, connection: null })),
  // The signed-in person has no settings.
  http.get('/api/user/settings', () => HttpResponse.json({ settings: {} })),
  // No action for many records runs.
  http.get('/api/bulk', () => HttpResponse.json({ data: [], totalCount: 0, totalPages: 0, currentPage: 0 })),
  // No list has saved views.
  http.get('/api/list-views', () => HttpResponse.json({ views: [] })),
  http.get('/api/orders/count', () => HttpResponse.json({ count: 3, is_more: false })),
  // No record has documents.
  http.get('/api/documents', () => HttpResponse.json({ rows: [], next: null })),
  // Every purchase order is of a file.
  http.get('/api/purchase-orders/sending', () => HttpResponse.json({ sending: null })),
  // Uploaded files are also filed as documents.
  http.post('/api/documents', () => HttpResponse.json({ id: 1, duplicates: [] })),
  // Nobody has chosen columns of files, or brought in files.
  http.post('/api/files/columns/find', () => HttpResponse.json({ columns: null })),
  http.put('/api/files/columns', () => HttpResponse.json({ success: true })),
  http.get('/api/files/:kind', () => HttpResponse.json([])),
  // Printed labels are counted.
  http.post('/api/labels/printed', () => HttpResponse.json({ success: true })),
);

/** Calls without an answer yet. */
const inFlight = new Set<string>();
server.events.on('request:start', ({ requestId }) => void inFlight.add(requestId));
server.events.on('request:end', ({ requestId }) => void inFlight.delete(requestId));

/** A test may leave a call that is never answered; all others end. */
const SETTLE_MS = 500;

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
// Removes the page first and then answers its last calls with the test's own handlers, so that none reaches those of the next test.
afterEach(async () => {
  cleanup();
  vi.useRealTimers();
  for (const started = performance.now(); inFlight.size > 0 && performance.now() - started < SETTLE_MS; )
    await new Promise((resolve) => setTimeout(resolve, 5));
  inFlight.clear();
  server.resetHandlers();
});
afterAll(() => server.close());

interface TokenOptions {
  readonly userId?: string;
  readonly expiresInSeconds?: number;
  readonly roles?: unknown;
  /** Of a role that is not one of the two fixed ones. */
  readonly permissions?: readonly Permission[];
  /** The person must set up two-step sign-in. */
  readonly mustSetUp?: boolean;
  readonly mustChangePassword?: boolean;
}

/** A token as the server issues it, with an invalid signature that the page doesn't check. */
export function token({
  userId = '7',
  expiresInSeconds = 900,
  roles = ['ROLE_USER'],
  permissions,
  mustSetUp = false,
  mustChangePassword = false,
}: TokenOptions = {}): string {
  const encode = (value: object) => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const exp = Math.floor(Date.now() / 1000) + expiresInSeconds;
  const first = { ...((mustSetUp || mustChangePassword) && { setup: true }), ...(mustChangePassword && { password: true }) };
  return `${encode({ alg: 'HS256' })}.${encode({ sub: userId, sid: 's', email: 'ann@example.com', name: 'Ann', roles, permissions, exp, ...first })}.signature`;
}

/** Signs a person in. */
export function signedIn(options?: Parameters<typeof token>[0]): string {
  const access = token(options);
  localStorage.setItem('jwt', access);
  localStorage.setItem('refreshToken', 'refresh-1');
  return access;
}

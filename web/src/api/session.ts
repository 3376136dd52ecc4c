import { REFRESH_MARGIN_SECONDS, refresh, SIGN_IN_MESSAGES, TOKEN_KEYS } from '@stowage/contract/identity/session';
import type { Role } from '@stowage/contract/permissions';
import { useSyncExternalStore } from 'react';
import { withLease } from './lease.ts';
import { RefusedError } from './problem.ts';
import { send } from './send.ts';

/** Who is signed in, as the stored access token says. The server checks; this only decides what is shown. */
export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly roles: readonly Role[];
}

const watchers = new Set<() => void>();

export function storedToken(): string | undefined {
  return localStorage.getItem(TOKEN_KEYS.access) ?? undefined;
}

export function storeTokens(tokens: { token: string; refreshToken?: string | undefined }): void {
  localStorage.setItem(TOKEN_KEYS.access, tokens.token);
  if (tokens.refreshToken !== undefined) localStorage.setItem(TOKEN_KEYS.refresh, tokens.refreshToken);
  tell();
}

/** Lives as long as the browser does, in all its tabs. */
const OPEN_COOKIE = 'stowage_open=1';
const UNTIL_CLOSED_KEY = 'stowage.until-closed';

/** Says whether the session is to outlive the browser. */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) return localStorage.removeItem(UNTIL_CLOSED_KEY);
  localStorage.setItem(UNTIL_CLOSED_KEY, '1');
  // biome-ignore lint/suspicious/noDocumentCookie: the other way to set one is on HTTPS alone
  document.cookie = `${OPEN_COOKIE}; path=/; SameSite=Strict`;
}

/** Forgets a session that was to end with the browser, when the browser was closed since. Called once, before anything is shown. */
export function forgetClosedSession(): void {
  if (localStorage.getItem(UNTIL_CLOSED_KEY) === null || document.cookie.split('; ').includes(OPEN_COOKIE)) return;
  localStorage.removeItem(UNTIL_CLOSED_KEY);
  clearTokens();
}

export function clearTokens(): void {
  localStorage.removeItem(TOKEN_KEYS.access);
  localStorage.removeItem(TOKEN_KEYS.refresh);
  tell();
}

/** Calls back when somebody signs in or out, in this tab or another. @returns a function that stops */
export function onSessionChange(callback: () => void): () => void {
  watchers.add(callback);
  const fromOtherTab = (event: StorageEvent) => {
    if (event.key === TOKEN_KEYS.access || event.key === null) callback();
  };
  window.addEventListener('storage', fromOtherTab);
  return () => {
    watchers.delete(callback);
    window.removeEventListener('storage', fromOtherTab);
  };
}

/** The session in the stored token; undefined when there is none or it can't be read. */
export function currentSession(): Session | undefined {
  const claims = claimsOf(storedToken());
  if (claims === undefined || typeof claims.sub !== 'string') return undefined;
  const { sub, email, name, roles } = claims;
  return {
    userId: sub,
    email: typeof email === 'string' ? email : '',
    name: typeof name === 'string' ? name : '',
    roles: Array.isArray(roles) ? (roles as Role[]) : [],
  };
}

/** The session, kept current in a component. */
export function useSession(): Session | undefined {
  const token = useSyncExternalStore(onSessionChange, storedToken);
  return token === undefined ? undefined : currentSession();
}

/** What a token claims, unverified; undefined when it is no JWT. */
export function claimsOf(token: string | undefined): Record<string, unknown> | undefined {
  try {
    const [, payload = '', signature] = (token ?? '').split('.');
    if (signature === undefined) return undefined;
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/**
 * A token good for at least another minute.
 * @throws RefusedError when nobody is signed in, NoAnswerError when a refresh was due and got no answer
 */
export async function freshToken(): Promise<string> {
  const token = storedToken();
  if (token === undefined) throw notSignedIn();
  return expiresSoon(token) ? refreshedToken(token) : token;
}

let refreshing: Promise<string> | undefined;

/** Trades the refresh token for a new pair. Simultaneous callers, in all tabs, share one call. */
export function refreshedToken(stale: string): Promise<string> {
  refreshing ??= alone(() => refreshOnce(stale)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(stale: string): Promise<string> {
  // Another tab may have done it while this one waited for its turn.
  const stored = storedToken();
  if (stored !== undefined && stored !== stale && !expiresSoon(stored)) return stored;
  const refreshToken = localStorage.getItem(TOKEN_KEYS.refresh);
  try {
    if (refreshToken === null) throw notSignedIn();
    const tokens = (await send(refresh, { body: { refreshToken } }, undefined)) as { token?: string; refreshToken?: string } | undefined;
    if (typeof tokens?.token !== 'string') throw notSignedIn();
    // Somebody has signed out, or another person in, while the answer was on its way: it is nobody's then.
    if (localStorage.getItem(TOKEN_KEYS.refresh) !== refreshToken) throw notSignedIn();
    storeTokens({ token: tokens.token, refreshToken: tokens.refreshToken });
    return tokens.token;
  } catch (error) {
    // No answer is not a refusal: whoever scans on through a network gap stays signed in, as long as the question itself was
    // lost. Where the server had answered and the answer was lost, the next try is refused and ends the session (decision 0004).
    // And a refusal of a token that is no longer the stored one says nothing of the one that is.
    if (error instanceof RefusedError && localStorage.getItem(TOKEN_KEYS.refresh) === refreshToken) clearTokens();
    throw error;
  }
}

function expiresSoon(token: string): boolean {
  const expiry = claimsOf(token)?.exp;
  return typeof expiry !== 'number' || expiry - Date.now() / 1000 < REFRESH_MARGIN_SECONDS;
}

/** One tab at a time. Browsers offer locks on HTTPS and localhost only; elsewhere a lease in local storage does it. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('stowage-refresh', work) : withLease('stowage.refreshing', work);
}

function notSignedIn(): RefusedError {
  return new RefusedError(401, { error: { message: SIGN_IN_MESSAGES.notAuthenticated } });
}

function tell(): void {
  for (const callback of watchers) callback();
}

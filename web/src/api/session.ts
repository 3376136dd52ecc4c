import { REFRESH_MARGIN_SECONDS, refresh, SESSION_END_MESSAGES, type SessionEndReason, SIGN_IN_MESSAGES, TOKEN_KEYS } from '@stowage/contract/identity/session';
import { isPermitted, PERMISSIONS, ROLES, scopeOf } from '@stowage/contract/permissions';
import { useSyncExternalStore } from 'react';
import { withLease } from './lease.ts';
import { mayPass, NoAnswerError, RefusedError } from './problem.ts';
import { send } from './send.ts';

/** The signed-in person, as the stored access token says. The server checks permissions; this only decides what the page shows. */
export interface Session {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** What the person may do, for `isPermitted`: a role, or the permissions one by one. */
  readonly roles: readonly string[];
  /** Two-step sign-in must be set up before anything else. */
  readonly mustSetUp: boolean;
  /** The password was generated and must be changed before anything else. */
  readonly mustChangePassword: boolean;
}

const watchers = new Set<() => void>();

export function storedToken(): string | undefined {
  return localStorage.getItem(TOKEN_KEYS.access) ?? undefined;
}

/** Whether the stored token does not have the three parts of a token. */
export function hasBrokenToken(): boolean {
  const token = storedToken();
  return token !== undefined && token.split('.').length !== 3;
}

export function storeTokens(tokens: { token: string; refreshToken?: string | undefined }): void {
  localStorage.removeItem(END_KEY);
  localStorage.setItem(TOKEN_KEYS.access, tokens.token);
  if (tokens.refreshToken !== undefined) localStorage.setItem(TOKEN_KEYS.refresh, tokens.refreshToken);
  notifyWatchers();
}

/** A session cookie: it exists in all tabs until the browser is closed. */
const OPEN_COOKIE = 'stowage_open=1';
const UNTIL_CLOSED_KEY = 'stowage.until-closed';

/** Sets whether the session survives closing the browser. */
export function rememberSession(isRemembered: boolean): void {
  if (isRemembered) return localStorage.removeItem(UNTIL_CLOSED_KEY);
  localStorage.setItem(UNTIL_CLOSED_KEY, '1');
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists on HTTPS only
  document.cookie = `${OPEN_COOKIE}; path=/; SameSite=Strict`;
}

/** Ends a session that should not survive the browser, if the browser was closed since. Called once, before the first render. */
export function forgetClosedSession(): void {
  if (localStorage.getItem(UNTIL_CLOSED_KEY) === null || document.cookie.split('; ').includes(OPEN_COOKIE)) return;
  localStorage.removeItem(UNTIL_CLOSED_KEY);
  endSession('You were signed out because the browser was closed.');
}

const END_KEY = 'stowage.session-end';

/** Why the last session of this browser ended, until somebody signs in. */
export function sessionEnd(): string | undefined {
  return localStorage.getItem(END_KEY) ?? undefined;
}

/** Signs out and records the reason for the sign-in page, in all tabs. */
export function endSession(message: string): void {
  // The first reason counts: calls that were in flight fail after the session has ended.
  if (storedToken() !== undefined) localStorage.setItem(END_KEY, message);
  clearTokens();
}

export function clearTokens(): void {
  const isOver = storedToken() !== undefined;
  localStorage.removeItem(TOKEN_KEYS.access);
  localStorage.removeItem(TOKEN_KEYS.refresh);
  // Where nobody was signed in, no session ended: the page stays, with the reason for which it let nobody in.
  if (isOver) notifyWatchers();
}

/** Calls back when somebody signs in or out, in this tab or another. @returns a function that unsubscribes */
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

/** The session in the stored token; undefined when there is no token or it can't be parsed. */
export function currentSession(): Session | undefined {
  const claims = claimsOf(storedToken());
  if (claims === undefined || typeof claims.sub !== 'string') return undefined;
  const { sub, email, name } = claims;
  return {
    userId: sub,
    email: typeof email === 'string' ? email : '',
    name: typeof name === 'string' ? name : '',
    roles: grantsIn(claims),
    mustSetUp: claims.setup === true && claims.password !== true,
    mustChangePassword: claims.password === true,
  };
}

/** A token has permissions only if they are not those of its role. */
function grantsIn({ roles, permissions }: Record<string, unknown>): string[] {
  if (Array.isArray(permissions)) return PERMISSIONS.filter((permission) => permissions.includes(permission)).map(scopeOf);
  return Array.isArray(roles) ? ROLES.filter((role) => roles.includes(role)) : [];
}

/** The session, updated when somebody signs in or out. */
export function useSession(): Session | undefined {
  const token = useSyncExternalStore(onSessionChange, storedToken);
  return token === undefined ? undefined : currentSession();
}

/** The unverified claims of a token; undefined when it isn't a JWT. */
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
 * A token that is valid for at least another minute.
 * @throws RefusedError when nobody is signed in, NoAnswerError when a refresh gets no answer
 */
export async function freshToken(): Promise<string> {
  const token = storedToken();
  if (token === undefined) throw notSignedIn();
  if (!expiresSoon(token)) return token;
  const fresh = await refreshedToken(token);
  // Another person may have signed in meanwhile, in whose name the call must not run.
  if (claimsOf(fresh)?.sub !== claimsOf(token)?.sub) throw notSignedIn();
  return fresh;
}

let refreshing: Promise<string> | undefined;

/** Exchanges the refresh token for a new pair of tokens. Simultaneous callers, in all tabs, share one call. */
export function refreshedToken(stale: string): Promise<string> {
  refreshing ??= inOneTab(() => refreshOnce(stale)).finally(() => {
    refreshing = undefined;
  });
  return refreshing;
}

async function refreshOnce(stale: string): Promise<string> {
  // Another tab may have refreshed the token while this one waited for the lock.
  const stored = storedToken();
  if (stored !== undefined && stored !== stale && !expiresSoon(stored)) return stored;
  const refreshToken = localStorage.getItem(TOKEN_KEYS.refresh);
  try {
    if (refreshToken === null) throw notSignedIn();
    const tokens = (await send(refresh, { body: { refreshToken } }, undefined)) as { token?: string; refreshToken?: string } | undefined;
    if (typeof tokens?.token !== 'string') throw new NoAnswerError('The answer has no token');
    // If somebody signed out or another person signed in meanwhile, nobody may use these tokens.
    if (localStorage.getItem(TOKEN_KEYS.refresh) !== refreshToken) throw notSignedIn();
    storeTokens({ token: tokens.token, refreshToken: tokens.refreshToken });
    return tokens.token;
  } catch (error) {
    // Only a refusal of this token ends the session: a person who works through a network gap or a slow server stays signed in.
    // A refusal of a replaced token doesn't concern the new one.
    if (!mayPass(error) && localStorage.getItem(TOKEN_KEYS.refresh) === refreshToken) endSession(endMessage(error));
    throw error;
  }
}

function endMessage(error: unknown): string {
  const details = error instanceof RefusedError ? (error.details as { endReason?: SessionEndReason } | undefined) : undefined;
  return SESSION_END_MESSAGES[details?.endReason ?? 'EXPIRED'] ?? SESSION_END_MESSAGES.EXPIRED;
}

function expiresSoon(token: string): boolean {
  const expiry = claimsOf(token)?.exp;
  return typeof expiry !== 'number' || expiry - Date.now() / 1000 < REFRESH_MARGIN_SECONDS;
}

/** Runs work in one tab at a time. Browsers offer locks on HTTPS and localhost only; elsewhere a lease in local storage replaces them. */
function inOneTab<T>(work: () => Promise<T>): Promise<T> {
  return 'locks' in navigator ? navigator.locks.request('stowage-refresh', work) : withLease('stowage.refreshing', work);
}

function notSignedIn(): RefusedError {
  return new RefusedError(401, { error: { message: SIGN_IN_MESSAGES.notAuthenticated } });
}

function notifyWatchers(): void {
  for (const callback of watchers) callback();
}

/** Whether the signed-in person has a permission. */
export function useMay(permission: Parameters<typeof isPermitted>[1]): boolean {
  return isPermitted(useSession()?.roles ?? [], permission);
}

import type { Cookies } from '../../../platform/http/cookies.ts';

/** What the page stores and sends instead of the token: it names the session whose cookie holds the token. */
const MARK = /^cookie\.([0-9a-f-]{36})$/;
const REMEMBERED_SECONDS = 30 * 24 * 60 * 60;

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
  readonly sessionId: string;
}

/**
 * The refresh token of the page, in a cookie that no script reads. There is one cookie per session, so that a late answer for one
 * person can't replace the token of the next person on the same browser. Clients that store the token themselves send it as before.
 */
export function refreshCookies(cookies: Cookies) {
  const prefix = `${cookies.hostPrefix}stowage-refresh-`;
  return {
    /** The token that a call names, itself or by its cookie. */
    tokenOf(sent: string): string {
      const sessionId = MARK.exec(sent)?.[1];
      return sessionId === undefined ? sent : (cookies.get(prefix + sessionId) ?? '');
    },
    isMark: (sent: string) => MARK.test(sent),
    /** Moves the refresh token of an answer into a cookie. */
    store({ sessionId, refreshToken, ...rest }: Tokens, { isRemembered }: { isRemembered: boolean }): Tokens {
      cookies.set(prefix + sessionId, refreshToken, { seconds: isRemembered ? REMEMBERED_SECONDS : undefined });
      return { ...rest, sessionId, refreshToken: `cookie.${sessionId}` };
    },
    /** Deletes the cookies of this browser's other sessions, or of one. */
    clear({ except, only }: { except?: string; only?: string }): void {
      const names = only === undefined ? cookies.namesOf(prefix).filter((name) => name !== `${prefix}${except}`) : [prefix + MARK.exec(only)?.[1]];
      for (const name of names) cookies.set(name, '', { seconds: 0 });
    },
  };
}

import type { Account } from '../account.ts';
import { MarketplaceError } from '../marketplace-error.ts';

/** A token is renewed this long before it expires. */
const REFRESH_BEFORE_MS = 60_000;
const TIMEOUT_MS = 15_000;

export interface AccessTokens {
  /** A token that is valid for at least a minute. Concurrent callers share one request. */
  current(): Promise<string>;
  /** Discards a token that the marketplace refused. */
  forget(token: string): void;
}

/** The right to manage where messages are sent, which belongs to the application and to no seller. */
const NOTIFICATIONS = 'sellingpartnerapi::notifications';

/**
 * Login with Amazon.
 * @param isGrantless for the application's own tokens, of no seller
 * @throws MarketplaceError `unauthorized` when the credentials are refused, `unavailable` without an answer */
export function createAccessTokens({ account, now, isGrantless = false }: { account: Account; now: () => number; isGrantless?: boolean }): AccessTokens {
  let cached: { token: string; expiresAt: number } | undefined;
  let running: Promise<string> | undefined;
  return {
    async current() {
      if (cached !== undefined && cached.expiresAt - REFRESH_BEFORE_MS > now()) return cached.token;
      running ??= requestToken(account, isGrantless)
        .then(({ token, lifeMs }) => {
          cached = { token, expiresAt: now() + lifeMs };
          return token;
        })
        .finally(() => {
          running = undefined;
        });
      return running;
    },
    forget(token) {
      if (cached?.token === token) cached = undefined;
    },
  };
}

const operation = 'lwaToken';

async function requestToken({ tokenUrl, refreshToken, clientId, clientSecret }: Account, isGrantless: boolean): Promise<{ token: string; lifeMs: number }> {
  const grant = isGrantless ? { grant_type: 'client_credentials', scope: NOTIFICATIONS } : { grant_type: 'refresh_token', refresh_token: refreshToken };
  const body = new URLSearchParams({ ...grant, client_id: clientId, client_secret: clientSecret });
  const answer = await fetch(tokenUrl, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw new MarketplaceError('The sign-in with the marketplace does not answer', { kind: 'unavailable', operation });
  });
  const text = await answer.text().catch(() => '');
  const { access_token, expires_in, error } = parse(text);
  if (answer.ok && access_token !== undefined) return { token: access_token, lifeMs: (expires_in ?? 3600) * 1000 };
  const about = { operation, status: answer.status };
  if (answer.ok) throw new MarketplaceError('The sign-in with the marketplace answered something unreadable', { ...about, kind: 'broken_answer' });
  if (answer.status === 429) throw new MarketplaceError('The sign-in with the marketplace is throttled', { ...about, kind: 'throttled' });
  if (answer.status >= 500) throw new MarketplaceError('The sign-in with the marketplace fails', { ...about, kind: 'unavailable' });
  throw new MarketplaceError(`The marketplace refuses the credentials (${error ?? answer.status})`, { ...about, kind: 'unauthorized' });
}

function parse(text: string): { access_token?: string; expires_in?: number; error?: string } {
  try {
    return JSON.parse(text) as ReturnType<typeof parse>;
  } catch {
    return {};
  }
}

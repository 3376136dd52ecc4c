import type { Account } from '../account.ts';
import { MarketplaceError } from '../marketplace-error.ts';

/** A new token is asked for so long before the old one ends. */
const REFRESH_BEFORE_MS = 60_000;
const TIMEOUT_MS = 15_000;

export interface AccessTokens {
  /** A token that holds for at least a minute. Callers at the same time share one request. */
  current(): Promise<string>;
  /** The marketplace refused this token: it is not handed out again. */
  forget(token: string): void;
}

/** Login with Amazon. @throws MarketplaceError `unauthorized` when the credentials are refused, `unavailable` when it does not answer */
export function createAccessTokens({ account, now }: { account: Account; now: () => number }): AccessTokens {
  let held: { token: string; endsAt: number } | undefined;
  let underWay: Promise<string> | undefined;
  return {
    async current() {
      if (held !== undefined && held.endsAt - REFRESH_BEFORE_MS > now()) return held.token;
      underWay ??= askForToken(account)
        .then(({ token, lifeMs }) => {
          held = { token, endsAt: now() + lifeMs };
          return token;
        })
        .finally(() => {
          underWay = undefined;
        });
      return underWay;
    },
    forget(token) {
      if (held?.token === token) held = undefined;
    },
  };
}

const operation = 'lwaToken';

async function askForToken({ tokenUrl, refreshToken, clientId, clientSecret }: Account): Promise<{ token: string; lifeMs: number }> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId, client_secret: clientSecret });
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

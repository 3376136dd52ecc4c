import { createHash, randomBytes } from 'node:crypto';
import { SIGN_IN_MESSAGES } from '@stowage/contract/session';
import type { Kysely } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import type { Logger } from '../../platform/logger.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { EndedSessions } from './ended-sessions.ts';
import { verifyPassword } from './password.ts';
import { endSessions, findSessionOfToken, insertSession, rotateRefreshToken } from './session.repository.ts';
import { countAttempt, forgiveAttempt } from './sign-in-failure.repository.ts';
import { attemptKeys, isOverLimit, SIGN_IN_WINDOW_MS } from './sign-in-limit.rules.ts';
import { findUserByEmail } from './user.repository.ts';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

export interface SessionService {
  signIn(credentials: { email: string; password: string; address: string }): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  signOut(refreshToken: string): Promise<void>;
}

interface Dependencies {
  readonly db: Kysely<DB>;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly endedSessions: EndedSessions;
  readonly logger: Logger;
}

/** A session that is not refreshed for this long is over. */
const SESSION_LIFE_MS = 30 * 24 * 60 * 60 * 1000;

export function createSessionService(deps: Dependencies): SessionService {
  const { db, clock, accessTokens, endedSessions, logger } = deps;
  const expiry = () => new Date(clock.now().getTime() + SESSION_LIFE_MS);

  return {
    async signIn({ email, password, address }) {
      const keys = attemptKeys(email, address);
      await refuseTooManyAttempts(db, clock, Object.values(keys));
      const user = await findUserByEmail(db, email);
      if (!(await verifyPassword(user?.passwordHash, password)) || user === undefined || user.deactivatedAt !== null) {
        throw new AppError('unauthenticated', SIGN_IN_MESSAGES.invalid, { reason: 'wrong_credentials' });
      }
      await forgiveAttempt(db, { clear: keys.accountAtAddress, lower: [keys.account, keys.address] });
      const refreshToken = newRefreshToken();
      const sessionId = await insertSession(db, { userId: user.id, tokenHash: hashOf(refreshToken), now: clock.now(), expiresAt: expiry() });
      logger.info({ userId: user.id, sessionId }, 'signed in');
      return { token: accessTokens.issue(user, sessionId), refreshToken };
    },

    async refresh(refreshToken) {
      const next = newRefreshToken();
      const rotated = await rotateRefreshToken(db, { hash: hashOf(refreshToken), nextHash: hashOf(next), now: clock.now(), expiresAt: expiry() });
      if (rotated !== undefined) return { token: accessTokens.issue(rotated.user, rotated.sessionId), refreshToken: next };
      const known = await findSessionOfToken(db, hashOf(refreshToken));
      if (known?.used) {
        // Two parties hold this token, and one of them stole it: nobody keeps the session.
        for (const sessionId of await endSessions(db, known, 'TOKEN_REPLAYED', clock.now())) {
          endedSessions.add(sessionId);
          logger.warn({ sessionId }, 'a refresh token was used twice; its session was ended');
        }
      }
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'session_ended' });
    },

    async signOut(refreshToken) {
      const known = await findSessionOfToken(db, hashOf(refreshToken));
      if (known === undefined) return;
      for (const sessionId of await endSessions(db, known, 'SIGNED_OUT', clock.now())) endedSessions.add(sessionId);
    },
  };
}

async function refuseTooManyAttempts(db: Kysely<DB>, clock: Clock, keys: readonly string[]): Promise<void> {
  const now = clock.now();
  const counts = await countAttempt(db, keys, now, new Date(now.getTime() + SIGN_IN_WINDOW_MS));
  const over = counts.filter(({ key, attempts }) => isOverLimit(key, attempts));
  if (over.length === 0) return;
  const endsAt = Math.max(...over.map(({ windowEndsAt }) => windowEndsAt.getTime()));
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAt - now.getTime()) / 1000));
  throw new AppError('rate_limited', `Too many sign-in attempts. Try again in ${Math.ceil(retryAfterSeconds / 60)} min.`, {
    reason: 'too_many_attempts',
    retryAfterSeconds,
  });
}

function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

import { createHash, randomBytes } from 'node:crypto';
import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Logger } from '../../../platform/logger.ts';
import { notify } from '../../notifications/index.ts';
import { verifyPassword } from '../account/password.ts';
import { deviceText } from '../account/security-notice.ts';
import { findUserByEmail, lockVerified, type User, updateLastSeen } from '../people/user.repository.ts';
import { createSecondStep } from '../two-factor/second-step.service.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import type { AccessChanges } from './access-changes.ts';
import type { AccessTokens } from './access-tokens.ts';
import { refuseTooMany } from './attempts.service.ts';
import { findSessionOfToken, insertSession, isKnownDevice, isNewDevice, rotateRefreshToken } from './session.repository.ts';
import { createSessionEnding } from './session-end.service.ts';
import { forgiveAttempt, insertFailedSignIn } from './sign-in-failure.repository.ts';
import { attemptKeys, deviceAttemptKeys } from './sign-in-limit.rules.ts';

interface Tokens {
  readonly token: string;
  readonly refreshToken: string;
}

interface SignIn {
  readonly email: string;
  readonly password: string;
  /** Of the authenticator, or a recovery code. */
  readonly code?: string | undefined;
  readonly isRemembered: boolean;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** What tells this browser from others. */
  readonly device: string;
}

export interface SessionService {
  signIn(credentials: SignIn): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  signOut(refreshToken: string): Promise<void>;
}

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly accessTokens: AccessTokens;
  readonly accessChanges: AccessChanges;
  readonly twoFactor: TwoFactorService;
  readonly logger: Logger;
}

export function createSessionService(deps: Dependencies): SessionService {
  const { db, clock, accessTokens, logger } = deps;
  const ending = createSessionEnding(deps);
  const requireCode = createSecondStep(deps);

  /** @throws AppError `unauthenticated` when the account has changed since the password was verified, which takes a while */
  const open = (verified: User, { isRemembered, userAgent, device, address }: SignIn, refreshToken: string) =>
    db.transaction().execute(async (tx) => {
      const user = await lockVerified(tx, verified);
      if (user === undefined) throw wrongCredentials();
      const deviceHash = hashOf(device);
      const isNew = await isNewDevice(tx, user.id, deviceHash);
      const now = clock.now();
      const id = await insertSession(tx, { userId: user.id, tokenHash: hashOf(refreshToken), now, isRemembered, userAgent, address, deviceHash });
      await updateLastSeen(tx, user.id, now);
      if (isNew) {
        const body = `${deviceText({ userAgent, address })}. If it was not you, sign it out under Your profile and change your password.`;
        await notify(tx, { kind: 'new-device', to: [user.id], title: 'A sign-in on a new device', body, record: { kind: 'session', id }, path: '/profile' });
      }
      return { user, sessionId: id };
    });

  return {
    async signIn(given) {
      const isKnown = await isKnownDevice(db, given.email, hashOf(given.device));
      const keys = isKnown ? deviceAttemptKeys(given.email, given.device, given.address) : attemptKeys(given.email, given.address);
      await refuseTooMany({ db, clock }, keys.near, 'sign-in attempts');
      // What was refused already is no guess: else one stranger could lock somebody out everywhere.
      await refuseTooMany({ db, clock }, keys.far, 'sign-in attempts');
      const user = await findUserByEmail(db, given.email);
      if (!(await verifyPassword(user?.passwordHash, given.password)) || user === undefined || user.deactivatedAt !== null) {
        await insertFailedSignIn(db, { at: clock.now(), address: given.address, userId: user?.id });
        throw wrongCredentials();
      }
      // The password was right: being asked for the code is no failure, but wrong codes before it stay counted.
      const onAsked = () => forgiveAttempt(db, { lower: [...keys.near, ...keys.far] });
      await requireCode(user, { ...given, knownDevice: isKnown ? given.device : undefined, onAsked });
      const [own, ...others] = keys.near;
      await forgiveAttempt(db, { clear: own, lower: [...others, ...keys.far] });
      const refreshToken = newRefreshToken();
      const opened = await open(user, given, refreshToken);
      logger.info({ userId: user.id, sessionId: opened.sessionId }, 'signed in');
      return { token: accessTokens.issue(opened.user, opened.sessionId), refreshToken };
    },

    async refresh(refreshToken) {
      const next = newRefreshToken();
      const now = clock.now();
      const rotated = await rotateRefreshToken(db, { hash: hashOf(refreshToken), nextHash: hashOf(next), now });
      if (rotated !== undefined) {
        await updateLastSeen(db, rotated.user.id, now);
        return { token: accessTokens.issue(rotated.user, rotated.sessionId), refreshToken: next };
      }
      const known = await findSessionOfToken(db, hashOf(refreshToken));
      if (known?.used) await ending.endReplayed(known);
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'session_ended' });
    },

    async signOut(refreshToken) {
      const known = await findSessionOfToken(db, hashOf(refreshToken));
      if (known !== undefined) await ending.signOut(known);
    },
  };
}

function wrongCredentials(): AppError {
  return new AppError('unauthenticated', SIGN_IN_MESSAGES.invalid, { reason: 'wrong_credentials' });
}

function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

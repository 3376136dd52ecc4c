import { type SessionEndReason, SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../../notifications/index.ts';
import { verifyPassword } from '../account/password.ts';
import { deviceText } from '../account/security-notice.ts';
import { findUserByEmail, lockVerified, type SignedInUser, type User, updateLastSeen } from '../people/user.repository.ts';
import { hashToken, newToken } from '../secret-token.ts';
import { createSecondStep } from '../two-factor/second-step.service.ts';
import { findFirstStep } from '../two-factor/sign-in-policy.repository.ts';
import type { TwoFactorService } from '../two-factor/two-factor.service.ts';
import type { AccessTokens } from './access-tokens.ts';
import { refuseTooManyAttempts } from './attempts.service.ts';
import { findSessionOfToken, insertSession, isKnownDevice, isNewDevice, rotateRefreshToken } from './session.repository.ts';
import type { SessionEnding } from './session-end.service.ts';
import { forgiveAttempt, insertFailedSignIn } from './sign-in-failure.repository.ts';
import { attemptKeys, deviceAttemptKeys } from './sign-in-limit.rules.ts';

interface SignIn {
  readonly email: string;
  readonly password: string;
  /** A code from the authenticator, or a recovery code. */
  readonly code?: string | undefined;
  readonly isRemembered: boolean;
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Identifies the browser. */
  readonly device: string;
}

export type SessionService = ReturnType<typeof createSessionService>;

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly accessTokens: AccessTokens;
  readonly sessionEnding: SessionEnding;
  readonly twoFactor: TwoFactorService;
}

export function createSessionService(deps: Dependencies) {
  const { db, clock, accessTokens, sessionEnding, logger } = deps;
  const requireCode = createSecondStep(deps);
  const issue = async (user: SignedInUser, sessionId: string) => accessTokens.issue(user, sessionId, await findFirstStep(db, user.id));

  /** @throws AppError `unauthenticated` when the account has changed since the password was verified */
  const open = (verified: User, { isRemembered, userAgent, device, address }: SignIn, refreshToken: string) =>
    db.transaction().execute(async (tx) => {
      const user = await lockVerified(tx, verified);
      if (user === undefined) throw wrongCredentials();
      const deviceHash = hashToken(device);
      const now = clock.now();
      const isNew = await isNewDevice(tx, user.id, { hash: deviceHash, userAgent, address }, now);
      const id = await insertSession(tx, { userId: user.id, tokenHash: hashToken(refreshToken), now, isRemembered, userAgent, address, deviceHash });
      await updateLastSeen(tx, user.id, now);
      if (isNew) {
        const body = `${deviceText({ userAgent, address })}. If it was not you, sign it out under Your profile and change your password.`;
        await notify(tx, { kind: 'new-device', to: [user.id], title: 'New sign-in to your account', body, record: { kind: 'session', id }, path: '/profile' });
      }
      return { user, sessionId: id };
    });

  return {
    async signIn(given: SignIn) {
      const isKnown = await isKnownDevice(db, given.email, hashToken(given.device));
      const keys = isKnown ? deviceAttemptKeys(given.email, given.device, given.address) : attemptKeys(given.email, given.address);
      await refuseTooManyAttempts({ db, clock }, keys.near, 'sign-in attempts');
      // An attempt that was already refused must not count for the account, or one attacker could lock its owner out everywhere.
      await refuseTooManyAttempts({ db, clock }, keys.far, 'sign-in attempts');
      const user = await findUserByEmail(db, given.email);
      if (!(await verifyPassword(user?.passwordHash, given.password)) || user === undefined || user.deactivatedAt !== null) {
        await insertFailedSignIn(db, { at: clock.now(), address: given.address, userId: user?.id });
        throw wrongCredentials();
      }
      // The password was right, so a missing code is not a failed attempt. Earlier wrong codes still count.
      const onMissingCode = () => forgiveAttempt(db, { lower: [...keys.near, ...keys.far] });
      await requireCode(user, { ...given, knownDevice: isKnown ? given.device : undefined, onMissingCode });
      const [own, ...others] = keys.near;
      await forgiveAttempt(db, { clear: own, lower: [...others, ...keys.far] });
      const refreshToken = newToken();
      const opened = await open(user, given, refreshToken);
      logger.info({ userId: user.id, sessionId: opened.sessionId }, 'signed in');
      return { token: await issue(opened.user, opened.sessionId), refreshToken, sessionId: opened.sessionId };
    },

    /** @param device identifies the browser; undefined when the call names none */
    async refresh(refreshToken: string, device: string | undefined) {
      const next = newToken();
      const now = clock.now();
      const deviceHash = device === undefined ? null : hashToken(device);
      const rotated = await rotateRefreshToken(db, { hash: hashToken(refreshToken), nextHash: hashToken(next), deviceHash, now });
      if (rotated !== undefined) {
        await updateLastSeen(db, rotated.user.id, now);
        const { sessionId, isRemembered } = rotated;
        return { token: await issue(rotated.user, sessionId), refreshToken: next, sessionId, isRemembered };
      }
      const known = await findSessionOfToken(db, hashToken(refreshToken));
      const isReplayed = known?.used === true && (await sessionEnding.endReplayed(known));
      const endReason: SessionEndReason = isReplayed ? 'TOKEN_REPLAYED' : (known?.endReason ?? 'EXPIRED');
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'session_ended', details: { endReason } });
    },

    async signOut(refreshToken: string): Promise<void> {
      const known = await findSessionOfToken(db, hashToken(refreshToken));
      if (known !== undefined) await sessionEnding.signOutToken(known);
    },
  };
}

function wrongCredentials(): AppError {
  return new AppError('unauthenticated', SIGN_IN_MESSAGES.invalid, { reason: 'wrong_credentials' });
}

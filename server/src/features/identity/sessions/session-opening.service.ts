import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import type { SignInMethod } from '@stowage/contract/identity/sign-in-methods';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../../notifications/index.ts';
import { deviceText } from '../account/security-notice.ts';
import { lockVerified, type SignedInUser, type User, updateLastSeen } from '../people/user.repository.ts';
import { currentGrants } from '../roles/access.service.ts';
import { hashToken, newToken } from '../secret-token.ts';
import { findFirstStep } from '../two-factor/sign-in-policy.repository.ts';
import type { AccessTokens } from './access-tokens.ts';
import { insertSession, isNewDevice } from './session.repository.ts';

/** What a sign-in knows of its browser. */
export interface Browser {
  readonly address: string;
  readonly userAgent: string | undefined;
  /** Identifies the browser. */
  readonly device: string;
}

/** How the person proved who they are. */
export interface Proof {
  readonly method: SignInMethod;
  /** Whether it proved two factors without Stowage's own second step. */
  readonly isTwoStep: boolean;
  readonly isRemembered: boolean;
  readonly sealedIdToken?: string;
}

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly accessTokens: AccessTokens;
}

export type SessionOpening = ReturnType<typeof createSessionOpening>;

/** Opens the session of a person who proved who they are, by any proof. */
export function createSessionOpening({ db, clock, accessTokens, logger }: Dependencies) {
  const issue = async (user: SignedInUser, sessionId: string) =>
    accessTokens.issue(user, sessionId, { firstStep: await findFirstStep(db, user.id, sessionId), grants: await currentGrants(db, user.id) });
  return {
    issue,

    /** @throws AppError `unauthenticated` when the account has changed since the proof */
    async open(verified: User, { address, userAgent, device }: Browser, { method, isTwoStep, isRemembered, sealedIdToken }: Proof) {
      const refreshToken = newToken();
      const opened = await db.transaction().execute(async (tx) => {
        const user = await lockVerified(tx, verified);
        if (user === undefined) throw wrongCredentials();
        const deviceHash = hashToken(device);
        const now = clock.now();
        const isNew = await isNewDevice(tx, user.id, { hash: deviceHash, userAgent, address }, now);
        const begun = { isRemembered, userAgent, address, deviceHash, method, isTwoStep, sealedIdToken };
        const id = await insertSession(tx, { userId: user.id, tokenHash: hashToken(refreshToken), now, ...begun });
        await updateLastSeen(tx, user.id, now);
        if (isNew) {
          const body = `${deviceText({ userAgent, address })}. If it was not you, sign it out under Your profile and change your password.`;
          await notify(tx, {
            kind: 'new-device',
            to: [user.id],
            title: 'New sign-in to your account',
            body,
            record: { kind: 'session', id },
            path: '/profile',
          });
        }
        return { user, sessionId: id };
      });
      logger.info({ userId: opened.user.id, sessionId: opened.sessionId, method }, 'signed in');
      return { token: await issue(opened.user, opened.sessionId), refreshToken, sessionId: opened.sessionId, isRemembered };
    },
  };
}

export function wrongCredentials(): AppError {
  return new AppError('unauthenticated', SIGN_IN_MESSAGES.invalid, { reason: 'wrong_credentials' });
}

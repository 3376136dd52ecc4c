import { type SessionEndReason, SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import { updateLastSeen } from '../people/user.repository.ts';
import { hashToken, newToken } from '../secret-token.ts';
import { findSessionOfToken, rotateRefreshToken } from './session.repository.ts';
import type { SessionEnding } from './session-end.service.ts';
import type { SessionOpening } from './session-opening.service.ts';

export type SessionService = ReturnType<typeof createSessionService>;

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly sessionOpening: SessionOpening;
  readonly sessionEnding: SessionEnding;
}

export function createSessionService({ db, clock, sessionOpening, sessionEnding }: Dependencies) {
  return {
    /** @param device identifies the browser; undefined when the call names none */
    async refresh(refreshToken: string, device: string | undefined) {
      const next = newToken();
      const now = clock.now();
      const deviceHash = device === undefined ? null : hashToken(device);
      const rotated = await rotateRefreshToken(db, { hash: hashToken(refreshToken), nextHash: hashToken(next), deviceHash, now });
      if (rotated !== undefined) {
        await updateLastSeen(db, rotated.user.id, now);
        const { sessionId, isRemembered } = rotated;
        return { token: await sessionOpening.issue(rotated.user, sessionId), refreshToken: next, sessionId, isRemembered };
      }
      const known = await findSessionOfToken(db, hashToken(refreshToken));
      const isReplayed = known?.used === true && (await sessionEnding.endReplayed(known));
      const endReason: SessionEndReason = isReplayed ? 'TOKEN_REPLAYED' : (known?.endReason ?? 'EXPIRED');
      throw new AppError('unauthenticated', SIGN_IN_MESSAGES.notAuthenticated, { reason: 'session_ended', details: { endReason } });
    },

    /** @returns the session, if the token belongs to one */
    async signOut(refreshToken: string): Promise<string | undefined> {
      const known = await findSessionOfToken(db, hashToken(refreshToken));
      if (known !== undefined) await sessionEnding.signOutToken(known);
      return known?.sessionId;
    },
  };
}

import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { AppError } from '../../../platform/app-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { hashToken } from '../secret-token.ts';
import { type ChallengePurpose, findChallenge, insertChallenge, replaceSealed, takeChallenge } from './challenge.repository.ts';

/** Who may present a challenge: the browser that asked before a sign-in, or the session. */
export type ChallengeHolder = { readonly device: string } | Pick<Caller, 'userId' | 'sessionId'>;

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly encryptionKey: Keyring;
}

export type Challenges = ReturnType<typeof createChallenges>;

/** What a sign-in that takes several calls must present again. It is in the database, so that every process can go on with it. */
export function createChallenges({ db, clock, encryptionKey }: Dependencies) {
  const sealing = (purpose: ChallengePurpose) => ({ key: encryptionKey, context: `challenge ${purpose}` });
  const contentOf = <T>(stored: Awaited<ReturnType<typeof findChallenge>>, purpose: ChallengePurpose, holder: ChallengeHolder): T => {
    if (stored === undefined || stored.expiresAt <= clock.now()) throw signInExpired();
    const isHeld = 'device' in holder ? stored.deviceHash?.equals(hashToken(holder.device)) === true : stored.sessionId === holder.sessionId;
    const content = isHeld ? unseal(stored.sealed, sealing(purpose)) : undefined;
    if (content === undefined) throw signInExpired();
    return JSON.parse(content) as T;
  };
  return {
    /** @param content encrypted, and returned to the holder of the token */
    async open(purpose: ChallengePurpose, holder: ChallengeHolder, { token, content, minutes }: { token: string; content: object; minutes: number }) {
      const isSession = 'sessionId' in holder;
      await insertChallenge(db, {
        tokenHash: hashToken(token),
        purpose,
        deviceHash: isSession ? null : hashToken(holder.device),
        userId: isSession ? holder.userId : null,
        sessionId: isSession ? holder.sessionId : null,
        sealed: seal(JSON.stringify(content), sealing(purpose)),
        expiresAt: new Date(clock.now().getTime() + minutes * MINUTE_MS),
      });
    },

    /** Uses a challenge up, also when it is presented by somebody else or too late. @throws AppError `rule_violated` with `sign_in_expired` */
    async take<T extends object>(purpose: ChallengePurpose, holder: ChallengeHolder, token: string): Promise<T> {
      return contentOf<T>(await takeChallenge(db, hashToken(token), purpose), purpose, holder);
    },

    /** Reads a challenge that allows several attempts. @throws AppError `rule_violated` with `sign_in_expired` */
    async read<T extends object>(purpose: ChallengePurpose, holder: ChallengeHolder, token: string): Promise<T> {
      return contentOf<T>(await findChallenge(db, hashToken(token), purpose), purpose, holder);
    },

    /** Changes the content once: of concurrent callers that read the same content, one succeeds. @throws AppError `rule_violated` with `sign_in_expired` */
    async replace(purpose: ChallengePurpose, holder: ChallengeHolder, { token, content }: { token: string; content: object }): Promise<void> {
      const stored = await findChallenge(db, hashToken(token), purpose);
      contentOf(stored, purpose, holder);
      const to = seal(JSON.stringify(content), sealing(purpose));
      if (stored === undefined || !(await replaceSealed(db, hashToken(token), { from: stored.sealed, to }))) throw signInExpired();
    },
  };
}

export function signInExpired(): AppError {
  return new AppError('rule_violated', 'This sign-in has expired or was already used. Start again.', { reason: 'sign_in_expired' });
}

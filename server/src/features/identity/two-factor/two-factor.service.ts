import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@stowage/contract/identity/account';
import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { tellOwner } from '../account/security-notice.ts';
import type { User } from '../people/user.repository.ts';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  findUnconfirmed,
  removeSecret,
  replaceRecoveryCodes,
  startSecret,
  takeRecoveryCode,
  takeStep,
} from './two-factor.repository.ts';

export interface TwoFactorService {
  /** Whether a code is one of the authenticator's, or a recovery code, that nobody has used yet. It is used then. */
  takeCode(user: Pick<User, 'id' | 'totpSecret'>, code: string): Promise<boolean>;
  /** @throws AppError `conflict` with `already_on` */
  start(tx: Database, user: Pick<User, 'id' | 'email'>): Promise<{ secret: string; address: string }>;
  /** @throws AppError `conflict` with `not_started`, `rule_violated` with `wrong_code` @returns the recovery codes, which nobody can read again */
  confirm(tx: Database, userId: number, code: string): Promise<string[]>;
  remove(tx: Database, userId: number): Promise<void>;
  codesLeft(userId: number): Promise<number>;
}

const CONTEXT = 'two-factor';
/** 64 bits: nobody guesses that through the limit of sign-ins, nor from its hash. */
const RECOVERY_BYTES = 8;

export function createTwoFactorService(deps: { db: Database; clock: Clock; encryptionKey: Buffer }): TwoFactorService {
  const { db, clock } = deps;
  const sealing = { key: deps.encryptionKey, context: CONTEXT };
  return {
    async takeCode({ id, totpSecret }, code) {
      const secret = totpSecret === undefined ? undefined : unseal(totpSecret, sealing);
      const step = secret === undefined ? undefined : matchingStep(secret, code, clock.now());
      if (step !== undefined) return takeStep(db, id, step);
      return takeRecoveryCode(db, id, { hash: hashOf(code), now: clock.now() });
    },

    async start(tx, { id, email }) {
      const secret = newTotpSecret();
      if (!(await startSecret(tx, id, seal(secret, sealing)))) {
        throw new AppError('conflict', 'Two-step sign-in is on already', { reason: 'already_on' });
      }
      return { secret, address: totpAddress(secret, email) };
    },

    async confirm(tx, userId, code) {
      const sealed = await findUnconfirmed(tx, userId);
      const secret = sealed === null ? undefined : unseal(sealed, sealing);
      if (secret === undefined) throw new AppError('conflict', 'Start with a new secret', { reason: 'not_started' });
      const step = matchingStep(secret, code, clock.now());
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
      if (step === undefined || !(await takeStep(tx, userId, step))) {
        throw new AppError('rule_violated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
      }
      await confirmSecret(tx, userId, clock.now());
      await replaceRecoveryCodes(tx, userId, codes.map(hashOf));
      return codes;
    },

    async remove(tx, userId) {
      if (await removeSecret(tx, userId)) await tellOwner(tx, 'two-step-removed', { userId, now: clock.now() });
    },
    codesLeft: (userId) => countRecoveryCodes(db, userId),
  };
}

function newRecoveryCode(): string {
  return (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-');
}

/** However somebody types it. */
function hashOf(code: string): Buffer {
  return createHash('sha256')
    .update(`recovery ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`)
    .digest();
}

import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@stowage/contract/identity/account';
import { SIGN_IN_MESSAGES } from '@stowage/contract/identity/session';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { SealedColumn } from '../../../platform/keys/sealed-column.ts';
import { seal, unseal } from '../../../platform/sealing.ts';
import { notifyOwner } from '../account/security-notice.ts';
import type { User } from '../people/user.repository.ts';
import { matchingStep, newTotpSecret, totpAddress } from './totp.ts';
import {
  confirmSecret,
  countRecoveryCodes,
  findUnconfirmedSecret,
  removeSecret,
  replaceRecoveryCodes,
  startSecret,
  useRecoveryCode,
  useStep,
} from './two-factor.repository.ts';

export type TwoFactorService = ReturnType<typeof createTwoFactorService>;

/** The context of secrets that were sealed before each was bound to its person. */
const SHARED_CONTEXT = 'two-factor';
const contextOf = (userId: number | string) => `${SHARED_CONTEXT} ${userId}`;

export const TOTP_SECRETS: SealedColumn = { table: 'users', id: 'id', column: 'totp_secret', contextsOf: (id) => [contextOf(id), SHARED_CONTEXT] };

/** 64 bits can't be guessed within the sign-in limits or from the hash. */
const RECOVERY_BYTES = 16;

export function createTwoFactorService(deps: { db: Database; clock: Clock; encryptionKey: Keyring }) {
  const { db, clock } = deps;
  const key = deps.encryptionKey;
  /** A secret that was copied to another person's row does not open there. */
  const sealingOf = (userId: number) => ({ key, context: contextOf(userId) });
  const open = (sealed: string, userId: number) => unseal(sealed, sealingOf(userId)) ?? unseal(sealed, { key, context: SHARED_CONTEXT });
  /** Replaces the recovery codes. @returns the new ones, which are stored only as hashes */
  const createRecoveryCodes = async (tx: Database, userId: number): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    await replaceRecoveryCodes(tx, userId, codes.map(hashOf));
    return codes;
  };
  return {
    /** Uses up a code of the authenticator or a recovery code. @returns false for a wrong or used code */
    async useCode({ id, totpSecret }: Pick<User, 'id' | 'totpSecret'>, code: string): Promise<boolean> {
      const secret = totpSecret === null ? undefined : open(totpSecret, id);
      const step = secret === undefined ? undefined : matchingStep(secret, code, clock.now());
      if (step !== undefined) return useStep(db, id, step);
      return useRecoveryCode(db, id, { hash: hashOf(code), now: clock.now() });
    },

    /** @throws AppError `conflict` with `already_on` */
    async start(tx: Database, { id, email }: Pick<User, 'id' | 'email'>) {
      const secret = newTotpSecret();
      if (!(await startSecret(tx, id, seal(secret, sealingOf(id))))) {
        throw new AppError('conflict', 'Two-step sign-in is already on', { reason: 'already_on' });
      }
      return { secret, address: totpAddress(secret, email) };
    },

    /** @throws AppError `conflict` with `not_started`, `rule_violated` with `wrong_code` @returns the recovery codes, which are stored only as hashes */
    async confirm(tx: Database, userId: number, code: string): Promise<string[]> {
      const sealed = await findUnconfirmedSecret(tx, userId);
      const secret = sealed === null ? undefined : open(sealed, userId);
      if (secret === undefined) throw new AppError('conflict', 'Start with a new secret', { reason: 'not_started' });
      const step = matchingStep(secret, code, clock.now());
      if (step === undefined || !(await useStep(tx, userId, step))) {
        throw new AppError('rule_violated', SIGN_IN_MESSAGES.wrongCode, { reason: 'wrong_code' });
      }
      await confirmSecret(tx, userId, clock.now());
      return createRecoveryCodes(tx, userId);
    },

    createRecoveryCodes,

    async remove(tx: Database, userId: number): Promise<void> {
      if (await removeSecret(tx, userId)) await notifyOwner(tx, 'two-step-removed', { userId, now: clock.now() });
    },
    codesLeft: (userId: number, tx: Database = db) => countRecoveryCodes(tx, userId),
  };
}

function newRecoveryCode(): string {
  return (randomBytes(RECOVERY_BYTES).toString('hex').match(/.{4}/g) ?? []).join('-');
}

/** Hashes a recovery code, ignoring case and separators. */
function hashOf(code: string): Buffer {
  return createHash('sha256')
    .update(`recovery ${code.toLowerCase().replace(/[^0-9a-f]/g, '')}`)
    .digest();
}

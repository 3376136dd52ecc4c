import type { Database } from '../../../platform/database/connection/connect.ts';

export type ChallengePurpose = 'SINGLE_SIGN_ON' | 'CONNECT' | 'VERIFY_SINGLE_SIGN_ON' | 'PASSKEY' | 'ADD_PASSKEY' | 'VERIFY_PASSKEY' | 'SECOND_STEP';

interface NewChallenge {
  readonly tokenHash: Buffer;
  readonly purpose: ChallengePurpose;
  readonly deviceHash: Buffer | null;
  readonly userId: number | null;
  readonly sessionId: string | null;
  readonly sealed: string;
  readonly expiresAt: Date;
}

interface StoredChallenge extends Pick<NewChallenge, 'deviceHash' | 'sessionId' | 'sealed' | 'expiresAt'> {}

const COLUMNS = ['device_hash as deviceHash', 'session_id as sessionId', 'sealed', 'expires_at as expiresAt'] as const;

export async function insertChallenge(db: Database, challenge: NewChallenge): Promise<void> {
  const { tokenHash, purpose, deviceHash, userId, sessionId, sealed, expiresAt } = challenge;
  await db
    .insertInto('sign_in_challenges')
    .values({ token_hash: tokenHash, purpose, device_hash: deviceHash, user_id: userId, session_id: sessionId, sealed, expires_at: expiresAt })
    .execute();
}

export async function findChallenge(db: Database, tokenHash: Buffer, purpose: ChallengePurpose): Promise<StoredChallenge | undefined> {
  return db.selectFrom('sign_in_challenges').select(COLUMNS).where('token_hash', '=', tokenHash).where('purpose', '=', purpose).executeTakeFirst();
}

/** Deletes a challenge, so that one of several concurrent callers gets it. */
export async function takeChallenge(db: Database, tokenHash: Buffer, purpose: ChallengePurpose): Promise<StoredChallenge | undefined> {
  return db.deleteFrom('sign_in_challenges').where('token_hash', '=', tokenHash).where('purpose', '=', purpose).returning(COLUMNS).executeTakeFirst();
}

/** Replaces the content of a challenge. @returns false when another caller did */
export async function replaceSealed(db: Database, tokenHash: Buffer, { from, to }: { from: string; to: string }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sign_in_challenges')
    .set({ sealed: to })
    .where('token_hash', '=', tokenHash)
    .where('sealed', '=', from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function deleteChallengesBefore(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<', now).execute();
}

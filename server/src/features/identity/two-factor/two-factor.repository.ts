import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { lockUser } from '../people/user.repository.ts';

/** Stores an unconfirmed secret. @returns false when two-step sign-in is already on */
export async function startSecret(tx: Database, userId: number, sealedSecret: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('users')
    .set({ totp_secret: sealedSecret, totp_last_step: null })
    .where('id', '=', userId)
    .where('totp_confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Returns the encrypted secret that is not confirmed yet. */
export async function findUnconfirmedSecret(db: Database, userId: number): Promise<string | null> {
  const row = await db.selectFrom('users').select('totp_secret').where('id', '=', userId).where('totp_confirmed_at', 'is', null).executeTakeFirst();
  return row?.totp_secret ?? null;
}

export async function confirmSecret(tx: Database, userId: number, now: Date): Promise<void> {
  await tx.updateTable('users').set({ totp_confirmed_at: now }).where('id', '=', userId).execute();
}

/** Marks the step of a code as used. @returns false when this or a later step was already used */
export async function useStep(db: Database, userId: number, step: number): Promise<boolean> {
  const { rows } = await sql`
    update users set totp_last_step = ${step} where id = ${userId} and coalesce(totp_last_step, -1) < ${step} returning id`.execute(db);
  return rows.length === 1;
}

/** Removes the authenticator. The recovery codes stay while there is a passkey. @returns whether there was one */
export async function removeSecret(tx: Database, userId: number): Promise<boolean> {
  const user = await lockUser(tx, userId);
  await tx.updateTable('users').set({ totp_secret: null, totp_confirmed_at: null, totp_last_step: null }).where('id', '=', userId).execute();
  if (user?.hasPasskeys !== true) await deleteRecoveryCodes(tx, userId);
  return user !== undefined && user.totpSecret !== null;
}

export async function deleteRecoveryCodes(tx: Database, userId: number): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
}

export async function replaceRecoveryCodes(tx: Database, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await deleteRecoveryCodes(tx, userId);
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute();
}

/** Marks a recovery code as used. @returns false when it is unknown or already used */
export async function useRecoveryCode(db: Database, userId: number, { hash, now }: { hash: Buffer; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countRecoveryCodes(db: Database, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from recovery_codes where user_id = ${userId} and used_at is null`.execute(db);
  return rows[0]?.count ?? 0;
}

import type { Database } from '../../../platform/database/connection/connect.ts';
import { lockUser } from '../people/user.repository.ts';

export type LinkPurpose = 'INVITATION' | 'PASSWORD';

interface NewLink {
  readonly userId: number;
  readonly purpose: LinkPurpose;
  readonly tokenHash: Buffer;
  readonly createdBy: number | null;
  readonly now: Date;
  readonly expiresAt: Date;
  /** Shown to its creator instead of mailed. */
  readonly isShown: boolean;
}

/** Creates a link and revokes the person's previous ones. */
export async function insertAccountLink(tx: Database, { userId, purpose, tokenHash, createdBy, now, expiresAt, isShown }: NewLink): Promise<void> {
  await lockUser(tx, userId);
  await revokeAccountLinks(tx, userId, now);
  const times = { created_at: now, expires_at: expiresAt };
  const values = { user_id: userId, purpose, token_hash: tokenHash, created_by: createdBy, is_shown: isShown, ...times };
  await tx.insertInto('account_links').values(values).execute();
}

/** Revokes every unused link of the person. */
export async function revokeAccountLinks(tx: Database, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('account_links')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute();
}

/** @returns undefined when the link is unknown, used, revoked or expired, or its account is deactivated */
export async function findAccountLink(
  db: Database,
  tokenHash: Buffer,
  now: Date,
): Promise<{ id: number; userId: number; purpose: LinkPurpose; email: string; name: string } | undefined> {
  const row = await db
    .selectFrom('account_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.user_id as userId', 'l.purpose', 'u.email', 'u.name'])
    .where('l.token_hash', '=', tokenHash)
    .where('l.used_at', 'is', null)
    .where('l.revoked_at', 'is', null)
    .where('l.expires_at', '>', now)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst();
  return row && { ...row, purpose: row.purpose as LinkPurpose };
}

/** @returns false when the link was already used or revoked */
export async function useAccountLink(tx: Database, id: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

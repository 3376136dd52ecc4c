import type { Database } from '../../../platform/database/connection/connect.ts';

export interface ExternalIdentity {
  readonly userId: number;
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

const COLUMNS = ['user_id as userId', 'issuer', 'subject', 'email', 'created_at as createdAt', 'last_used_at as lastUsedAt'] as const;

export async function findBySubject(db: Database, { issuer, subject }: Pick<ExternalIdentity, 'issuer' | 'subject'>): Promise<ExternalIdentity | undefined> {
  return db.selectFrom('external_identities').select(COLUMNS).where('issuer', '=', issuer).where('subject', '=', subject).executeTakeFirst();
}

export async function findOfUser(db: Database, userId: number, issuer: string): Promise<ExternalIdentity | undefined> {
  return db.selectFrom('external_identities').select(COLUMNS).where('user_id', '=', userId).where('issuer', '=', issuer).executeTakeFirst();
}

/** Whether an account of any provider signs the person in. */
export async function hasExternalIdentity(db: Database, userId: number): Promise<boolean> {
  return (await db.selectFrom('external_identities').select('id').where('user_id', '=', userId).executeTakeFirst()) !== undefined;
}

/** @returns false when the subject has another person, or the person another subject */
export async function insertExternalIdentity(tx: Database, identity: Omit<ExternalIdentity, 'createdAt' | 'lastUsedAt'> & { now: Date }): Promise<boolean> {
  const { userId, issuer, subject, email, now } = identity;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('external_identities')
    .values({ user_id: userId, issuer, subject, email, created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export async function recordUse(tx: Database, { issuer, subject, email, now }: Pick<ExternalIdentity, 'issuer' | 'subject' | 'email'> & { now: Date }) {
  await tx.updateTable('external_identities').set({ email, last_used_at: now }).where('issuer', '=', issuer).where('subject', '=', subject).execute();
}

/** @returns false when there was none */
export async function deleteOfUser(tx: Database, userId: number, issuer: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('external_identities').where('user_id', '=', userId).where('issuer', '=', issuer).executeTakeFirst();
  return numDeletedRows === 1n;
}

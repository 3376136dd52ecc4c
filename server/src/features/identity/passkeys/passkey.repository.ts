import type { Passkey } from '@stowage/contract/identity/passkeys';
import type { Database } from '../../../platform/database/connection/connect.ts';

export interface StoredPasskey {
  readonly id: number;
  readonly userId: number;
  readonly credentialId: string;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: string[];
}

const COLUMNS = ['id', 'user_id as userId', 'credential_id as credentialId', 'public_key as publicKey', 'counter', 'transports'] as const;

export async function findPasskey(db: Database, credentialId: string): Promise<StoredPasskey | undefined> {
  return db.selectFrom('passkeys').select(COLUMNS).where('credential_id', '=', credentialId).executeTakeFirst();
}

export async function passkeysOf(db: Database, userId: number): Promise<StoredPasskey[]> {
  return db.selectFrom('passkeys').select(COLUMNS).where('user_id', '=', userId).orderBy('id').execute();
}

/** The passkeys of a person, the newest first. */
export async function listPasskeys(db: Database, userId: number): Promise<Passkey[]> {
  const rows = await db
    .selectFrom('passkeys')
    .select(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString(), last_used_at: row.last_used_at?.toISOString() ?? null }));
}

interface NewPasskey extends Omit<StoredPasskey, 'id'> {
  readonly name: string;
  readonly isSynced: boolean;
  readonly now: Date;
}

/** @returns false when the passkey is stored already */
export async function insertPasskey(tx: Database, passkey: NewPasskey): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('passkeys')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: passkey.publicKey,
      counter: passkey.counter,
      transports: passkey.transports,
      name: passkey.name,
      is_synced: passkey.isSynced,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** Records a use. @returns false when another use was recorded since the passkey was read */
export async function recordUse(db: Database, { id, counter }: StoredPasskey, use: { counter: number; isSynced: boolean; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter: use.counter, is_synced: use.isSynced, last_used_at: use.now })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @returns false when the person has no such passkey */
export async function renamePasskey(db: Database, { id, userId, name }: { id: number; userId: number; name: string }): Promise<boolean> {
  const { numUpdatedRows } = await db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** @param id all passkeys of the person if undefined @returns how many were removed */
export async function deletePasskeys(tx: Database, { id, userId }: { id?: number; userId: number }): Promise<number> {
  const query = tx.deleteFrom('passkeys').where('user_id', '=', userId);
  const { numDeletedRows } = await (id === undefined ? query : query.where('id', '=', id)).executeTakeFirst();
  return Number(numDeletedRows);
}

import type { Database } from '../../platform/database/connection/connect.ts';

export interface StoredCredentials {
  readonly sellerId: string;
  readonly marketplaceId: string;
  /** Encrypted. */
  readonly sealed: string;
  readonly enteredBy: string | null;
  readonly enteredAt: Date;
}

export async function findCredentials(db: Database): Promise<StoredCredentials | undefined> {
  const row = await db
    .selectFrom('marketplace_credentials as c')
    .leftJoin('users as u', 'u.id', 'c.entered_by')
    .select(['c.seller_id', 'c.marketplace_id', 'c.sealed', 'c.entered_at', 'u.name'])
    .executeTakeFirst();
  return row && { sellerId: row.seller_id, marketplaceId: row.marketplace_id, sealed: row.sealed, enteredBy: row.name, enteredAt: row.entered_at };
}

export async function saveCredentials(
  tx: Database,
  { enteredBy, ...credentials }: { sellerId: string; marketplaceId: string; sealed: string; enteredBy: number; now: Date },
): Promise<void> {
  const values = {
    seller_id: credentials.sellerId,
    marketplace_id: credentials.marketplaceId,
    sealed: credentials.sealed,
    entered_by: enteredBy,
    entered_at: credentials.now,
  };
  await tx
    .insertInto('marketplace_credentials')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteCredentials(tx: Database): Promise<void> {
  await tx.deleteFrom('marketplace_credentials').execute();
}

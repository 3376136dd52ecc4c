import type { Database } from '../../../platform/database/connection/connect.ts';

export interface AccountName {
  readonly sellerId: string;
  readonly marketplaceId: string;
}

/** The last connected account. */
export async function findAccount(db: Database): Promise<AccountName | undefined> {
  const row = await db.selectFrom('connected_account').select(['seller_id', 'marketplace_id']).executeTakeFirst();
  return row && { sellerId: row.seller_id, marketplaceId: row.marketplace_id };
}

export async function saveAccount(tx: Database, { sellerId, marketplaceId }: AccountName): Promise<void> {
  const values = { seller_id: sellerId, marketplace_id: marketplaceId };
  await tx
    .insertInto('connected_account')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

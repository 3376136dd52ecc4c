import type { Database } from '../database/connection/connect.ts';

export async function findDerivedKey(db: Database, purpose: string): Promise<string | undefined> {
  const row = await db.selectFrom('derived_keys').select('sealed').where('purpose', '=', purpose).executeTakeFirst();
  return row?.sealed;
}

export interface StoredKey {
  readonly purpose: string;
  readonly sealed: string;
}

export async function listDerivedKeys(db: Database): Promise<StoredKey[]> {
  return db.selectFrom('derived_keys').select(['purpose', 'sealed']).execute();
}

/** The first one counts. */
export async function insertDerivedKey(db: Database, { purpose, sealed }: StoredKey): Promise<void> {
  await db
    .insertInto('derived_keys')
    .values({ purpose, sealed })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

import type { ChangedDuties, SeparatedDuties } from '@stowage/contract/identity/roles';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';

export function readSeparatedDuties(db: Database): Promise<SeparatedDuties> {
  return db.selectFrom('separated_duties').select(['invoices', 'credits', 'prices']).executeTakeFirstOrThrow();
}

/** Like `readSeparatedDuties`. A change of the setting waits for the transaction. */
export function lockSeparatedDuties(tx: DatabaseTransaction): Promise<SeparatedDuties> {
  return tx.selectFrom('separated_duties').select(['invoices', 'credits', 'prices']).forShare().executeTakeFirstOrThrow();
}

export async function writeSeparatedDuties(db: Database, duties: ChangedDuties): Promise<void> {
  if (Object.keys(duties).length > 0) await db.updateTable('separated_duties').set(duties).execute();
}

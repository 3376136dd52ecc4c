import { findCredentials } from '../features/connection/internals.ts';
import { findUserByEmail } from '../features/identity/internals.ts';
import type { DatabasePool } from '../platform/database/connect.ts';
import { DEMO_STAFF } from './catalogue.ts';

const MESSAGE =
  'This installation holds demo data, which must never reach a real marketplace account. Start with STOWAGE_DEMO=off and another STOWAGE_DATA_DIR or DATABASE_URL, and enter the account there';

/** Whether the demo seller's data is in this database, also when the demo is off. Its people can't be deleted. */
export async function hasDemoData(db: DatabasePool): Promise<boolean> {
  const [{ email }] = DEMO_STAFF;
  return (await findUserByEmail(db, email)) !== undefined;
}

/**
 * @param isConfigured whether the environment names an account
 * @throws Error when a real account would meet demo data
 */
export async function refuseRealAccountOnDemoData(db: DatabasePool, isConfigured: boolean): Promise<void> {
  const isConnected = isConfigured || (await findCredentials(db)) !== undefined;
  if (isConnected && (await hasDemoData(db))) throw new Error(MESSAGE);
}

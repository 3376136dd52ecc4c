import { findCredentials } from '../features/connection/internals.ts';
import type { DatabasePool } from '../platform/database/connection/connect.ts';
import { hasDemoData } from './demo-state.repository.ts';

const MESSAGE =
  'This installation holds demo data, which must never reach a real marketplace account. Remove it with `stowage demo remove`, or start with STOWAGE_DEMO=off and another STOWAGE_DATA_DIR or DATABASE_URL, and enter the account there';

/**
 * @param isConfigured whether the environment names an account
 * @throws Error when a real account would meet demo data
 */
export async function refuseRealAccountOnDemoData(db: DatabasePool, isConfigured: boolean): Promise<void> {
  const isConnected = isConfigured || (await findCredentials(db)) !== undefined;
  if (isConnected && (await hasDemoData(db))) throw new Error(MESSAGE);
}

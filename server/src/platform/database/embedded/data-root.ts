import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot, pathHash } from '../../paths.ts';
import { canEnter, postgresAccount } from './account.ts';

/**
 * The folder that holds the embedded database, photos, documents and generated secrets; made if absent.
 * When root runs Stowage from a checkout that no other account may enter, PostgreSQL (which does not run as
 * root) could not reach `.stowage/`, so the data goes to `/var/lib/stowage/<hash of the checkout's path>`.
 * @param dataDir STOWAGE_DATA_DIR, taken as it is
 * @param databaseUrl with an external database, only this process uses the folder
 * @throws Error when the account of the embedded PostgreSQL may not enter the configured folder
 */
export function dataRoot({ dataDir, databaseUrl }: { dataDir: string | undefined; databaseUrl: string | undefined }): { folder: string; moved: boolean } {
  const wanted = path.resolve(dataDir ?? path.join(checkoutRoot(), '.stowage'));
  makeFolder(wanted);
  // Without STOWAGE_DATA_DIR the folder of an existing installation stays where it is.
  const isOurs = dataDir !== undefined && databaseUrl !== undefined;
  if (isOurs || canEnter(wanted, postgresAccount())) return { folder: wanted, moved: false };
  if (dataDir !== undefined) {
    throw new Error(`STOWAGE_DATA_DIR ${wanted} lies in a folder that the account of PostgreSQL may not enter`);
  }
  const folder = path.join('/var/lib/stowage', pathHash(checkoutRoot()));
  makeFolder(folder);
  return { folder, moved: true };
}

function makeFolder(folder: string): void {
  // Others may pass through (PostgreSQL's account must), but not list; every secret in it is 0600.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
}

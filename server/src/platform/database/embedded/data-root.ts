import { mkdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkoutRoot, isInstalled, pathHash } from '../../paths.ts';
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
  const wanted = path.resolve(dataDir ?? defaultFolder());
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

/** A checkout has its data inside. An installed release is replaced by the next one, so its data is where the system stores a program's data. */
function defaultFolder(): string {
  if (!isInstalled()) return path.join(checkoutRoot(), '.stowage');
  if (process.getuid?.() === 0) return '/var/lib/stowage';
  const home = os.homedir();
  if (process.platform === 'darwin') return path.join(home, 'Library', 'Application Support', 'Stowage');
  if (process.platform === 'win32') return path.join(process.env.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local'), 'Stowage');
  return path.join(process.env.XDG_DATA_HOME ?? path.join(home, '.local', 'share'), 'stowage');
}

function makeFolder(folder: string): void {
  // Others may pass through (PostgreSQL's account must), but not list; every secret in it is 0600.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
}

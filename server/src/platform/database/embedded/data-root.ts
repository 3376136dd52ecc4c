import { existsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeFolderSync } from '../../files/make-folder.ts';
import { checkoutRoot, isInstalled, pathHash } from '../../paths.ts';
import { canEnter, postgresAccount } from './account.ts';

interface Configured {
  /** STOWAGE_DATA_DIR, taken as it is. */
  readonly dataDir: string | undefined;
  /** With an external database, only this process uses the folder. */
  readonly databaseUrl: string | undefined;
}

interface DataRoot {
  readonly folder: string;
  /** It is not where it was expected. */
  readonly moved: boolean;
}

/**
 * The folder that holds the embedded database, photos, documents and generated secrets; made if absent.
 * When root runs Stowage from a checkout that no other account may enter, PostgreSQL (which does not run as
 * root) could not reach `.stowage/`, so the data goes to `/var/lib/stowage/<hash of the checkout's path>`.
 * @throws Error when the account of the embedded PostgreSQL may not enter the configured folder
 */
export function dataRoot(configured: Configured): DataRoot {
  // Others may pass through (PostgreSQL's account must), but not list; every secret in it is 0600.
  return locate(configured, (folder) => makeFolderSync(folder, 0o711));
}

/** The same folder, for a command that changes nothing: it may be missing. */
export function findDataRoot(configured: Configured): DataRoot {
  return locate(configured, () => {});
}

function locate({ dataDir, databaseUrl }: Configured, prepare: (folder: string) => void): DataRoot {
  const wanted = path.resolve(dataDir ?? defaultFolder());
  prepare(wanted);
  // Without STOWAGE_DATA_DIR the folder of an existing installation stays where it is.
  const isOurs = dataDir !== undefined && databaseUrl !== undefined;
  if (isOurs || canEnter(nearestFolder(wanted), postgresAccount())) return { folder: wanted, moved: false };
  if (dataDir !== undefined) {
    throw new Error(`STOWAGE_DATA_DIR ${wanted} lies in a folder that the account of PostgreSQL may not enter`);
  }
  const folder = path.join('/var/lib/stowage', pathHash(checkoutRoot()));
  prepare(folder);
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

/** The folder, or where it would be made. */
function nearestFolder(folder: string): string {
  return existsSync(folder) ? folder : nearestFolder(path.dirname(folder));
}

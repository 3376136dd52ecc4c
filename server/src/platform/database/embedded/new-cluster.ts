import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { postgresAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterLayout, ensureCluster } from './cluster.ts';

/** How the folder begins, inside the data folder, in which a restore works until it is complete. */
export const RESTORING = '.restoring-';

/**
 * Makes the cluster of a data folder that has none yet, so that the start finds it; otherwise does nothing.
 * @param root the data root; see `dataRoot()`
 */
export async function makeNewCluster(root: string): Promise<void> {
  const layout = clusterLayout(root);
  if (existsSync(layout.folder)) return;
  // The start refuses this folder.
  if (existsSync(root) && readdirSync(root).some((name) => name.startsWith(RESTORING))) return;
  const account = postgresAccount();
  mkdirSync(layout.folder, { recursive: true, mode: 0o711 });
  await ensureCluster(layout, findBinaries(account, layout.native), account);
}

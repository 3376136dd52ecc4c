import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { postgresAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { clusterLayout, ensureCluster } from './cluster.ts';

/**
 * Makes the cluster of an empty or missing data folder, so that the start finds it; otherwise does nothing.
 * @param root the data root; see `dataRoot()`
 */
export async function makeNewCluster(root: string): Promise<void> {
  const layout = clusterLayout(root);
  // The start may refuse a folder that is not empty.
  if (existsSync(root) && readdirSync(root).length > 0) return;
  const account = postgresAccount();
  mkdirSync(layout.folder, { recursive: true, mode: 0o711 });
  await ensureCluster(layout, findBinaries(account, layout.native), account);
}

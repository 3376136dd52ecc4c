import type { AppContext } from '../app-context.ts';
import { readConfig } from '../config/config.ts';
import { actingAs } from '../platform/audit/actor.ts';
import { requireCluster } from '../platform/database/embedded/cluster.ts';
import { findDataRoot } from '../platform/database/embedded/data-root.ts';
import { createLogger } from '../platform/logger.ts';
import { startPlatform } from '../start-platform.ts';

/** Runs a command on the installation's database, while Stowage runs or is stopped. @returns the command's exit code */
export async function withPlatform(work: (context: AppContext) => Promise<number>): Promise<number> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) requireCluster(findDataRoot(config).folder);
  const platform = await startPlatform({ config, logger: createLogger('error'), purpose: 'visit', say: () => {} });
  try {
    return await actingAs({ userId: null, requestId: 'command-line' }, () => work(platform.context));
  } finally {
    await platform.close();
  }
}

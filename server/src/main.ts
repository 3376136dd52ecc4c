import { readConfig } from './config/config.ts';
import { dataRoot } from './platform/database/embedded/data-root.ts';
import { makeNewCluster } from './platform/database/embedded/new-cluster.ts';
import { runProcess } from './run-process.ts';

runProcess(async () => {
  // The database of a first start is made while the rest of the program loads, which takes as long. What fails here fails again below.
  const made = makeDatabase().catch(() => {});
  const { serve } = await import('./serve.ts');
  await made;
  return serve();
});

async function makeDatabase(): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl === undefined) await makeNewCluster(dataRoot(config).folder);
}

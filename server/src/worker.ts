import { startDemoMarketplace } from './demo-marketplace.ts';
import { createMarketplace } from './integrations/marketplace/marketplace.ts';
import { systemClock } from './platform/clock.ts';
import { readConfig } from './platform/config.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLogger } from './platform/logger.ts';
import { createTopics } from './platform/realtime/topics.ts';
import { startPlatform } from './start-platform.ts';
import { allTasks } from './tasks.ts';
import { untilStopped } from './until-stopped.ts';

/** A job process of its own, beside web processes on an external PostgreSQL. */
async function main(): Promise<void> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  const platform = await startPlatform({ config, logger, purpose: 'visit', say: console.log });
  const { db, pool } = platform.database;
  const demoMarketplace = config.demo && config.marketplace === undefined ? await startDemoMarketplace(config.seed) : undefined;
  const account = config.marketplace ?? demoMarketplace?.account;
  const marketplace = account && createMarketplace({ account, logger });
  const tasks = allTasks({ db, clock: systemClock, logger, topics: createTopics(platform.bus), marketplaces: { current: async () => marketplace } });
  const worker = await startWorker({ pool, tasks, logger, alone: false });
  console.log('Stowage runs jobs');
  await stopped;
  await worker.stop();
  demoMarketplace?.stop();
  await platform.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

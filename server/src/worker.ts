import { refuseRealAccountOnDemoData } from './demo/index.ts';
import { createFeatures } from './features.ts';
import { readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { closeFeatures, runJobs } from './run-jobs.ts';
import { containRejections, runProcess } from './run-process.ts';
import { startPlatform } from './start-platform.ts';
import { untilStopped } from './until-stopped.ts';

/** A separate job process, next to web processes on an external PostgreSQL. */
async function main(): Promise<undefined> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  containRejections(logger);
  const platform = await startPlatform({ config, logger, purpose: 'visit', say: console.log, stopped });
  await refuseRealAccountOnDemoData(platform.context.db, config.marketplace !== undefined);
  const features = await createFeatures(platform.context);
  const stopJobs = await runJobs({ ...platform, features });
  console.log('Stowage runs jobs');
  await stopped;
  await stopJobs();
  await closeFeatures(features);
  await platform.close();
  return undefined;
}

runProcess(main);

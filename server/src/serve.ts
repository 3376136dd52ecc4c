import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { type Config, readConfig } from './config/config.ts';
import { type Demo, refuseRealAccountOnDemoData, startDemo } from './demo/index.ts';
import { refuseUnfinishedRestore, requirePassphrase } from './features/backups/index.ts';
import { createFeatures, type Features } from './features.ts';
import { ensureAdministrator } from './first-administrator.ts';
import { type Observation, startObserving } from './observe.ts';
import type { ProcessRole } from './platform/config/process-role.ts';
import { ConfigurationError } from './platform/config/wrong-setting.ts';
import { hasCluster } from './platform/database/embedded/cluster.ts';
import { findDataRoot } from './platform/database/embedded/data-root.ts';
import { refuseOtherKeys } from './platform/database/key-agreement.ts';
import { hasEncryptionKeyFile } from './platform/keys/key-files.ts';
import { createLogger } from './platform/logger.ts';
import { checkoutRoot } from './platform/paths.ts';
import { closeFeatures, runJobs } from './run-jobs.ts';
import { containRejections } from './run-process.ts';
import { type Platform, rememberAddress, startPlatform } from './start-platform.ts';
import { untilStopped } from './until-stopped.ts';

const say = (line: string) => console.log(line);

/**
 * A process of Stowage until it is stopped: what `npm start` runs. It serves people, runs jobs, or does both.
 * @param given in place of STOWAGE_ROLE
 */
export async function serve(given?: ProcessRole): Promise<undefined> {
  const config = readConfig(process.env);
  requirePassphrase(config.backup);
  await refuseUnfinishedRestore(findDataRoot(config).folder);
  if (config.databaseUrl === undefined) refuseKeysAlone(findDataRoot(config).folder);
  const stopped = untilStopped();
  const role = given ?? config.role;
  const logger = createLogger(config.logLevel);
  containRejections(logger);
  say(config.databaseUrl === undefined ? 'Starting the embedded PostgreSQL …' : 'Connecting to PostgreSQL …');
  const platform = await startPlatform({ config, role, logger, purpose: role === 'worker' ? 'visit' : 'serve', say, stopped });
  const { context } = platform;
  await refuseOtherKeys(context, role);
  await refuseRealAccountOnDemoData(context.db, config.marketplace !== undefined);
  if (role !== 'worker') await ensureAdministrator(config, context, { say, isShown: process.stdout.isTTY === true });
  const features = await createFeatures(context);
  const observation = await startObserving(config, platform, role);
  const stopping = new AbortController();
  // PostgreSQL fills the tables of the demo while this process builds its calls.
  const [demo, app] = await Promise.all([
    config.demo && role !== 'worker' ? startDemo({ config, context, dataFolder: platform.dataFolder, say }) : undefined,
    role === 'worker' ? undefined : build(config, platform, { features, observed: observation.app, stopping: stopping.signal }),
  ]);
  // People first: the jobs load what they need for a second.
  const stopListening = app && (await listen(app, config, platform));
  if (app !== undefined) await followAccount(features);
  const stopJobs = role === 'web' ? undefined : await startJobs(platform, features, demo);
  context.watch.start();
  if (role === 'worker') say('Stowage runs jobs');

  const signal = await stopped;
  say(`${signal}: finishing work in progress …`);
  stopping.abort();
  await stopListening?.();
  await stopJobs?.();
  await closeFeatures(features);
  demo?.stop();
  await observation.close();
  await platform.close();
  return undefined;
}

async function startJobs({ context, queuePool }: Platform, features: Features, demo: Demo | undefined): Promise<() => Promise<void>> {
  return runJobs({ context, queuePool, features, moreTasks: demo?.createTasks(features.marketplaces) ?? [] });
}

/** A forgotten `DATABASE_URL` must not become a second installation beside the keys and files of the first one. @throws ConfigurationError */
function refuseKeysAlone(folder: string): void {
  if (!hasEncryptionKeyFile(folder) || hasCluster(folder)) return;
  const advice = 'Set DATABASE_URL as it was, or STOWAGE_DATA_DIR to an empty folder for a new installation';
  throw new ConfigurationError(`${folder} has the keys of an installation, but no database. ${advice}`);
}

/** @param stopping aborted before it is closed */
function build(
  config: Config,
  { context }: Platform,
  { features, observed, stopping }: { features: Features; observed: Observation['app']; stopping: AbortSignal },
): Promise<FastifyInstance> {
  const webFolder = path.join(checkoutRoot(), 'web', 'dist');
  return buildApp(context, features, { webFolder, trustedProxies: config.trustedProxies, isStopping: () => stopping.aborted, ...observed });
}

/** @returns a function that stops it, after the time in which load balancers notice */
async function listen(app: FastifyInstance, config: Config, { dataFolder }: Platform): Promise<() => Promise<void>> {
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} of ${config.host} is in use. Set PORT to another one`);
  });
  const forgetAddress = rememberAddress(dataFolder, address);
  say(`Stowage is ready at ${address}`);
  return async () => {
    await sleep(config.drainMs);
    await app.close();
    forgetAddress();
  };
}

/** The marketplace account may have changed while Stowage was stopped; a new installation starts its first imports. */
async function followAccount({ accounts, marketplaces, jobs }: Features): Promise<void> {
  await accounts.follow(null);
  if ((await marketplaces.current()) !== undefined) await jobs.service.startFirstRuns();
}

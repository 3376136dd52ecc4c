import path from 'node:path';
import { buildApp } from './app.ts';
import type { AppContext } from './app-context.ts';
import { refuseRealAccountOnDemoData, startDemo } from './demo/index.ts';
import { createUserService } from './features/identity/index.ts';
import { createFeatures, type Features } from './features.ts';
import { type Config, readConfig } from './platform/config.ts';
import { createLogger } from './platform/logger.ts';
import { checkoutRoot, isInstalled } from './platform/paths.ts';
import { closeFeatures, runJobs } from './run-jobs.ts';
import { containRejections, runProcess } from './run-process.ts';
import { rememberAddress, startPlatform } from './start-platform.ts';
import { untilStopped } from './until-stopped.ts';

const say = (line: string) => console.log(line);

/** The web process, with the job process inside it: what `npm start` runs. */
async function main(): Promise<undefined> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  containRejections(logger);
  say(config.databaseUrl === undefined ? 'Starting the embedded PostgreSQL …' : 'Connecting to PostgreSQL …');
  const platform = await startPlatform({ config, logger, purpose: 'serve', say, stopped });
  const { context, pool, dataFolder } = platform;
  await refuseRealAccountOnDemoData(context.db, config.marketplace !== undefined);
  await ensureAdministrator(config, context);
  const demo = config.demo ? await startDemo({ config, context, dataFolder, say }) : undefined;
  const features = await createFeatures(context);
  const isSimulator = async () => (await features.marketplaces.state()).source === 'SIMULATOR';
  const stopJobs = await runJobs({ context, pool, features, moreTasks: demo?.createTasks(isSimulator) ?? [] });
  const app = await buildApp(context, features, { webFolder: path.join(checkoutRoot(), 'web', 'dist'), trustedProxies: config.trustedProxies });
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} of ${config.host} is in use. Set PORT to another one`);
  });
  const forgetAddress = rememberAddress(dataFolder, address);
  say(`Stowage is ready at ${address}`);
  await followAccount(features);

  const signal = await stopped;
  say(`${signal}: finishing work in progress …`);
  await app.close();
  await stopJobs();
  await closeFeatures(features);
  demo?.stop();
  forgetAddress();
  await platform.close();
  return undefined;
}

/** The marketplace account may have changed while Stowage was stopped; a new installation starts its first imports. */
async function followAccount({ accounts, marketplaces, jobs }: Features): Promise<void> {
  await accounts.follow(null);
  if ((await marketplaces.current()) !== undefined) await jobs.service.startFirstRuns();
}

/** Says how to sign in as soon as the account exists, so that a later failure of the start can't hide the password. A log never gets it. */
async function ensureAdministrator({ adminEmail, adminPassword }: Config, context: AppContext): Promise<void> {
  const { firstPassword } = context;
  const isShown = process.stdout.isTTY === true;
  const store = (password: string) => {
    if (!isShown && adminPassword === undefined) firstPassword.write(adminEmail, password);
  };
  const password = await createUserService(context).ensureAdministrator(adminEmail, adminPassword, store);
  const reset = `${isInstalled() ? '' : 'npx '}stowage user reset <e-mail>`;
  if (password === undefined) {
    say(`Sign in with your account. To reset a forgotten password: ${reset}`);
  } else if (adminPassword !== undefined) {
    say(`Sign in as ${adminEmail} with the password from STOWAGE_ADMIN_PASSWORD`);
  } else {
    say(`Sign in as ${adminEmail} with the password ${isShown ? password : `in ${firstPassword.path}`}`);
    say(`You choose another password at the first sign-in. To generate a new one: ${reset}`);
  }
}

runProcess(main);

import path from 'node:path';
import { buildApp } from './app.ts';
import { layDemoData } from './demo/demo-data.ts';
import { layDemoInvoices } from './demo/demo-invoices.ts';
import { findDemoAccount, startDemoMarketplace } from './demo/demo-marketplace.ts';
import { layDemoOrders } from './demo/demo-orders.ts';
import { demoPackingTask } from './demo/demo-packing.task.ts';
import { createConnectionService } from './features/connection/index.ts';
import { DOCUMENT_FOLDER } from './features/documents/index.ts';
import { createUserService } from './features/identity/index.ts';
import { createAccountChangeService } from './features/imports/index.ts';
import { dropLeftovers, openStatementSource } from './features/index-advisor/index.ts';
import { INVOICE_FOLDER } from './features/invoicing/index.ts';
import { createJobService } from './features/jobs/index.ts';
import { startMailSender } from './features/mail/index.ts';
import { createReservationService, reconcileOnStockChange } from './features/orders/index.ts';
import { createPhotoFiles, PHOTO_FOLDER } from './features/photos/index.ts';
import { createFileStore } from './integrations/storage/file-store.ts';
import { createMailing } from './mailing.ts';
import { systemClock } from './platform/clock.ts';
import { type Config, readConfig } from './platform/config.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLogger } from './platform/logger.ts';
import { checkoutRoot } from './platform/paths.ts';
import { createTopics } from './platform/realtime/topics.ts';
import { rememberAddress, startPlatform } from './start-platform.ts';
import { allTasks } from './tasks.ts';
import { untilStopped } from './until-stopped.ts';

const say = (line: string) => console.log(line);

/** The web process, with the job process inside it: what `npm start` runs. */
async function main(): Promise<void> {
  const stopped = untilStopped();
  const config = readConfig(process.env);
  const logger = createLogger(config.logLevel);
  say(config.databaseUrl === undefined ? 'Starting the embedded PostgreSQL …' : 'Connecting to PostgreSQL …');
  const platform = await startPlatform({ config, logger, purpose: 'serve', say });
  const { db, pool, samples } = platform.database;
  const madePassword = await createUserService({ db, clock: systemClock }).ensureAdministrator(config.adminEmail, config.adminPassword);
  sayHowToSignIn(config, madePassword);
  const topics = createTopics(platform.bus);
  if (config.demo) {
    const demo = { db, seed: config.seed, now: systemClock.now() };
    await layDemoData({ ...demo, say });
    await layDemoOrders({ ...demo, topics });
    await layDemoInvoices({ ...demo, clock: systemClock, topics });
  }

  const { dataFolder } = platform;
  const hasSimulator = config.demo && config.marketplace === undefined;
  const demoMarketplace = hasSimulator ? await startDemoMarketplace({ seed: config.seed, dataFolder, logger }) : undefined;
  const connection = createConnectionService({
    db,
    clock: systemClock,
    logger,
    encryptionKey: platform.secrets.encryptionKey,
    configured: config.marketplace,
    addresses: config.marketplaceAddresses,
    findSimulator: async () => (config.demo ? findDemoAccount(dataFolder) : undefined),
  });
  const photoFiles = createPhotoFiles(createFileStore(path.join(dataFolder, PHOTO_FOLDER)));
  const documentFiles = createFileStore(path.join(dataFolder, DOCUMENT_FOLDER));
  const indexes = { connection: platform.database.connection, samples, mayEditCatalogue: config.mayEditCatalogue };
  if (config.databaseUrl === undefined) await openStatementSource(db).catch((err: unknown) => logger.warn({ err }, 'statements are not counted'));
  // Somebody's long transaction may be in its way; the start is not held up by it.
  const onFailure = (err: unknown) => logger.warn({ err }, 'an invalid index could not be dropped; that is tried again every hour');
  void dropLeftovers({ db, connection: platform.database.connection, onFailure });
  const worker = await startWorker({
    pool,
    tasks: [
      ...allTasks({ db, clock: systemClock, logger, topics, marketplaces: connection, photoFiles, documentFiles, ...indexes }),
      ...(config.demo ? [demoPackingTask({ db, clock: systemClock, topics })] : []),
    ],
    logger,
  });
  const reservations = createReservationService({ db, clock: systemClock, topics });
  const stopFollowing = reconcileOnStockChange({ topics, reservations, logger });
  const mail = createMailing(config);
  const mailSender = startMailSender({ db, bus: platform.bus, logger, ...mail });
  const app = await buildApp({
    db,
    bus: platform.bus,
    topics,
    clock: systemClock,
    logger,
    secrets: platform.secrets,
    mail,
    connection,
    photoFiles,
    documentFiles,
    statements: { connection: platform.database.connection, samples },
    databaseServer: { isEmbedded: config.databaseUrl === undefined, mayEditCatalogue: config.mayEditCatalogue },
    invoiceFiles: createFileStore(path.join(dataFolder, INVOICE_FOLDER)),
    webFolder: path.join(checkoutRoot(), 'web', 'dist'),
    trustedProxies: config.trustedProxies,
  });
  const address = await app.listen({ host: config.host, port: config.port }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    throw new Error(`Port ${config.port} of ${config.host} is in use. Set PORT to another one`);
  });
  const forgetAddress = rememberAddress(dataFolder, address);
  say(`Stowage is ready at ${address}`);
  const jobs = createJobService({ db, clock: systemClock, topics });
  await createAccountChangeService({ db, clock: systemClock, marketplaces: connection, jobs }).follow(null);
  if ((await connection.current()) !== undefined) await jobs.startFirstRuns();

  const signal = await stopped;
  say(`${signal}: finishing what is under way …`);
  await app.close();
  await stopFollowing();
  await worker.stop();
  await mailSender.stop();
  await connection.close();
  demoMarketplace?.stop();
  forgetAddress();
  await platform.close();
}

/** Said as soon as the account exists: whatever goes wrong after it, the password was shown. */
function sayHowToSignIn(config: Config, madePassword: string | undefined): void {
  if (madePassword === undefined) {
    say('Sign in with the account you have; a forgotten password: npx stowage user reset <e-mail>');
  } else if (config.adminPassword === undefined) {
    say(`Sign in as ${config.adminEmail} with the password ${madePassword}`);
    say('It is shown this once; a new one: npx stowage user reset <e-mail>');
  } else {
    say(`Sign in as ${config.adminEmail} with the password from STOWAGE_ADMIN_PASSWORD`);
  }
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

import path from 'node:path';
import { findDemoAccount } from './demo/demo-marketplace.ts';
import { createConnectionService } from './features/connection/index.ts';
import { DOCUMENT_FOLDER } from './features/documents/index.ts';
import { dropLeftovers } from './features/index-advisor/index.ts';
import { startMailSender } from './features/mail/index.ts';
import { createPhotoFiles, PHOTO_FOLDER } from './features/photos/index.ts';
import { createFileStore } from './integrations/storage/file-store.ts';
import { createMailing } from './mailing.ts';
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
  const { db, pool, samples } = platform.database;
  const connection = createConnectionService({
    db,
    clock: systemClock,
    logger,
    encryptionKey: platform.secrets.encryptionKey,
    configured: config.marketplace,
    addresses: config.marketplaceAddresses,
    // The web process runs the simulator; both talk to the same one.
    findSimulator: async () => (config.demo ? findDemoAccount(platform.dataFolder) : undefined),
  });
  const photoFiles = createPhotoFiles(createFileStore(path.join(platform.dataFolder, PHOTO_FOLDER)));
  const documentFiles = createFileStore(path.join(platform.dataFolder, DOCUMENT_FOLDER));
  const indexes = { connection: platform.database.connection, samples, mayEditCatalogue: config.mayEditCatalogue };
  const tasks = allTasks({
    db,
    clock: systemClock,
    logger,
    topics: createTopics(platform.bus),
    marketplaces: connection,
    photoFiles,
    documentFiles,
    ...indexes,
  });
  // Somebody's long transaction may be in its way; the start is not held up by it.
  const onFailure = (err: unknown) => logger.warn({ err }, 'an invalid index could not be dropped; that is tried again every hour');
  void dropLeftovers({ db, connection: platform.database.connection, onFailure });
  const worker = await startWorker({ pool, tasks, logger });
  const mailSender = startMailSender({ db, bus: platform.bus, logger, ...createMailing(config) });
  console.log('Stowage runs jobs');
  await stopped;
  await worker.stop();
  await mailSender.stop();
  await connection.close();
  await platform.close();
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  },
);

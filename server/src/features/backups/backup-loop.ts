import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import type { Logger } from '../../platform/logger.ts';
import { waitAtMost } from '../../platform/wait-at-most.ts';
import { TargetChangedError } from './backup-error.ts';
import { readRunTimes, recordFailedStart } from './backup-run.repository.ts';
import { type BackupDependencies, type BackupRunner, openBackupRunner, spoolOf } from './backup-runner.ts';
import { isDue, readTimeOfDay } from './schedule.rules.ts';
import { boundSpool } from './shipping/ship.ts';
import { idOf } from './vault/manifest.ts';

const SHIP_EVERY_MS = 10_000;
const LOOK_EVERY_MS = 30_000;
const STOP_MS = 10_000;
const RETRY_MS = 15 * MINUTE_MS;
/** An hour of scans at a hundred a second is a gigabyte. */
const SPOOL_LIMIT_BYTES = 8 * 1024 ** 3;

/** Hears of every attempt to send changes. */
export interface Shipping {
  succeeded(): void;
  failed(): void;
}

type Dependencies = BackupDependencies & { readonly logger: Logger };

/** Ships WAL and files all the time, and takes a backup every night. @returns a function that stops both */
export function startBackupLoop(deps: Dependencies & { readonly shipping: Shipping }): () => Promise<void> {
  const { logger, shipping } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  let opened: Promise<BackupRunner> | undefined;
  const runner = () => {
    opened ??= openBackupRunner(deps).catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const reopenIfChanged = (error: unknown): never => {
    if (error instanceof TargetChangedError) opened = undefined;
    throw error;
  };
  const every = async (ms: number, what: string, work: () => Promise<void>) => {
    const log = seldom(logger, what);
    while (!signal.aborted) {
      await work().then(log.succeeded, (error: unknown) => signal.aborted || log.failed(error));
      await sleep(ms, undefined, { signal }).catch(() => {});
    }
  };
  const over = Promise.all([
    every(SHIP_EVERY_MS, 'WAL and files could not be sent to the backup target', async () => {
      await keepSpoolBounded(deps);
      await runner()
        .then(({ shipOnce }) => shipOnce())
        .catch(reopenIfChanged)
        .then(shipping.succeeded, (error) => {
          shipping.failed();
          throw error;
        });
    }),
    every(LOOK_EVERY_MS, 'the backup failed', nightly(deps, { runner, reopenIfChanged, signal })),
  ]);
  return async () => {
    stopping.abort();
    // A target that doesn't answer must not delay the end of the process. What it did not get stays in the spool.
    await waitAtMost(STOP_MS, over);
  };
}

/** Logs a lasting failure once an hour, and a new one at once. */
function seldom(logger: Logger, what: string) {
  let last = { message: '', at: 0 };
  return {
    succeeded() {
      last = { message: '', at: 0 };
    },
    failed(error: unknown) {
      const message = String(error);
      if (message === last.message && performance.now() - last.at < HOUR_MS) return;
      last = { message, at: performance.now() };
      logger.error({ err: error }, what);
    },
  };
}

interface Night {
  readonly runner: () => Promise<BackupRunner>;
  readonly reopenIfChanged: (error: unknown) => never;
  readonly signal: AbortSignal;
}

function nightly(deps: Dependencies, { runner, reopenIfChanged, signal }: Night): () => Promise<void> {
  const { db, clock, backup, logger } = deps;
  const minutes = readTimeOfDay(backup.at);
  let triedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.now();
    const sinceTried = now.getTime() - triedAt;
    // A clock that was ahead may have been set back.
    if (minutes === undefined || (sinceTried >= 0 && sinceTried < RETRY_MS)) return;
    const opened = await runner().catch(async (error: unknown) => {
      // A target that is away between two backups is noticed by the changes that wait.
      if (!isDue({ minutes, last: (await readRunTimes(db, now)).startedAt, now })) return undefined;
      triedAt = now.getTime();
      await recordFailedStart(db, { name: idOf(now), now, error: messageOf(error) });
      throw error;
    });
    if (opened === undefined) return;
    const { hasBackup, backUp } = opened;
    if (!isDue({ minutes, last: (await hasBackup()) ? (await readRunTimes(db, now)).startedAt : null, now })) return;
    triedAt = now.getTime();
    const { manifest, bytes, removed, unknown } = await backUp(signal).catch(reopenIfChanged);
    logger.info({ backup: manifest.id, bytes, files: manifest.files.count, removed }, 'a backup was taken');
    if (unknown.length > 0) logger.warn({ backups: unknown }, 'backups were made by a newer version, or are damaged: they and all files of the target stay');
  };
}

async function keepSpoolBounded({ databaseServer, dataFolder, logger }: Dependencies): Promise<void> {
  const spool = spoolOf({ databaseServer, dataFolder });
  const removed = spool === undefined ? [] : await boundSpool(spool, SPOOL_LIMIT_BYTES);
  if (removed.length > 0) {
    logger.error({ from: removed[0], to: removed.at(-1) }, 'the backup target was away for too long: WAL was discarded, and a new backup follows');
  }
}

import { messageOf } from '@stowage/contract/errors';
import { DAY_MS, HOUR_MS } from '@stowage/contract/formats/durations';
import * as z from 'zod';
import type { Marketplace, MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { purgeEvents, saveFailed } from '../receiving/event.repository.ts';
import {
  findNextChanges,
  forgetChanges,
  hasChanges,
  type ListedChange,
  postponeChanges,
  queueReading,
  READ_CHANGES_TASK,
  type ReadingPause,
} from './change.repository.ts';
import { type ChangeReader, READ_KINDS } from './event-reader.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
  readonly readers: readonly ChangeReader[];
}

/** When the rate limit delays a call longer than this, the task pauses so that other jobs can run. */
const MAX_WAIT_MS = 1_000;
/** Other jobs run after this time too. */
const MAX_TURN_MS = 20_000;
/** A record that fails is read again after this time, and then after twice as long each time, up to the longest. */
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = HOUR_MS;
/** About four hours. */
const MAX_FAILURES = 14;
/** After as many failures in a row, a turn ends. */
const FAILURES_IN_A_TURN = 3;
const EVENT_RETENTION_MS = 3 * DAY_MS;
const FAILED_RETENTION_MS = 30 * DAY_MS;

const payload = z.object({ kind: z.enum(READ_KINDS) });

/** Reads the records that events named, at the pace of the rate limits. A record that fails is read again with the next turn. */
export function readChangesTask(deps: Dependencies): Task<typeof payload> {
  return {
    name: READ_CHANGES_TASK,
    isUrgent: true,
    payload,
    run: async ({ kind }, stopping) => {
      const reader = deps.readers.find((candidate) => candidate.kind === kind);
      const marketplace = (await deps.marketplaces.current())?.until(stopping, { isPatient: false });
      if (reader === undefined || marketplace === undefined) return;
      const pause = await readInTurns(deps, { reader, marketplace, stopping });
      if (pause !== undefined) await queueReading(deps.db, kind, pause);
    },
  };
}

interface Turn {
  readonly reader: ChangeReader;
  readonly marketplace: Marketplace;
  readonly stopping: AbortSignal;
}

/** @returns the pause until the next turn; undefined when nothing is left to read */
async function readInTurns({ db, clock }: Dependencies, { reader, marketplace, stopping }: Turn): Promise<ReadingPause | undefined> {
  const endsAt = performance.now() + MAX_TURN_MS;
  const findWaitMs = async () => Math.max(...(await Promise.all(reader.operations.map((operation) => marketplace.readyInMs(operation)))));
  let failures = 0;
  for (;;) {
    const next = await findNextChanges(db, { kind: reader.kind, limit: reader.batch, now: clock.now() });
    if (next === undefined) return undefined;
    // The marketplace fails, not a record.
    if (failures === FAILURES_IN_A_TURN) return { forFailuresMs: Math.max(next.inMs, FIRST_PAUSE_MS) };
    if (next.inMs > 0) return { forFailuresMs: next.inMs };
    const { changes } = next;
    const waitMs = await findWaitMs();
    if (waitMs > MAX_WAIT_MS) return { forLimitMs: waitMs };
    if (performance.now() > endsAt) return { forLimitMs: 1 };
    try {
      await reader.read(
        marketplace,
        changes.map(({ subject }) => subject),
      );
    } catch (error) {
      stopping.throwIfAborted();
      // Another process used the limit up. A long pause would keep other jobs waiting.
      if (error instanceof MarketplaceError && error.kind === 'throttled') return { forLimitMs: Math.max(await findWaitMs(), MAX_WAIT_MS) };
      failures += 1;
      await recordFailure(db, { reader, changes, error, now: clock.now() });
      continue;
    }
    failures = 0;
    await db.transaction().execute((tx) => forget(tx, reader, changes));
  }
}

/** Forgets changes, and announces in the same transaction that their units are no longer announced. */
async function forget(tx: DatabaseTransaction, reader: ChangeReader, changes: readonly ListedChange[]): Promise<void> {
  const skus = await forgetChanges(tx, reader.kind, changes);
  if (skus.length > 0) await reader.announce?.(tx, skus);
}

interface FailedRead {
  readonly reader: ChangeReader;
  readonly changes: readonly ListedChange[];
  readonly error: unknown;
  readonly now: Date;
}

/**
 * Records of a batch that failed are read one by one, and each again after a pause that doubles. A record that Amazon refuses, or
 * that went on failing for hours, becomes a failed event, which people see and can try again; the next import reads it too.
 */
async function recordFailure(db: Context['db'], { reader, changes, error, now }: FailedRead): Promise<void> {
  const { kind } = reader;
  const text = messageOf(error);
  const isRefused = error instanceof MarketplaceError && error.kind === 'refused';
  const isOver = ({ failures }: ListedChange) => (isRefused ? changes.length === 1 : failures + 1 >= MAX_FAILURES);
  const ended = changes.filter(isOver);
  const later = changes.filter((change) => !isOver(change));
  const pauseMs = (failures: number) => (changes.length > 1 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
  await db.transaction().execute(async (tx) => {
    for (const { subject } of ended) await saveFailed(tx, { type: `READ_${kind}`, body: subject, error: text }, now);
    await forget(tx, reader, ended);
    const postponed = later.map(({ subject, at, failures }) => ({ subject, at, nextAt: new Date(now.getTime() + pauseMs(failures)) }));
    await postponeChanges(tx, { kind, changes: postponed, error: text.slice(0, 1_000) });
  });
}

/** Continues reading that a stopped process left, every few minutes. */
export function continueReadingTask({ db }: Pick<Dependencies, 'db'>): Task {
  return {
    name: 'continue-marketplace-changes',
    cron: '*/5 * * * *',
    run: async () => {
      for (const kind of READ_KINDS) if (await hasChanges(db, kind)) await queueReading(db, kind);
    },
  };
}

/** Deletes received events after three days, and failed ones after thirty. */
export function purgeEventsTask({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Task {
  return {
    name: 'purge-marketplace-events',
    cron: '50 3 * * *',
    run: async () => {
      const now = clock.now().getTime();
      await purgeEvents(db, { events: new Date(now - EVENT_RETENTION_MS), failed: new Date(now - FAILED_RETENTION_MS) });
    },
  };
}

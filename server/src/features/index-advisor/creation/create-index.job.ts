import { messageOf } from '@stowage/contract/errors';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { INDEX_JOBS, indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import * as z from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { DatabaseOwner, DatabasePool } from '../../../platform/database/connection/connect.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { storeCounts } from '../gain/gain.service.ts';
import { auditStatement } from '../suggestions/index-audit.ts';
import {
  findSuggestedIndex,
  LEFT_INVALID,
  markBegun,
  type SuggestedIndex,
  saveBuildProgress,
  setCanceled,
  setCompleted,
  setFailed,
  setFreeName,
  setInProgress,
} from '../suggestions/suggestion.repository.ts';
import { type BuildSession, cancelSession, findBuildState, findIndexState, openBuildSession, rest } from './build.repository.ts';
import { buildProgress } from './build-progress.rules.ts';
import { dropLeftover } from './leftover.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  /** Only the owner of a table may create and drop its indexes. */
  readonly owner: DatabaseOwner;
}

const KIND = 'create-index';
const POLL_EVERY_MS = 500;
const RETRY_AFTER_MS = 5_000;
const MAX_TRIES = 60;
/** The build waits this long for older transactions, because giving up early would waste the whole build. */
const BUILD_LOCK_TIMEOUT_MS = 10 * MINUTE_MS;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Creates a suggested index concurrently with other sessions. After a crash at any point, the next process drops an invalid
 * index and starts again, or follows the session that is still building.
 */
export function createIndexJob(deps: Dependencies): Job<z.ZodObject<{ suggestionId: z.ZodNumber }>> {
  return {
    kind: KIND,
    title: INDEX_JOBS[KIND],
    payload: z.object({ suggestionId: z.number() }),
    run: async ({ suggestionId }, context) => {
      const index = await findSuggestedIndex(deps.db, suggestionId);
      // Created by this run, whose process ended before it could say so.
      if (index?.status === 'COMPLETED') return undefined;
      if (index === undefined || index.status === 'IGNORED') throw new JobImpossibleError('The suggestion is no longer pending');
      if (index.status !== 'IN_PROGRESS') await takeUp(deps, index, context.runId);
      const session = await openBuildSession(deps.owner.connection);
      if (session === undefined) return await followOther(deps, index, context);
      // Interrupts a wait for another transaction, which may take long.
      const onStop = () => void cancelSession(deps.owner.db, session.pid).catch(() => {});
      context.signal.addEventListener('abort', onStop);
      try {
        return await createIn(session, deps, index, context);
      } catch (error) {
        await cleanUp(session, deps, index, { error, context });
        throw error;
      } finally {
        context.signal.removeEventListener('abort', onStop);
        await session.end();
        deps.topics.publish(indexAdvisorTopic, { suggestionId });
      }
    },
  };
}

/** A failed or canceled run was started again on the Jobs page. */
async function takeUp({ db, topics }: Dependencies, { id, requestedBy }: SuggestedIndex, runId: number): Promise<void> {
  if (!(await setInProgress(db, id, { runId, requestedBy }))) throw new JobImpossibleError('Another index is being created');
  topics.publish(indexAdvisorTopic, { suggestionId: id });
}

async function createIn(session: BuildSession, deps: Dependencies, wanted: SuggestedIndex, context: JobContext): Promise<JobEnd> {
  const { db, clock } = deps;
  const index = await withFreeName(db, wanted);
  const state = await findIndexState(db, index);
  if (state !== 'VALID') {
    try {
      if (state === 'INVALID') await dropLeftover(session, deps, index);
      context.signal.throwIfAborted();
      await auditStatement(deps, index, session.lockStatement(index));
      await session.tryTable(index);
      await markBegun(db, index.id, clock.now());
      await build(session, deps, index, context);
    } catch (error) {
      if (!isLockTimeout(error) || context.signal.aborted) throw error;
      return await retryLater(deps, index, context);
    }
  }
  await complete(deps, index);
  await context.progress({ done: 100, total: 100, message: `${index.name} was created` });
  return undefined;
}

/** Chooses another name when a different index already has this one. */
async function withFreeName(db: DatabasePool, index: SuggestedIndex): Promise<SuggestedIndex> {
  const state = await findIndexState(db, index);
  if (state !== 'FOREIGN' && (state === 'NONE' || index.isBegun)) return index;
  await setFreeName(db, index.id);
  return (await findSuggestedIndex(db, index.id)) ?? index;
}

async function build(session: BuildSession, deps: Dependencies, index: SuggestedIndex, context: JobContext): Promise<void> {
  context.signal.throwIfAborted();
  await auditStatement(deps, index, index.createStatement);
  let isOver = false;
  const building = session.run(index.createStatement, BUILD_LOCK_TIMEOUT_MS).finally(() => {
    isOver = true;
  });
  building.catch(() => {});
  try {
    const watch = watcher(deps, index, context);
    while (!isOver) {
      await watch();
      await Promise.race([building, rest(POLL_EVERY_MS, context.signal)]);
    }
    await building;
  } finally {
    // The job was canceled or stopped before the end of the build.
    if (!isOver) await cancelSession(deps.owner.db, session.pid);
    await building.catch(() => {});
  }
}

/** Returns a function that reports the progress of the build. */
function watcher({ db, owner }: Dependencies, index: SuggestedIndex, context: JobContext): () => Promise<void> {
  let phase = '';
  let since = performance.now();
  return async () => {
    const state = await findBuildState(owner.db);
    if (state === undefined) return;
    if (state.phase !== phase) {
      phase = state.phase;
      since = performance.now();
    }
    const progress = buildProgress(index.method, state, performance.now() - since);
    await saveBuildProgress(db, index.id, progress);
    await context.progress({ done: progress.percent, total: 100, message: progress.text });
  };
}

/** Follows the build of another session, which belongs to a killed server. */
async function followOther(deps: Dependencies, index: SuggestedIndex, context: JobContext): Promise<JobEnd> {
  await watcher(deps, index, context)();
  return { againInMs: RETRY_AFTER_MS / 5 };
}

/** The next attempt drops the leftovers of this one. */
async function retryLater(deps: Dependencies, index: SuggestedIndex, context: JobContext): Promise<JobEnd> {
  const tries = Number(context.memory.tries ?? 0) + 1;
  if (tries >= MAX_TRIES)
    throw new JobImpossibleError(`The table ${index.table} was locked the whole time, by a long transaction or another change of the table`);
  await context.remember({ tries });
  await saveBuildProgress(deps.db, index.id, { percent: 0, text: 'Waiting for the table' });
  return { againInMs: RETRY_AFTER_MS };
}

async function complete({ db, clock }: Dependencies, index: SuggestedIndex): Promise<void> {
  // The counts are optional: without them, the gain is compared with the analysis.
  await storeCounts(db, index.id).catch(() => {});
  await setCompleted(db, index.id, clock.now());
}

/** Drops an invalid index, if no lock prevents it, and records the end of the creation. */
async function cleanUp(
  session: BuildSession,
  deps: Dependencies,
  begun: SuggestedIndex,
  { error, context }: { error: unknown; context: JobContext },
): Promise<void> {
  const { db, clock } = deps;
  const reason: unknown = context.signal.aborted ? context.signal.reason : error;
  const name = reason instanceof Error ? reason.name : '';
  // A stopping process does not wait for locks; the next one drops the invalid index and starts again.
  if (name === 'JobStoppedError') return;
  // Reads the current row, because the name may have changed.
  const index = (await findSuggestedIndex(db, begun.id)) ?? begun;
  const state = await findIndexState(db, index);
  let left: string | undefined;
  if (state === 'INVALID' && index.isBegun) {
    await dropLeftover(session, deps, index).catch(async () => {
      left = LEFT_INVALID;
      await context.log('WARN', [`${index.name}: ${left}`]);
    });
  }
  // The build finished before the cancellation.
  if (name === 'JobCanceledError' && state === 'VALID') return await complete(deps, index);
  if (name === 'JobCanceledError') return await setCanceled(db, index.id, left);
  // The job retries temporary failures.
  if (isTemporary(error)) return;
  await setFailed(db, index.id, { error: messageOf(error), now: clock.now() });
  throw new JobImpossibleError(messageOf(error));
}

const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/** Whether the connection broke or the database was stopped. */
function isTemporary(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !(error instanceof JobImpossibleError) && (typeof code !== 'string' || /^(57P|08|E[A-Z])/.test(code));
}

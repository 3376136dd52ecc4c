import { INDEX_JOBS, indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabaseConnection, DatabasePool } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type Job, type JobContext, type JobEnd, JobImpossibleError } from '../../jobs/index.ts';
import { rememberCounts } from '../gain/gain.service.ts';
import { auditStatement } from '../suggestions/index-audit.ts';
import {
  findSuggestedIndex,
  LEFT_INVALID,
  markBegun,
  type SuggestedIndex,
  saveBuildProgress,
  setCancelled,
  setCompleted,
  setFailed,
  setFreeName,
  setInProgress,
} from '../suggestions/suggestion.repository.ts';
import { type BuildSession, cancelSession, findBuildState, findIndexState, openBuildSession, rest } from './build.repository.ts';
import { buildProgress } from './build-progress.rules.ts';
import { dropLeftover } from './leftover.service.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly connection: DatabaseConnection;
  readonly clock: Clock;
  readonly topics: Topics;
}

const KIND = 'create-index';
const LOOK_EVERY_MS = 500;
const AGAIN_MS = 5_000;
/** Together as long as a build waits. */
const MAX_TRIES = 60;
/** How long a build waits for transactions that began before it. Giving up early would throw the whole build away. */
const BUILD_LOCK_TIMEOUT_MS = 10 * 60_000;
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Makes a suggested index beside everybody who works. A process may be killed anywhere in it: the next one drops what is of no
 * use and begins anew, or follows the session that still builds.
 */
export function createIndexJob(deps: Dependencies): Job<z.ZodObject<{ suggestionId: z.ZodNumber }>> {
  return {
    kind: KIND,
    title: INDEX_JOBS[KIND],
    payload: z.object({ suggestionId: z.number() }),
    run: async ({ suggestionId }, context) => {
      const index = await findSuggestedIndex(deps.db, suggestionId);
      // Run again under Jobs, after it failed there.
      const isRetried = index?.status === 'FAILED' && (await setInProgress(deps.db, index.id, { runId: context.runId, requestedBy: index.requestedBy }));
      // Whoever asked for it was told; there is nothing to make any more.
      if (index === undefined || (index.status !== 'IN_PROGRESS' && !isRetried)) return undefined;
      const session = await openBuildSession(deps.connection);
      if (session === undefined) return await followOther(deps, index, context);
      // Whatever it waits for: somebody's transaction may last.
      const onStop = () => void cancelSession(deps.db, session.pid).catch(() => {});
      context.signal.addEventListener('abort', onStop);
      try {
        return await makeIn(session, deps, index, context);
      } catch (error) {
        await giveUp(session, deps, index, { error, context });
        throw error;
      } finally {
        context.signal.removeEventListener('abort', onStop);
        await session.end();
        deps.topics.publish(indexAdvisorTopic, { suggestionId });
      }
    },
  };
}

async function makeIn(session: BuildSession, deps: Dependencies, wanted: SuggestedIndex, context: JobContext): Promise<JobEnd> {
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
      return await tryLater(deps, index, context);
    }
  }
  await complete(deps, index);
  await context.progress({ done: 100, total: 100, message: `${index.name} is there` });
  return undefined;
}

/** What bears its name and is not its own stays as it is; the index gets another name. */
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
      await Promise.race([building, rest(LOOK_EVERY_MS, context.signal)]);
    }
    await building;
  } finally {
    // Whoever stopped watching before the end wants no index any more, or not now.
    if (!isOver) await cancelSession(deps.db, session.pid);
    await building.catch(() => {});
  }
}

/** Tells how far it is, each time that it is called. */
function watcher({ db }: Dependencies, index: SuggestedIndex, context: JobContext): () => Promise<void> {
  let phase = '';
  let since = Date.now();
  return async () => {
    const state = await findBuildState(db);
    if (state === undefined) return;
    if (state.phase !== phase) {
      phase = state.phase;
      since = Date.now();
    }
    const progress = buildProgress(index.method, state, Date.now() - since);
    await saveBuildProgress(db, index.id, progress);
    await context.progress({ done: progress.percent, total: 100, message: progress.text });
  };
}

/** Another session builds: one of a server that was killed, and that does not know it yet. */
async function followOther(deps: Dependencies, index: SuggestedIndex, context: JobContext): Promise<JobEnd> {
  await watcher(deps, index, context)();
  return { againInMs: AGAIN_MS / 5 };
}

/** What the try left behind is dropped by the next one. */
async function tryLater(deps: Dependencies, index: SuggestedIndex, context: JobContext): Promise<JobEnd> {
  const tries = Number(context.memory.tries ?? 0) + 1;
  if (tries >= MAX_TRIES)
    throw new JobImpossibleError(`Others held ${index.table} all the time: a transaction that does not end, or another change of the table`);
  await context.remember({ tries });
  await saveBuildProgress(deps.db, index.id, { percent: 0, text: 'Waiting for the table' });
  return { againInMs: AGAIN_MS };
}

async function complete({ db, clock }: Dependencies, index: SuggestedIndex): Promise<void> {
  // Without the server's counts there is an index all the same; what it gains is then compared with what an analysis saw.
  await rememberCounts(db, index.id).catch(() => {});
  await setCompleted(db, index.id, clock.now());
}

/** Leaves nothing behind, where nobody is in the way; a stopped process will begin anew. */
async function giveUp(
  session: BuildSession,
  deps: Dependencies,
  begun: SuggestedIndex,
  { error, context }: { error: unknown; context: JobContext },
): Promise<void> {
  const { db, clock } = deps;
  const reason: unknown = context.signal.aborted ? context.signal.reason : error;
  const name = reason instanceof Error ? reason.name : '';
  // A process that is told to stop waits for nobody's lock; the next one drops what is of no use.
  if (name === 'JobStoppedError') return;
  // As it is by now: it may have another name.
  const index = (await findSuggestedIndex(db, begun.id)) ?? begun;
  const state = await findIndexState(db, index);
  let left: string | undefined;
  if (state === 'INVALID' && index.isBegun) {
    await dropLeftover(session, deps, index).catch(async () => {
      left = LEFT_INVALID;
      await context.log('WARN', [`${index.name}: ${left}`]);
    });
  }
  // It was there before anybody could stop it.
  if (name === 'JobCancelledError' && state === 'VALID') return await complete(deps, index);
  if (name === 'JobCancelledError') return await setCancelled(db, index.id, left);
  // The job tries again by itself.
  if (isPassing(error)) return;
  await setFailed(db, index.id, { error: error instanceof Error ? error.message : String(error), now: clock.now() });
  throw new JobImpossibleError(error instanceof Error ? error.message : String(error));
}

const isLockTimeout = (error: unknown) => (error as { code?: unknown }).code === LOCK_NOT_AVAILABLE;

/** The connection broke, or the database was stopped. */
function isPassing(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return !(error instanceof JobImpossibleError) && (typeof code !== 'string' || /^(57P|08|E[A-Z])/.test(code));
}

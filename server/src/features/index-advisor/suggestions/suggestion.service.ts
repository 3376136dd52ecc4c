import { indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { AppError } from '../../../platform/app-error.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { type JobService, openRun } from '../../jobs/index.ts';
import type { Gain } from '../gain/gain.repository.ts';
import { type GainDependencies, measureGainOf } from '../gain/gain.service.ts';
import { closeEnded, findSuggestedIndex, lockSuggestedIndex, type SuggestedIndex, setInProgress, setPendingAgain, setStatus } from './suggestion.repository.ts';

interface Dependencies extends GainDependencies {
  readonly topics: Topics;
  readonly jobs: JobService;
}

export type SuggestionService = ReturnType<typeof createSuggestionService>;

const CREATION_KEY = 'create-index';

export function createSuggestionService(deps: Dependencies) {
  const { db, clock, topics, jobs } = deps;
  const publish = (suggestionId: number | null) => topics.publish(indexAdvisorTopic, { suggestionId });
  return {
    async analyze(requestedBy: number): Promise<void> {
      await jobs.start('analyze-queries', requestedBy);
      // Other pages show that it runs.
      publish(null);
    },

    /** @throws AppError `conflict` with `not_pending` or `creation_in_progress` */
    async create(id: number, requestedBy: number): Promise<void> {
      await closeEnded(db, clock.now());
      const runId = await db.transaction().execute(async (tx) => {
        pendingOnly(await lockSuggestedIndex(tx, id));
        const run = await openRun(tx, { kind: CREATION_KEY, key: CREATION_KEY, payload: { suggestionId: id }, requestedBy });
        if (!run.isNew || !(await setInProgress(tx, id, { runId: run.id, requestedBy }))) {
          throw new AppError('conflict', 'Another index is being created. Only one is created at a time.', { reason: 'creation_in_progress' });
        }
        return run.id;
      });
      topics.publish(jobsTopic, { id: runId, state: 'QUEUED' });
      publish(id);
    },

    /** @throws AppError `conflict` with `not_pending` */
    async ignore(id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        pendingOnly(await lockSuggestedIndex(tx, id));
        await setStatus(tx, id, 'IGNORED');
      });
      publish(id);
    },

    /** Makes a failed or ignored suggestion pending again. @throws AppError `conflict` with `not_failed` */
    async retry(id: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const index = known(await lockSuggestedIndex(tx, id));
        if (index.status !== 'FAILED' && index.status !== 'IGNORED')
          throw new AppError('conflict', 'Only a failed or ignored suggestion can be made pending again', { reason: 'not_failed' });
        await setPendingAgain(tx, id);
      });
      publish(id);
    },

    /** @throws AppError `conflict` with `not_completed` */
    async measure(id: number): Promise<Gain> {
      const index = known(await findSuggestedIndex(db, id));
      if (index.status !== 'COMPLETED') throw new AppError('conflict', 'Only a created index can be measured', { reason: 'not_completed' });
      const gain = await measureGainOf(deps, id);
      publish(id);
      return gain;
    },

    /** Updates suggestions whose job was canceled or failed without recording it. */
    closeEnded: () => closeEnded(db, clock.now()),
  };
}

function known(index: SuggestedIndex | undefined): SuggestedIndex {
  if (index === undefined) throw new AppError('not_found', 'There is no such suggestion');
  return index;
}

function pendingOnly(index: SuggestedIndex | undefined): void {
  if (known(index).status === 'IN_PROGRESS') throw new AppError('conflict', 'This index is being created already', { reason: 'creation_in_progress' });
  if (index?.status !== 'PENDING') throw new AppError('conflict', 'This suggestion is no longer pending', { reason: 'not_pending' });
}

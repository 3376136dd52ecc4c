import { indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { AppError } from '../../../platform/app-error.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { insertRun, type JobService } from '../../jobs/index.ts';
import type { Gain } from '../gain/gain.repository.ts';
import { type GainDependencies, measureGainOf } from '../gain/gain.service.ts';
import {
  findSuggestedIndex,
  lockSuggestedIndex,
  type SuggestedIndex,
  setInProgress,
  setPendingAgain,
  setStatus,
  settleEnded,
} from './suggestion.repository.ts';

interface Dependencies extends GainDependencies {
  readonly topics: Topics;
  readonly jobs: JobService;
}

export interface SuggestionService {
  analyze(requestedBy: number): Promise<void>;
  /** @throws AppError `conflict` with `not_pending` or `creation_in_progress` */
  create(id: number, requestedBy: number): Promise<void>;
  /** @throws AppError `conflict` with `not_pending` */
  ignore(id: number): Promise<void>;
  /** Lets a suggestion whose creation failed, or that was ignored, wait again. @throws AppError `conflict` with `not_failed` */
  retry(id: number): Promise<void>;
  /** @throws AppError `conflict` with `not_completed` */
  measure(id: number): Promise<Gain>;
  /** Takes note of jobs that were cancelled or given up without a word about their suggestion. */
  settle(): Promise<void>;
}

const CREATION_KEY = 'create-index';

export function createSuggestionService(deps: Dependencies): SuggestionService {
  const { db, clock, topics, jobs } = deps;
  const tell = (suggestionId: number) => topics.publish(indexAdvisorTopic, { suggestionId });
  return {
    analyze: async (requestedBy) => void (await jobs.start('analyze-queries', requestedBy)),

    async create(id, requestedBy) {
      await settleEnded(db, clock.now());
      const runId = await db.transaction().execute(async (tx) => {
        pendingOnly(await lockSuggestedIndex(tx, id));
        const run = await insertRun(tx, { kind: CREATION_KEY, key: CREATION_KEY, payload: { suggestionId: id }, requestedBy });
        if (!run.isNew || !(await setInProgress(tx, id, { runId: run.id, requestedBy }))) {
          throw new AppError('conflict', 'Another index is being created; one at a time', { reason: 'creation_in_progress' });
        }
        return run.id;
      });
      topics.publish(jobsTopic, { id: runId, state: 'QUEUED' });
      tell(id);
    },

    async ignore(id) {
      await db.transaction().execute(async (tx) => {
        pendingOnly(await lockSuggestedIndex(tx, id));
        await setStatus(tx, id, 'IGNORED');
      });
      tell(id);
    },

    async retry(id) {
      await db.transaction().execute(async (tx) => {
        const index = known(await lockSuggestedIndex(tx, id));
        if (index.status !== 'FAILED' && index.status !== 'IGNORED')
          throw new AppError('conflict', 'Only what failed or was ignored can wait again', { reason: 'not_failed' });
        await setPendingAgain(tx, id);
      });
      tell(id);
    },

    async measure(id) {
      const index = known(await findSuggestedIndex(db, id));
      if (index.status !== 'COMPLETED') throw new AppError('conflict', 'Only an index that was created can be measured', { reason: 'not_completed' });
      const gain = await measureGainOf(deps, id);
      tell(id);
      return gain;
    },

    settle: async () => void (await settleEnded(db, clock.now())),
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

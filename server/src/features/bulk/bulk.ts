import { BULK_ACTIONS } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Job } from '../jobs/index.ts';
import { bulkRoutes } from './bulk.routes.ts';
import { createBulkService } from './bulk.service.ts';
import type { BulkAction } from './bulk-action.ts';
import { createBulkSteps } from './bulk-step.service.ts';
import { jobKindOf } from './job-kind.ts';
import { purgeBulkTask } from './purge-bulk.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly actions: readonly BulkAction[];
}

/** Actions for many records, each made of an area's action for one record. */
export function createBulk(deps: Dependencies) {
  const steps = createBulkSteps(deps);
  const service = createBulkService({ ...deps, steps });
  const jobs = deps.actions.map(
    ({ endpoint: { kind } }): Job => ({
      kind: jobKindOf(kind),
      title: BULK_ACTIONS[kind].title,
      payload: z.object({ bulkId: z.number() }),
      run: async (payload, { progress }) => {
        const { bulkId } = z.object({ bulkId: z.number() }).parse(payload);
        // The next step of a stopped process continues with the first open row.
        for (;;) {
          const bulk = await steps.run(bulkId);
          if (bulk === undefined) return undefined;
          const { total, done, unchanged, refused } = bulk;
          const message = `${numberText(done)} done, ${numberText(refused)} refused`;
          await progress({ done: done + unchanged + refused, total, message, counts: { done, unchanged, refused } });
          if (bulk.isOver) return undefined;
        }
      },
    }),
  );
  return { jobs, tasks: [purgeBulkTask(deps)], routes: (app: FastifyInstance) => bulkRoutes(app, { ...deps, service }) };
}

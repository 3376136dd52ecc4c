import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import type { Job } from '../jobs/index.ts';
import { areaFileRoutes } from './area-files/area-file.routes.ts';
import { createUndoFile } from './area-files/undo-file.service.ts';
import type { AreaFileKind, SpreadsheetKind } from './kinds/index.ts';
import { purgeSpreadsheetsTask } from './purge-spreadsheets.task.ts';
import { createSpreadsheetService } from './spreadsheet.service.ts';
import { spreadsheetRoutes } from './spreadsheets.routes.ts';
import { SPREADSHEET_JOB } from './work/spreadsheet-runs.ts';
import { createSpreadsheetWork } from './work/work.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly kinds: readonly SpreadsheetKind[];
  readonly areaFiles: readonly AreaFileKind[];
  readonly filing: Filing;
}

/** Files of our own records: uploaded, mapped, checked, applied and undone. The areas offer the kinds. */
export function createSpreadsheets(deps: Dependencies) {
  const work = createSpreadsheetWork(deps);
  const service = createSpreadsheetService({ ...deps, work });
  const payload = z.object({ spreadsheetId: z.number() });
  const job: Job = {
    kind: SPREADSHEET_JOB,
    title: 'Bring in a file',
    payload,
    run: async (given, { progress, progressInTransaction }) => {
      const { spreadsheetId } = payload.parse(given);
      for (;;) {
        const step = await work.run(spreadsheetId, (done) => progressInTransaction({ done }));
        if (step === undefined || step.isOver) return undefined;
        await progress({ done: step.done, total: step.total });
      }
    },
  };
  const undoFile = createUndoFile(deps);
  return {
    jobs: [job],
    tasks: [purgeSpreadsheetsTask(deps)],
    routes(app: FastifyInstance) {
      spreadsheetRoutes(app, { db: deps.db, service });
      areaFileRoutes(app, { ...deps, undoFile });
    },
  };
}

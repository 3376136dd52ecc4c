import { INDEX_JOBS, indexAdvisorTopic } from '@stowage/contract/index-advisor';
import * as z from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { type Job, JobImpossibleError } from '../jobs/index.ts';
import { notify } from '../notifications/index.ts';
import { type Analysis, type AnalysisDependencies, analyse } from './analysis.service.ts';
import { noteSightings } from './overview.read-model.ts';
import { type Added, dropOvertaken, saveAdvice, settleEnded } from './suggestion.repository.ts';
import { listAdvisedTables } from './table.read-model.ts';

interface Dependencies extends AnalysisDependencies {
  readonly clock: Clock;
  readonly topics: Topics;
}

const KIND = 'analyze-queries';
/** Administrators are told of a suggestion that promises more than this. */
const TOLD_PERCENT = 70;

/** Every night, and whenever somebody asks: finds the indexes that what was asked could use. */
export function analyzeJob(deps: Dependencies): Job {
  const { db, clock, topics } = deps;
  return {
    kind: KIND,
    title: INDEX_JOBS[KIND],
    payload: z.object({}).loose(),
    cron: '25 2 * * *',
    run: async (_payload, context) => {
      await settleEnded(db, clock.now());
      await noteSightings(db, clock.now());
      const found = await analyse(deps, { onProgress: (done, total) => context.progress({ done, total, message: 'Asking the planner' }) });
      if (found === undefined) throw new JobImpossibleError('The database does not count its statements; the Index Advisor page says how to turn that on');
      const tables = await listAdvisedTables(db);
      const { added, overtaken } = await db.transaction().execute(async (tx) => {
        const dropped = await dropOvertaken(tx, tables, found);
        const saved = await saveAdvice(tx, found.advice, clock.now());
        for (const one of saved.filter(({ percent }) => percent > TOLD_PERCENT)) await tellOf(tx, one);
        return { overtaken: dropped, added: saved.length };
      });
      topics.publish(indexAdvisorTopic, { suggestionId: null });
      for (const [reason, statements] of untold(found)) {
        if (statements.length > 0)
          await context.log(
            'WARN',
            statements.map((text) => `${reason}: ${text.slice(0, 300)}`),
          );
      }
      const counts = {
        slow: found.statements,
        suggested: found.advice.length,
        new: added,
        overtaken,
        unplanned: found.unplanned.length,
        leftOut: found.leftOut.length,
        notEstimated: found.notEstimated.length,
      };
      await context.progress({ done: found.statements, total: found.statements, message: summaryOf(found.statements, found.advice.length), counts });
      return undefined;
    },
  };
}

/** What nothing can be said of, and why. */
function untold({ unplanned, leftOut, notEstimated }: Analysis): (readonly [string, readonly string[]])[] {
  return [
    ['The planner could not be asked about', unplanned],
    ...leftOut.map(({ reason, statement }) => [`${reason}, so it was not planned`, [statement]] as const),
    ['Not estimated, for want of a way to show the planner an index', notEstimated],
  ];
}

async function tellOf(tx: Database, { id, name, table, percent }: Added): Promise<void> {
  const title = `An index on ${table} would save about ${Math.floor(percent)} % of the planner's cost`;
  await notify(tx, {
    kind: 'index-suggestion',
    title,
    body: name,
    record: { kind: 'index-suggestion', id },
    path: `/index-advisor?suggestion=${id}&dialog=details`,
  });
}

function summaryOf(statements: number, suggested: number): string {
  if (statements === 0) return 'No statement is slow and frequent enough to need an index';
  return `Slow statements: ${statements}. Indexes suggested: ${suggested}`;
}

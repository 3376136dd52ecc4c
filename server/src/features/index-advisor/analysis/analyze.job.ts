import { INDEX_JOBS, indexAdvisorTopic, type StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import * as z from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/connect.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import type { Job } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { dropLeftovers } from '../creation/leftover.service.ts';
import { listCountsAtCreation } from '../gain/gain.repository.ts';
import { listWrites, noteWrites } from '../gain/write-count.repository.ts';
import { findStatementSource } from '../statements/statement.read-model.ts';
import { listAdvisedTables } from '../statements/table.read-model.ts';
import { noteSightings } from '../suggestions/overview.read-model.ts';
import { type Added, dropOvertaken, listIgnored, saveAdvice, settleEnded } from '../suggestions/suggestion.repository.ts';
import { type Analysis, type AnalysisDependencies, analyse } from './analysis.service.ts';

interface Dependencies extends AnalysisDependencies {
  readonly clock: Clock;
  readonly topics: Topics;
}

const KIND = 'analyze-queries';
const HOW = 'the Index Advisor page says how to turn that on';
/** Why there is nothing to analyze, in words. */
const WHY_SKIPPED: Readonly<Record<Exclude<StatementSource, 'ON'>, string>> = {
  NOT_LOADED: `the database does not count its statements; ${HOW}`,
  NOT_CREATED: `the view over what the database counts could not be made; ${HOW}`,
  NOT_ALLOWED: `the database has no view over what it counts, and Stowage’s role may not make one; ${HOW}`,
  NOT_READABLE: `Stowage’s role may not read what the database counts; ${HOW}`,
  NOT_TRACKED: `the database is told to count none of Stowage’s statements; ${HOW}`,
  NOT_AVAILABLE: `the database lacks the extension pg_stat_statements; ${HOW}`,
};
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
      await dropLeftovers({
        ...deps,
        signal: context.signal,
        onFailure: (error) => context.log('WARN', [`An invalid index could not be dropped: ${error instanceof Error ? error.message : String(error)}`]),
      });
      await noteSightings(db, clock.now());
      await noteWrites(db, clock.now());
      const known = { ignored: await listIgnored(db), writes: await listWrites(db), countedAtCreation: await listCountsAtCreation(db) };
      const found = await analyse(deps, { ...known, onProgress: (done, total) => context.progress({ done, total, message: 'Asking the planner' }) });
      if (found === undefined) {
        const source = await findStatementSource(db);
        topics.publish(indexAdvisorTopic, { suggestionId: null });
        await context.progress({ done: 0, total: 0, message: `Skipped: ${source === 'ON' ? 'it began to count only now' : WHY_SKIPPED[source]}` });
        return undefined;
      }
      const tables = (await listAdvisedTables(db)).filter(({ foreignOwner }) => foreignOwner === null);
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
        nothingFor: found.nothingFor.length,
        leftOut: found.leftOut.length,
        notEstimated: found.notEstimated.length,
        withheld: found.withheld.length,
      };
      await context.progress({ done: found.statements, total: found.statements, message: summaryOf(found), counts });
      return undefined;
    },
  };
}

/** What nothing can be said of, and why. */
function untold({ unplanned, nothingFor, leftOut, notEstimated, withheld }: Analysis): (readonly [string, readonly string[]])[] {
  return [
    ...unplanned.map(({ reason, statement }) => [`The planner could not be asked about this (${reason})`, [statement]] as const),
    ...nothingFor.map(({ reason, statement }) => [`Nothing in it that an index could be thought of for (${reason})`, [statement]] as const),
    ...leftOut.map(({ reason, statement }) => [reason, [statement]] as const),
    [
      'It would cost those who write more than it saves those who read, so it is not suggested',
      withheld.map(
        ({ candidate: { table, keys }, writesPerHour }) =>
          `${table} (${keys.join(', ')}), of which ${Math.round(writesPerHour).toLocaleString('en')} rows are written in an hour`,
      ),
    ],
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

function summaryOf({ statements, advice, withheld, unplanned, nothingFor }: Analysis): string {
  if (statements === 0) return 'No statement is slow and frequent enough to need an index';
  const parts: readonly (readonly [string, number])[] = [
    ['Not suggested, for what they would cost those who write', withheld.length],
    ['Without anything that an index could be thought of for', nothingFor.length],
    ['That the planner could not be asked about', unplanned.length],
  ];
  const told = parts.flatMap(([what, count]) => (count === 0 ? [] : [`. ${what}: ${count}`])).join('');
  return `Slow statements: ${statements}. Indexes suggested: ${advice.length}${told}${told && '; the job says which'}`;
}

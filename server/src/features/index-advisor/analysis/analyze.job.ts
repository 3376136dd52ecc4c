import { messageOf } from '@stowage/contract/errors';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { INDEX_JOBS, indexAdvisorTopic, type StatementSource } from '@stowage/contract/index-advisor/index-advisor';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Job } from '../../jobs/index.ts';
import { notify } from '../../notifications/index.ts';
import { dropLeftovers } from '../creation/leftover.service.ts';
import { listCountsAtCreation } from '../gain/gain.repository.ts';
import { listWrites, recordWrites } from '../gain/write-count.repository.ts';
import { findStatementSource } from '../statements/statement.read-model.ts';
import { listAdvisedTables } from '../statements/table.read-model.ts';
import { recordSightings } from '../suggestions/overview.read-model.ts';
import { type Added, closeEnded, deleteObsolete, listIgnored, saveAdvice } from '../suggestions/suggestion.repository.ts';
import { type Analysis, type AnalysisDependencies, analyzeStatements } from './analysis.service.ts';

interface Dependencies extends AnalysisDependencies, Pick<Context, 'clock' | 'topics'> {}

const KIND = 'analyze-queries';
const HOW = 'the Index Advisor page explains how to turn it on';
const WHY_SKIPPED: Readonly<Record<Exclude<StatementSource, 'ON'>, string>> = {
  NOT_LOADED: `the database does not track statements; ${HOW}`,
  NOT_CREATED: `the extension pg_stat_statements could not be created; ${HOW}`,
  NOT_ALLOWED: `the extension pg_stat_statements is missing, and Stowage’s role may not create it; ${HOW}`,
  NOT_READABLE: `Stowage’s role may not read the statement statistics; ${HOW}`,
  NOT_TRACKED: `statement tracking is turned off for Stowage; ${HOW}`,
  NOT_AVAILABLE: `the extension pg_stat_statements is not installed; ${HOW}`,
};
/** Administrators are notified of suggestions above this improvement. */
const NOTIFY_PERCENT = 70;

/** Finds useful indexes, every night and on request. */
export function analyzeJob(deps: Dependencies): Job {
  const { db, clock, topics } = deps;
  return {
    kind: KIND,
    title: INDEX_JOBS[KIND],
    cron: '25 2 * * *',
    run: async (_payload, context) => {
      await closeEnded(db, clock.now());
      await dropLeftovers({
        ...deps,
        signal: context.signal,
        onFailure: (error) => context.log('WARN', [`An invalid index could not be dropped: ${messageOf(error)}`]),
      });
      await recordSightings(db, clock.now());
      await recordWrites(db, clock.now());
      const known = { ignored: await listIgnored(db), writes: await listWrites(db), countedAtCreation: await listCountsAtCreation(db) };
      const found = await analyzeStatements(deps, { ...known, onProgress: (done, total) => context.progress({ done, total, message: 'Planning statements' }) });
      if (found === undefined) {
        const source = await findStatementSource(db, deps.owner.db);
        topics.publish(indexAdvisorTopic, { suggestionId: null });
        await context.progress({ done: 0, total: 0, message: `Skipped: ${source === 'ON' ? 'statement tracking has just started' : WHY_SKIPPED[source]}` });
        return undefined;
      }
      const tables = (await listAdvisedTables(deps.owner.db)).filter(({ foreignOwner }) => foreignOwner === null);
      const { added, overtaken } = await db.transaction().execute(async (tx) => {
        const dropped = await deleteObsolete(tx, tables, found);
        const saved = await saveAdvice(tx, found.advice, clock.now());
        for (const one of saved.filter(({ percent }) => percent > NOTIFY_PERCENT)) await notifyOf(tx, one);
        return { overtaken: dropped, added: saved.length };
      });
      topics.publish(indexAdvisorTopic, { suggestionId: null });
      for (const [reason, statements] of unsuggested(found)) {
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

/** The statements without a suggestion, grouped by reason, for the log. */
function unsuggested({ unplanned, nothingFor, leftOut, notEstimated, withheld }: Analysis): (readonly [string, readonly string[]])[] {
  return [
    ...unplanned.map(({ reason, statement }) => [`The statement could not be planned (${reason})`, [statement]] as const),
    ...nothingFor.map(({ reason, statement }) => [`No index could help this statement (${reason})`, [statement]] as const),
    ...leftOut.map(({ reason, statement }) => [reason, [statement]] as const),
    [
      'Not suggested, because writes would cost more than reads save',
      withheld.map(
        ({ candidate: { table, keys }, writesPerHour }) => `${table} (${keys.join(', ')}), ${numberText(Math.round(writesPerHour))} rows written per hour`,
      ),
    ],
    ['Not estimated, because the planner can’t use hypothetical indexes', notEstimated],
  ];
}

async function notifyOf(tx: Database, { id, name, table, percent }: Added): Promise<void> {
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
    ['Withheld because of write costs', withheld.length],
    ['Statements that no index could help', nothingFor.length],
    ['Statements that could not be planned', unplanned.length],
  ];
  const details = parts.flatMap(([label, count]) => (count === 0 ? [] : [`. ${label}: ${count}`])).join('');
  return `Slow statements: ${statements}. Indexes suggested: ${advice.length}${details}${details && '; the job log lists them'}`;
}

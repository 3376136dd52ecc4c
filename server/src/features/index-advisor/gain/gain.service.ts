import type { Context } from '../../../platform/context.ts';
import type { DatabaseConnection, DatabaseOwner, DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { StatementSamples } from '../../../platform/database/statement-samples.ts';
import { createPlanUse } from '../analysis/plan-use.service.ts';
import { findIndexState } from '../creation/build.repository.ts';
import { countStatements, type StatementCount } from '../statements/statement.read-model.ts';
import { findSuggestedIndex } from '../suggestions/suggestion.repository.ts';
import { type Gain, listMeasuredStatements, type MeasuredStatement, saveCountsAfter, saveCountsAt, saveGain } from './gain.repository.ts';
import { type Counted, type CountedId, countedSince, measuredGain, sumOf } from './gain.rules.ts';

export interface GainDependencies extends Pick<Context, 'db' | 'clock'> {
  /** For separate sessions outside the pool. */
  readonly connection: DatabaseConnection;
  readonly owner: DatabaseOwner;
  /** Recent values of slow statements. */
  readonly samples: StatementSamples;
}

/** Stores the counts of a suggestion's statements at the creation of its index. */
export async function storeCounts(db: DatabasePool, suggestionId: number): Promise<void> {
  for (const { statement, counts } of await countNow(db, suggestionId)) await saveCountsAt(db, suggestionId, statement.fingerprint, counts.map(toCountedId));
}

/**
 * Compares the mean time of a suggestion's statements before and after the creation of the index. Only statements whose plan
 * uses the index count, so that improvements with other causes do not.
 */
export async function measureGainOf(deps: GainDependencies, suggestionId: number): Promise<Gain> {
  const gain = await findGain(deps, suggestionId);
  await saveGain(deps.db, suggestionId, gain, deps.clock.now());
  return gain;
}

async function findGain(deps: GainDependencies, suggestionId: number): Promise<Gain> {
  const { db } = deps;
  const index = await findSuggestedIndex(db, suggestionId);
  const state = index === undefined ? 'NONE' : await findIndexState(db, index);
  if (index === undefined || state === 'NONE' || state === 'FOREIGN') return nothing('GONE');
  if (state === 'INVALID') return nothing('INVALID');
  const statements = await countNow(db, suggestionId);
  const planUse = await createPlanUse(deps);
  const counted: { isUsing: boolean | undefined; before: Counted; after: Counted | undefined }[] = [];
  try {
    for (const { statement, counts } of statements) {
      const isUsing = await planUse.isIn(statement.fingerprint, counts[0]?.text, index.name);
      const after = statement.countedAt === null ? undefined : countedSince(statement.countedAt, counts.map(toCountedId));
      if (after !== undefined) await saveCountsAfter(db, suggestionId, statement.fingerprint, after);
      const at = sumOf(statement.countedAt ?? []);
      counted.push({ isUsing, before: at.calls > 0 ? at : statement, after });
    }
  } finally {
    await planUse.end();
  }
  const using = counted.filter(({ isUsing }) => isUsing);
  const percent = measuredGain(using.flatMap(({ before, after }) => (after === undefined ? [] : [{ before, after }])));
  if (percent !== undefined) return { percent, note: null };
  if (counted.some(({ after }) => after === undefined)) return nothing('UNKNOWN');
  if (counted.every(({ after }) => after?.calls === 0)) return nothing('NOT_EXECUTED');
  if (using.length > 0) return nothing('NOT_EXECUTED');
  return nothing(counted.some(({ isUsing }) => isUsing === undefined) ? 'UNKNOWN' : 'UNUSED');
}

const nothing = (note: NonNullable<Gain['note']>): Gain => ({ percent: null, note });

const toCountedId = ({ queryId: _, text: __, ...counted }: StatementCount): CountedId => counted;

async function countNow(db: DatabasePool, suggestionId: number): Promise<{ statement: MeasuredStatement; counts: StatementCount[] }[]> {
  const statements = await listMeasuredStatements(db, suggestionId);
  const counts = await countStatements(
    db,
    statements.flatMap(({ queryIds }) => queryIds),
  );
  return statements.map((statement) => ({ statement, counts: counts.filter(({ queryId }) => statement.queryIds.includes(queryId)) }));
}

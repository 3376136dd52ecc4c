import type { Kysely } from 'kysely';
import type { Clock } from '../../platform/clock.ts';
import type { DB } from '../../platform/database/schema.generated.ts';
import { listMeasuredStatements, type MeasuredStatement, saveCountsAfter, saveCountsAt, saveGain } from './gain.repository.ts';
import { type Counted, type CountedId, countedSince, measuredGain, sumOf } from './gain.rules.ts';
import { countStatements } from './statement.read-model.ts';

/** Remembers what the server had counted of a suggestion's statements when its index was made. */
export async function rememberCounts(db: Kysely<DB>, suggestionId: number): Promise<void> {
  for (const { statement, counted } of await countNow(db, suggestionId)) await saveCountsAt(db, suggestionId, statement.fingerprint, counted);
}

/**
 * Compares the mean time of a suggestion's statements before its index with that since.
 * @returns percent; null while none of them was asked since, or nobody can say what was
 */
export async function measureGainOf({ db, clock }: { db: Kysely<DB>; clock: Clock }, suggestionId: number): Promise<number | null> {
  const gains: { before: Counted; after: Counted }[] = [];
  for (const { statement, counted } of await countNow(db, suggestionId)) {
    if (statement.countedAt === null) continue;
    const after = countedSince(statement.countedAt, counted);
    if (after === undefined) continue;
    await saveCountsAfter(db, suggestionId, statement.fingerprint, after);
    const at = sumOf(statement.countedAt);
    gains.push({ before: at.calls > 0 ? at : statement, after });
  }
  const percent = measuredGain(gains);
  if (percent !== undefined) await saveGain(db, suggestionId, { percent, now: clock.now() });
  return percent ?? null;
}

async function countNow(db: Kysely<DB>, suggestionId: number): Promise<{ statement: MeasuredStatement; counted: CountedId[] }[]> {
  const statements = await listMeasuredStatements(db, suggestionId);
  const counts = await countStatements(
    db,
    statements.flatMap(({ queryIds }) => queryIds),
  );
  return statements.map((statement) => ({
    statement,
    counted: counts.filter(({ queryId }) => statement.queryIds.includes(queryId)).map(({ queryId: _, ...one }) => one),
  }));
}

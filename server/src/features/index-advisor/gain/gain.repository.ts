import type { MeasureNote } from '@stowage/contract/index-advisor/index-advisor';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Counted, CountedId } from './gain.rules.ts';

/** A statement of a suggestion with its counts at the creation of the index. */
export interface MeasuredStatement {
  readonly fingerprint: string;
  readonly queryIds: readonly string[];
  readonly calls: number;
  readonly totalMs: number;
  /** null when the counts could not be read. */
  readonly countedAt: readonly CountedId[] | null;
}

export async function listMeasuredStatements(db: Database, suggestionId: number): Promise<MeasuredStatement[]> {
  const { rows } = await sql<MeasuredStatement>`
    select fingerprint, query_ids as "queryIds", calls, total_ms as "totalMs", counted_at as "countedAt"
    from index_suggestion_statements where suggestion_id = ${suggestionId} order by fingerprint`.execute(db);
  return rows;
}

/** Stores the counts at the creation of the index. */
export async function saveCountsAt(db: Database, suggestionId: number, fingerprint: string, counted: readonly CountedId[]): Promise<void> {
  await sql`update index_suggestion_statements set counted_at = ${JSON.stringify(counted)}::jsonb
    where suggestion_id = ${suggestionId} and fingerprint = ${fingerprint}`.execute(db);
}

export async function saveCountsAfter(db: Database, suggestionId: number, fingerprint: string, counted: Counted): Promise<void> {
  await sql`update index_suggestion_statements set calls_after = ${counted.calls}, total_ms_after = ${counted.totalMs}
    where suggestion_id = ${suggestionId} and fingerprint = ${fingerprint}`.execute(db);
}

/** The measured gain of an index, or the reason why it is unknown. */
export type Gain = { readonly percent: number; readonly note: null } | { readonly percent: null; readonly note: MeasureNote };

export async function saveGain(db: Database, suggestionId: number, { percent, note }: Gain, now: Date): Promise<void> {
  await sql`update index_suggestions set measured_percent = ${percent}, measure_note = ${note}, measured_at = ${now} where id = ${suggestionId}`.execute(db);
}

/**
 * The created indexes of a minimum age whose gain was not measured since they reached it. Indexes whose statements had not run
 * are measured again after the same time.
 */
export async function listUnmeasured(db: Database, { now, afterHours }: { now: Date; afterHours: number }): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from index_suggestions where status = 'COMPLETED' and finished_at + make_interval(hours => ${afterHours}) <= ${now}
      and (measured_at is null or measured_at < finished_at + make_interval(hours => ${afterHours})
        or (measure_note = 'NOT_EXECUTED' and measured_at + make_interval(hours => ${afterHours}) <= ${now})) order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/**
 * The counts of statements by query ID at the creation of their newest index, so that the time before it does not lead to
 * another suggestion.
 */
export async function listCountsAtCreation(db: Database): Promise<ReadonlyMap<string, Counted>> {
  const { rows } = await sql<Counted & { queryId: string }>`
    select split_part(c ->> 'key', '/', 1) as "queryId", max((c ->> 'calls')::float8) as calls, max((c ->> 'totalMs')::float8) as "totalMs"
    from index_suggestion_statements q join index_suggestions s on s.id = q.suggestion_id cross join jsonb_array_elements(q.counted_at) c
    where s.status = 'COMPLETED' group by 1`.execute(db);
  return new Map(rows.map(({ queryId, calls, totalMs }) => [queryId, { calls, totalMs }]));
}

import type { SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { type RawBuilder, sql } from 'kysely';
import { type Database, violatesUnique } from '../../../platform/database/connect.ts';
import { type Candidate, candidateId, isCovered } from '../analysis/candidate.rules.ts';
import { indexName } from '../analysis/index-name.rules.ts';
import type { Advice } from '../analysis/selection.ts';
import { isGeneric } from '../analysis/what-if.repository.ts';
import { type AdvisedTable, hasKeys } from '../statements/table.read-model.ts';

/** A suggestion as whoever makes its index needs it. */
export interface SuggestedIndex {
  readonly id: number;
  readonly schema: string;
  readonly table: string;
  readonly name: string;
  readonly method: 'btree' | 'gin';
  readonly keys: readonly string[];
  readonly status: SuggestionStatus;
  /** CREATE INDEX CONCURRENTLY …, quoted by the server. */
  readonly createStatement: string;
  readonly dropStatement: string;
  readonly requestedBy: number | null;
  /** Whether its index was begun, so that an invalid one of its name is ours. */
  readonly isBegun: boolean;
  /** The table that it was begun on, whatever its name is by now; null before. */
  readonly tableOid: number | null;
}

/** As SQL, of a row `s`. */
export const CREATE_STATEMENT = sql<string>`format('CREATE INDEX CONCURRENTLY %I ON %I.%I%s (%s)', s.index_name, s.table_schema, s.table_name,
  case when s.method = 'btree' then '' else ' USING ' || s.method end, array_to_string(s.keys, ', '))`;

/** As SQL, of a row `s`: the number of the table that its index was begun on. */
const BEGUN_ON = sql`coalesce(s.table_oid::oid, to_regclass(format('%I.%I', s.table_schema, s.table_name)))`;

export async function findSuggestedIndex(db: Database, id: number): Promise<SuggestedIndex | undefined> {
  return (await selectSuggestedIndexes(db, sql`where s.id = ${id}`))[0];
}

/** Locks it for a person's decision about it. */
export async function lockSuggestedIndex(tx: Database, id: number): Promise<SuggestedIndex | undefined> {
  return (await selectSuggestedIndexes(tx, sql`where s.id = ${id} for update`))[0];
}

/** As SQL, of a row `s`: whether its index was begun, and is there without being valid. */
const HAS_LEFTOVER = sql`s.started_at is not null and exists (
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = s.table_schema
    join pg_index i on i.indexrelid = c.oid and not i.indisvalid and i.indrelid = ${BEGUN_ON} join pg_am m on m.oid = c.relam
  where c.relname = s.index_name and ${hasKeys(sql`s.method`, sql`s.keys`)})`;

/** Those that were begun and left without a valid index, which nobody makes now. */
export async function listAbandoned(db: Database): Promise<SuggestedIndex[]> {
  return selectSuggestedIndexes(db, sql`where s.status <> 'IN_PROGRESS' and ${HAS_LEFTOVER}`);
}

async function selectSuggestedIndexes(db: Database, rest: RawBuilder<unknown>): Promise<SuggestedIndex[]> {
  const { rows } = await sql<SuggestedIndex>`
    select s.id, s.table_schema as schema, s.table_name as table, s.index_name as name, s.method, s.keys, s.status, s.requested_by as "requestedBy",
      s.started_at is not null as "isBegun", s.table_oid as "tableOid", ${CREATE_STATEMENT} as "createStatement",
      format('DROP INDEX CONCURRENTLY IF EXISTS %I.%I', s.table_schema, s.index_name) as "dropStatement"
    from index_suggestions s ${rest}`.execute(db);
  return rows;
}

/**
 * Whose job is over without having said how it ended was cancelled while it waited, or given up.
 * @returns whether there was any
 */
export async function settleEnded(db: Database, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update index_suggestions s set status = case when r.state = 'FAILED' then 'FAILED' else 'PENDING' end, error = r.error, progress_text = null, progress_percent = 0,
      finished_at = case when r.state = 'FAILED' then ${now}::timestamptz end, run_id = null
    from index_suggestions t left join job_runs r on r.id = t.run_id
    where s.id = t.id and s.status = 'IN_PROGRESS' and (r.id is null or r.finished_at is not null)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** @returns false when another one is in progress already */
export async function setInProgress(tx: Database, id: number, { runId, requestedBy }: { runId: number; requestedBy: number | null }): Promise<boolean> {
  try {
    await sql`update index_suggestions set status = 'IN_PROGRESS', run_id = ${runId}, requested_by = ${requestedBy}, progress_percent = 0, progress_text = 'Waiting to begin',
      error = null, finished_at = null, measured_percent = null, measure_note = null, measured_at = null where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (violatesUnique(error, 'index_suggestions_one_in_progress')) return false;
    throw error;
  }
}

/** A suggestion that failed waits again, with what was wrong the last time. */
export async function setPendingAgain(tx: Database, id: number): Promise<void> {
  await sql`update index_suggestions set status = 'PENDING', finished_at = null, progress_percent = 0, run_id = null where id = ${id}`.execute(tx);
}

export async function setStatus(db: Database, id: number, status: 'PENDING' | 'IGNORED'): Promise<void> {
  await sql`update index_suggestions set status = ${status}, progress_percent = 0, progress_text = null, run_id = null where id = ${id}`.execute(db);
}

/** What is told of an invalid index while somebody is in the way of its drop. */
export const LEFT_INVALID = 'The invalid index that it left could not be dropped yet; that is tried again every hour';

/** Its creation was cancelled. @param error what of it could not be undone */
export async function setCancelled(db: Database, id: number, error: string | undefined): Promise<void> {
  await sql`update index_suggestions set status = 'PENDING', error = ${error ?? null}, progress_percent = 0, progress_text = null, run_id = null where id = ${id}`.execute(
    db,
  );
}

/** A build that begins anew begins at nothing. */
export async function markBegun(db: Database, id: number, now: Date): Promise<void> {
  await sql`update index_suggestions set started_at = ${now}, progress_percent = 0,
    table_oid = to_regclass(format('%I.%I', table_schema, table_name))::oid::bigint where id = ${id}`.execute(db);
}

/** Gives it a name of its own, where something else bears the one that it has. */
export async function setFreeName(db: Database, id: number): Promise<void> {
  await sql`update index_suggestions s set started_at = null, index_name = (
      select named.name from generate_series(2, 1000) nth cross join lateral (select left(s.index_name, 58) || '_' || nth as name) named
      where not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = s.table_schema and c.relname = named.name)
        and not exists (select from index_suggestions o where o.table_schema = s.table_schema and o.index_name = named.name)
      order by nth limit 1)
    where id = ${id}`.execute(db);
}

/** Nothing of it is left: an index of its name that comes later is somebody else's. */
export async function markDropped(db: Database, id: number): Promise<void> {
  await sql`update index_suggestions set started_at = null, table_oid = null, error = nullif(error, ${LEFT_INVALID}) where id = ${id}`.execute(db);
}

/** Progress never goes back while one build goes on. */
export async function saveBuildProgress(db: Database, id: number, { percent, text }: { percent: number; text: string }): Promise<void> {
  await sql`update index_suggestions set progress_percent = greatest(progress_percent, ${percent}::smallint), progress_text = ${text}
    where id = ${id} and status = 'IN_PROGRESS'`.execute(db);
}

/** The index is there: from here on its gain counts. */
export async function setCompleted(db: Database, id: number, now: Date): Promise<void> {
  await sql`update index_suggestions set status = 'COMPLETED', started_at = null, table_oid = null, finished_at = ${now}, progress_percent = 100, progress_text = null, error = null where id = ${id}`.execute(
    db,
  );
}

export async function setFailed(db: Database, id: number, { error, now }: { error: string; now: Date }): Promise<void> {
  await sql`update index_suggestions set status = 'FAILED', error = ${error}, finished_at = ${now}, progress_text = null where id = ${id}`.execute(db);
}

/** A suggestion that was not there before. */
export interface Added {
  readonly id: number;
  readonly name: string;
  readonly table: string;
  readonly percent: number;
}

/**
 * Keeps what an analysis found. What was found before has its newest figures; what was made and is gone is suggested anew,
 * without what was measured of the one that is gone; what is ignored stays so, and what failed stays with its reason.
 * @returns those that are new
 */
export async function saveAdvice(tx: Database, advice: readonly Advice[], now: Date): Promise<Added[]> {
  const added: Added[] = [];
  for (const one of advice) {
    const { candidate } = one;
    const { rows } = await sql<{ id: number; name: string; is_new: boolean }>`
      insert into index_suggestions as s (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at)
      values (${candidate.schema}, ${candidate.table}, ${indexName(candidate)}, ${candidate.method}, ${candidate.keys}::text[], ${one.estimate}, ${one.percent},
        ${one.bytes}, ${one.table.writes}, ${now})
      on conflict (table_schema, table_name, method, keys) do update set estimate = excluded.estimate, improvement_percent = excluded.improvement_percent,
        size_bytes = excluded.size_bytes, writes = excluded.writes, found_at = excluded.found_at,
        status = case when s.status = 'COMPLETED' then 'PENDING' else s.status end,
        measured_percent = null, measure_note = null, measured_at = null, finished_at = case when s.status = 'COMPLETED' then null else s.finished_at end
      where s.status <> 'IN_PROGRESS'
      returning s.id, s.index_name as name, xmax = 0 as is_new`.execute(tx);
    const [saved] = rows;
    if (saved === undefined) continue;
    if (saved.is_new) added.push({ id: saved.id, name: saved.name, table: candidate.table, percent: one.percent });
    await saveStatements(tx, saved.id, one);
  }
  return added;
}

async function saveStatements(tx: Database, id: number, { uses }: Advice): Promise<void> {
  await sql`delete from index_suggestion_statements where suggestion_id = ${id}`.execute(tx);
  for (const { judged, costAfter, percent } of uses) {
    const { fingerprint, queryIds, shown, calls, totalMs } = judged.statement;
    await sql`insert into index_suggestion_statements (suggestion_id, fingerprint, query_ids, pattern, calls, total_ms, cost_before, cost_after, improvement_percent, is_generic)
      values (${id}, ${fingerprint}, ${queryIds}::text[], ${shown}, ${calls}, ${totalMs}, ${judged.before.cost}, ${costAfter}, ${percent}, ${isGeneric(judged.planned)})`.execute(
      tx,
    );
  }
}

/** What people said that they do not want. */
export async function listIgnored(db: Database): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select table_schema as schema, table_name as "table", method, keys from index_suggestions where status = 'IGNORED'`.execute(db);
  return rows;
}

/**
 * Forgets waiting suggestions whose table is gone, that an index or a newly found suggestion covers, or that an analysis did
 * not find again though it knew all of their statements. What failed goes with its table alone: somebody has to hear why.
 * One whose creation left an invalid index behind stays until that is dropped: nobody else would know whose it is.
 * @returns how many
 */
export async function dropOvertaken(
  tx: Database,
  tables: readonly AdvisedTable[],
  { advice, known }: { readonly advice: readonly Advice[]; readonly known: ReadonlySet<string> },
): Promise<number> {
  const { rows } = await sql<Candidate & { id: number; status: SuggestionStatus; fingerprints: string[] }>`
    select id, table_schema as schema, table_name as "table", method, keys, status,
      array(select q.fingerprint from index_suggestion_statements q where q.suggestion_id = s.id) as fingerprints
    from index_suggestions s where status in ('PENDING', 'FAILED') and not (${HAS_LEFTOVER}) for update`.execute(tx);
  const found = new Set(advice.map(({ candidate }) => candidateId(candidate)));
  const overtaken = rows.filter((row) => {
    const table = tables.find(({ schema, name }) => schema === row.schema && name === row.table);
    if (table === undefined) return true;
    if (row.status === 'FAILED') return false;
    if (isCovered(row, table.indexes)) return true;
    if (found.has(candidateId(row))) return false;
    if (row.fingerprints.every((one) => known.has(one))) return true;
    const others = advice.filter(({ candidate }) => candidate.schema === row.schema && candidate.table === row.table);
    return isCovered(
      row,
      others.map(({ candidate }) => ({ ...candidate, isPartial: false })),
    );
  });
  await sql`delete from index_suggestions where id = any(${overtaken.map(({ id }) => id)}::bigint[])`.execute(tx);
  return overtaken.length;
}

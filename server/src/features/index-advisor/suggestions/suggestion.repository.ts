import type { SuggestionStatus } from '@stowage/contract/index-advisor/suggestion-statuses';
import { type RawBuilder, sql } from 'kysely';
import { type Database, violatesUnique } from '../../../platform/database/connection/connect.ts';
import { type Candidate, candidateId, isCovered } from '../analysis/candidate.rules.ts';
import { indexName } from '../analysis/index-name.rules.ts';
import type { Advice } from '../analysis/selection.ts';
import { isGeneric } from '../analysis/what-if.repository.ts';
import { type AdvisedTable, hasKeys } from '../statements/table.read-model.ts';

/** A suggestion with the data to create its index. */
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
  /** Whether the creation has started, so that an invalid index of this name belongs to the suggestion. */
  readonly isBegun: boolean;
  /** The OID of the table at the start of the creation, which survives a rename; null before. */
  readonly tableOid: number | null;
}

/** SQL of a row `s`. */
export const CREATE_STATEMENT = sql<string>`format('CREATE INDEX CONCURRENTLY %I ON %I.%I%s (%s)', s.index_name, s.table_schema, s.table_name,
  case when s.method = 'btree' then '' else ' USING ' || s.method end, array_to_string(s.keys, ', '))`;

/** SQL of a row `s`: the OID of the table at the start of the creation. */
const BEGUN_ON = sql`coalesce(s.table_oid::oid, to_regclass(format('%I.%I', s.table_schema, s.table_name)))`;

export async function findSuggestedIndex(db: Database, id: number): Promise<SuggestedIndex | undefined> {
  return (await selectSuggestedIndexes(db, sql`where s.id = ${id}`))[0];
}

/** Locks a suggestion for a decision of a person. */
export async function lockSuggestedIndex(tx: Database, id: number): Promise<SuggestedIndex | undefined> {
  return (await selectSuggestedIndexes(tx, sql`where s.id = ${id} for update`))[0];
}

/** SQL of a row `s`: whether its creation has left an invalid index. */
const HAS_LEFTOVER = sql`s.started_at is not null and exists (
  select from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = s.table_schema
    join pg_index i on i.indexrelid = c.oid and not i.indisvalid and i.indrelid = ${BEGUN_ON} join pg_am m on m.oid = c.relam
  where c.relname = s.index_name and ${hasKeys(sql`s.method`, sql`s.keys`)})`;

/** The suggestions with an invalid index whose creation has ended. */
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
 * Updates suggestions whose job ended without recording it, because it was canceled while queued or has failed permanently.
 * @returns whether any suggestion changed
 */
export async function closeEnded(db: Database, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update index_suggestions s set status = case when r.state = 'FAILED' then 'FAILED' else 'PENDING' end, error = r.error, progress_text = null, progress_percent = 0,
      finished_at = case when r.state = 'FAILED' then ${now}::timestamptz end, run_id = null
    from index_suggestions t left join job_runs r on r.id = t.run_id
    where s.id = t.id and s.status = 'IN_PROGRESS' and (r.id is null or r.finished_at is not null)`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/** @returns false when another creation is in progress */
export async function setInProgress(tx: Database, id: number, { runId, requestedBy }: { runId: number; requestedBy: number | null }): Promise<boolean> {
  try {
    await sql`update index_suggestions set status = 'IN_PROGRESS', run_id = ${runId}, requested_by = ${requestedBy}, progress_percent = 0, progress_text = 'Waiting to start',
      error = null, finished_at = null, measured_percent = null, measure_note = null, measured_at = null where id = ${id}`.execute(tx);
    return true;
  } catch (error) {
    if (violatesUnique(error, 'index_suggestions_one_in_progress')) return false;
    throw error;
  }
}

/** Makes a suggestion pending and keeps the error of the last attempt. */
export async function setPendingAgain(tx: Database, id: number): Promise<void> {
  await sql`update index_suggestions set status = 'PENDING', finished_at = null, progress_percent = 0, run_id = null where id = ${id}`.execute(tx);
}

export async function setStatus(db: Database, id: number, status: 'PENDING' | 'IGNORED'): Promise<void> {
  await sql`update index_suggestions set status = ${status}, progress_percent = 0, progress_text = null, run_id = null where id = ${id}`.execute(db);
}

/** The error while a lock prevents the drop of an invalid index. */
export const LEFT_INVALID = 'The invalid index could not be dropped yet; another attempt follows every hour';

/** Records a canceled creation. @param error the cleanup that failed */
export async function setCanceled(db: Database, id: number, error: string | undefined): Promise<void> {
  await sql`update index_suggestions set status = 'PENDING', error = ${error ?? null}, progress_percent = 0, progress_text = null, run_id = null where id = ${id}`.execute(
    db,
  );
}

/** Records the start of a build, with no progress. */
export async function markBegun(db: Database, id: number, now: Date): Promise<void> {
  await sql`update index_suggestions set started_at = ${now}, progress_percent = 0,
    table_oid = to_regclass(format('%I.%I', table_schema, table_name))::oid::bigint where id = ${id}`.execute(db);
}

/** Chooses an unused name when another index has the current one. */
export async function setFreeName(db: Database, id: number): Promise<void> {
  await sql`update index_suggestions s set started_at = null, index_name = (
      select named.name from generate_series(2, 1000) nth cross join lateral (select left(s.index_name, 58) || '_' || nth as name) named
      where not exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = s.table_schema and c.relname = named.name)
        and not exists (select from index_suggestions o where o.table_schema = s.table_schema and o.index_name = named.name)
      order by nth limit 1)
    where id = ${id}`.execute(db);
}

/** Records that nothing is left of the build: a later index of this name is not the advisor's. */
export async function markDropped(db: Database, id: number): Promise<void> {
  await sql`update index_suggestions set started_at = null, table_oid = null, error = nullif(error, ${LEFT_INVALID}) where id = ${id}`.execute(db);
}

/** Stores the progress, which never decreases during a build. */
export async function saveBuildProgress(db: Database, id: number, { percent, text }: { percent: number; text: string }): Promise<void> {
  await sql`update index_suggestions set progress_percent = greatest(progress_percent, ${percent}::smallint), progress_text = ${text}
    where id = ${id} and status = 'IN_PROGRESS'`.execute(db);
}

/** Records a created index; its gain is measured from this moment. */
export async function setCompleted(db: Database, id: number, now: Date): Promise<void> {
  await sql`update index_suggestions set status = 'COMPLETED', started_at = null, table_oid = null, finished_at = ${now}, progress_percent = 100, progress_text = null, error = null where id = ${id}`.execute(
    db,
  );
}

export async function setFailed(db: Database, id: number, { error, now }: { error: string; now: Date }): Promise<void> {
  await sql`update index_suggestions set status = 'FAILED', error = ${error}, finished_at = ${now}, progress_text = null where id = ${id}`.execute(db);
}

/** A new suggestion. */
export interface Added {
  readonly id: number;
  readonly name: string;
  readonly table: string;
  readonly percent: number;
}

/**
 * Stores the result of an analysis. Known suggestions get the new figures; a created index that no longer exists becomes
 * pending again without its measurements; ignored and failed suggestions keep their status.
 * @returns the new suggestions
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

/** The ignored suggestions. */
export async function listIgnored(db: Database): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`
    select table_schema as schema, table_name as "table", method, keys from index_suggestions where status = 'IGNORED'`.execute(db);
  return rows;
}

/**
 * Deletes pending suggestions whose table no longer exists, that an index or a new suggestion covers, or that an analysis of all
 * their statements did not find again. Failed suggestions are deleted only with their table, so that people can read the error.
 * A suggestion with an invalid index stays until the index is dropped.
 * @returns how many
 */
export async function deleteObsolete(
  tx: Database,
  tables: readonly AdvisedTable[],
  { advice, known }: { readonly advice: readonly Advice[]; readonly known: ReadonlySet<string> },
): Promise<number> {
  const { rows } = await sql<Candidate & { id: number; status: SuggestionStatus; fingerprints: string[] }>`
    select id, table_schema as schema, table_name as "table", method, keys, status,
      array(select q.fingerprint from index_suggestion_statements q where q.suggestion_id = s.id) as fingerprints
    from index_suggestions s where status in ('PENDING', 'FAILED') and not (${HAS_LEFTOVER}) for update`.execute(tx);
  const found = new Set(advice.map(({ candidate }) => candidateId(candidate)));
  const obsolete = rows.filter((row) => {
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
  await sql`delete from index_suggestions where id = any(${obsolete.map(({ id }) => id)}::bigint[])`.execute(tx);
  return obsolete.length;
}

import type { AuditEntry, AuditFilter } from '@stowage/contract/audit-log/audit-log';
import { addDays } from '@stowage/contract/formats/day';
import { type RawBuilder, sql } from 'kysely';
import { AppError } from '../../platform/app-error.ts';
import type { Database } from '../../platform/database/connection/connect.ts';
import { dayStart } from '../../platform/formats/zone-day.ts';
import { nameEntries } from './entry-name.read-model.ts';
import { HISTORY_SOURCES, type HistorySource } from './history-source.read-model.ts';

interface Row {
  source: number;
  id: string;
  moment: string;
  actor_id: number | null;
  request_id: string | null;
  action: string;
  record_kind: string;
  record_id: string | null;
  records: number;
  before: AuditEntry['before'];
  after: AuditEntry['after'];
}

/** An entry and its cursor. */
export type ListedEntry = AuditEntry & { readonly cursor: string };

/**
 * Lists a page of entries from all sources after the cursor, newest first.
 * Plan: reads at most a page of each source backwards over the index of its most selective filter, each of which ends in
 * (at, id), then merges them. With a million entries and a million movements every combination of filters took at most 21 ms.
 */
export async function listEntries(db: Database, filter: AuditFilter, { after, limit }: { after: string | undefined; limit: number }): Promise<ListedEntry[]> {
  const parts = HISTORY_SOURCES.flatMap((source, index) => {
    const wanted = conditionsOf(source, filter);
    return wanted === undefined
      ? []
      : [partOf(source, index, { wanted: [...wanted, ...afterCursor(source, index, after)], isOfSystem: filter.actor === 0, limit })];
  });
  if (parts.length === 0) return [];
  const { rows } = await sql<Row>`
    select source, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment, actor_id, request_id, action, record_kind, record_id, records, before, after
    from (${sql.join(parts, sql` union all `)}) e order by e.at desc, e.source desc, e.position limit ${limit}`.execute(db);
  return nameEntries(db, rows.map(toEntry));
}

interface Part {
  readonly wanted: readonly RawBuilder<unknown>[];
  readonly isOfSystem: boolean;
  readonly limit: number;
}

function partOf(source: HistorySource, index: number, { wanted, isOfSystem, limit }: Part): RawBuilder<unknown> {
  // For entries of the system, the planner uses the index order only if the actor is part of it.
  const order = sql`${isOfSystem ? sql`${source.actor} desc,` : sql``} ${source.at} desc, ${source.id} desc`;
  return sql`(select ${sql.lit(index)}::int as source, ${source.id}::text as id, ${source.at} as at, ${source.actor} as actor_id,
      ${source.requestId ?? sql`null::text`} as request_id, ${source.action}::text as action,
      ${source.kind === undefined ? sql`t.record_kind` : sql`${sql.lit(source.kind)}::text`} as record_kind, ${source.record}::text as record_id,
      ${source.records ?? sql`1`} as records, ${source.before} as before, ${source.after} as after,
      row_number() over (order by ${order}) as position
    from ${sql.table(source.table)} t where ${sql.join(wanted, sql` and `)} order by ${order} limit ${limit})`;
}

/** @returns undefined when no row of the source can match */
function conditionsOf(source: HistorySource, { actor, by, kind, record, action, from, to, timeZone }: AuditFilter): RawBuilder<unknown>[] | undefined {
  if (kind !== undefined && source.kind !== undefined && source.kind !== kind) return undefined;
  if (action !== undefined && source.onlyAction !== undefined && source.onlyAction !== action) return undefined;
  const isNumber = record !== undefined && /^\d{1,18}$/.test(record);
  if (record !== undefined && source.recordType === 'bigint' && !isNumber) return undefined;
  return [
    source.rows ?? sql`true`,
    ...(actor === undefined ? [] : [actor === 0 ? sql`${source.actor} is null` : sql`${source.actor} = ${actor}`]),
    ...(by === undefined ? [] : [sql`${source.actor} is not null and not ${source.exports ?? sql`false`}`]),
    ...(kind === undefined || source.kind !== undefined ? [] : [sql`t.record_kind = ${kind}`]),
    ...(record === undefined ? [] : [source.recordType === 'bigint' ? sql`${source.record} = ${record}::bigint` : sql`${source.record} = ${record}`]),
    ...(action === undefined || source.onlyAction !== undefined ? [] : [sql`${source.action} = ${action}`, isUncommon(source, action)]),
    ...(from === undefined ? [] : [sql`${source.at} >= ${dayStart(from, timeZone)}`]),
    ...(to === undefined ? [] : [sql`${source.at} < ${dayStart(addDays(to, 1), timeZone)}`]),
  ];
}

/** Names the condition of the index of the uncommon actions, which a parameter's value can't imply. */
function isUncommon({ action, commonAction }: HistorySource, wanted: string): RawBuilder<unknown> {
  return commonAction === undefined || wanted === commonAction ? sql`true` : sql`${action} <> ${sql.lit(commonAction)}`;
}

const ID_TEXT = { bigint: /^\d{1,18}$/, uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i } as const;

/** Compares the database's timestamps, which are finer than JavaScript's. */
function afterCursor({ at, id, idType }: HistorySource, index: number, after: string | undefined): RawBuilder<unknown>[] {
  if (after === undefined) return [];
  const [moment, source = '', lastId = ''] = after.split('~');
  const of = Number(source);
  if (index === of && !ID_TEXT[idType].test(lastId)) throw new AppError('invalid_input', 'after: This is not the cursor of a page');
  if (index === of) return [sql`(${at}, ${id}) < (${moment}::timestamptz, ${lastId}::text::${sql.raw(idType)})`];
  return [index < of ? sql`${at} <= ${moment}::timestamptz` : sql`${at} < ${moment}::timestamptz`];
}

function toEntry(row: Row): ListedEntry {
  // Tables with a single row have the key `true`.
  const recordId = row.record_id === 'true' ? null : row.record_id;
  return {
    id: `${row.source}-${row.id}`,
    cursor: `${row.moment}~${row.source}~${row.id}`,
    at: new Date(row.moment).toISOString(),
    actorId: row.actor_id,
    actorName: null,
    apiKey: null,
    requestId: row.request_id,
    action: row.action,
    recordKind: row.record_kind,
    recordId,
    recordName: null,
    records: row.records,
    before: row.before,
    after: row.after,
  };
}

/** Lists the people, kinds and actions with entries. Plan: one index lookup for each value. */
export async function listFilters(db: Database): Promise<{ actors: { id: number; name: string }[]; kinds: string[]; actions: string[] }> {
  const acted = HISTORY_SOURCES.map(({ table, actor, rows }) => sql`exists (select from ${sql.table(table)} t where ${actor} = u.id and ${rows ?? sql`true`})`);
  const { rows: actors } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where ${sql.join(acted, sql` or `)} order by lower(u.name), u.id`.execute(db);
  const [kinds, actions] = [new Set(await distinct(db, 'audit_entries', 'record_kind')), new Set(await distinct(db, 'audit_entries', 'action'))];
  for (const source of HISTORY_SOURCES) {
    if (source.kind === undefined || !(await isFilled(db, source))) continue;
    kinds.add(source.kind);
    for (const action of source.onlyAction === undefined ? await actionsOf(db, source) : [source.onlyAction]) actions.add(action);
  }
  return { actors, kinds: [...kinds].sort(), actions: [...actions].sort() };
}

async function isFilled(db: Database, { table, rows }: HistorySource): Promise<boolean> {
  const { rows: found } = await sql`select 1 from ${sql.table(table)} t where ${rows ?? sql`true`} limit 1`.execute(db);
  return found.length > 0;
}

async function actionsOf(db: Database, { table, action, actionColumn, commonAction }: HistorySource): Promise<string[]> {
  // A table with rows has some of the common action.
  if (actionColumn !== undefined) return [...(commonAction === undefined ? [] : [commonAction]), ...(await distinct(db, table, actionColumn, commonAction))];
  // Only the small table of mailed links has no action column.
  const { rows } = await sql<{ action: string }>`select distinct ${action} as action from ${sql.table(table)} t`.execute(db);
  return rows.map((row) => row.action);
}

/** @param except a value that the column's index leaves out */
async function distinct(db: Database, table: string, column: string, except?: string): Promise<string[]> {
  const name = sql.ref(column);
  const isIndexed = except === undefined ? sql`true` : sql`${name} <> ${sql.lit(except)}`;
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${name} from ${sql.table(table)} where ${isIndexed} order by ${name} limit 1)
      union all
      select (select ${name} from ${sql.table(table)} where ${name} > found.value and ${isIndexed} order by ${name} limit 1) from found where found.value is not null
    )
    select value from found where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

import type { AuditEntry, AuditFilter } from '@stowage/contract/audit-log';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../platform/database/connect.ts';

interface Row {
  id: number;
  at: Date;
  actor_id: number | null;
  actor_name: string | null;
  request_id: string | null;
  action: string;
  record_kind: string;
  record_id: string | null;
  records: number;
  before: AuditEntry['before'];
  after: AuditEntry['after'];
}

/**
 * A page of entries, newest first, from behind the entry `after`.
 * Plan: backwards over the index of the narrowest filter, each of which ends in (at, id); it reads a page and no more.
 */
export async function listEntries(db: Database, filter: AuditFilter, { after, limit }: { after: number | undefined; limit: number }): Promise<AuditEntry[]> {
  const { rows } = await sql<Row>`
    select e.id, e.at, e.actor_id, u.name as actor_name, e.request_id, e.action, e.record_kind, e.record_id, e.records, e.before, e.after
    from audit_entries e left join users u on u.id = e.actor_id
    where ${sql.join([...conditions(filter), ...(after === undefined ? [] : [behind(after)])], sql` and `)}
    order by e.at desc, e.id desc limit ${limit}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actor_id,
    actorName: row.actor_name,
    requestId: row.request_id,
    action: row.action,
    recordKind: row.record_kind,
    recordId: row.record_id,
    records: row.records,
    before: row.before,
    after: row.after,
  }));
}

function conditions({ actor, kind, record, action, from, to }: AuditFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(actor === undefined ? [] : [actor === 0 ? sql`e.actor_id is null` : sql`e.actor_id = ${actor}`]),
    ...(kind === undefined ? [] : [sql`e.record_kind = ${kind}`]),
    ...(record === undefined ? [] : [sql`e.record_id = ${record}`]),
    ...(action === undefined ? [] : [sql`e.action = ${action}`]),
    ...(from === undefined ? [] : [sql`e.at >= ${from}::timestamp at time zone 'UTC'`]),
    ...(to === undefined ? [] : [sql`e.at < (${to}::timestamp + interval '1 day') at time zone 'UTC'`]),
  ];
}

/** By the time as the database has it, which is finer than ours. */
function behind(id: number): RawBuilder<unknown> {
  return sql`(e.at, e.id) < (select at, id from audit_entries where id = ${id})`;
}

/** Who and what there are entries of; each value is looked up in an index, however many entries it has. */
export async function listFilters(db: Database): Promise<{ actors: { id: number; name: string }[]; kinds: string[]; actions: string[] }> {
  const { rows: actors } = await sql<{ id: number; name: string }>`
    select u.id, u.name from users u where exists (select from audit_entries e where e.actor_id = u.id) order by lower(u.name), u.id`.execute(db);
  return { actors, kinds: await distinct(db, 'record_kind'), actions: await distinct(db, 'action') };
}

async function distinct(db: Database, column: 'record_kind' | 'action'): Promise<string[]> {
  const name = sql.ref(column);
  const { rows } = await sql<{ value: string }>`
    with recursive found (value) as (
      (select ${name} from audit_entries order by ${name} limit 1)
      union all
      select (select ${name} from audit_entries where ${name} > found.value order by ${name} limit 1) from found where found.value is not null
    )
    select value from found where value is not null`.execute(db);
  return rows.map(({ value }) => value);
}

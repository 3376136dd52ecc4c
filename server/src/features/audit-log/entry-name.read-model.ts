import type { AuditEntry } from '@stowage/contract/audit-log/audit-log';
import type { Database } from '../../platform/database/connection/connect.ts';

/** Kinds whose record id is or begins with a user id: `7`, `7 job-failed`. */
const PERSON_KINDS: ReadonlySet<string> = new Set(['users', 'sessions', 'user_settings', 'notification_channels']);
/** Fields that contain a user id. */
const PERSON_FIELD = /(^|_)(user|actor|assignee|owner|creator)_id$|_by$/;

/** Adds the current names of the people and of the API keys to the entries. */
export async function nameEntries<E extends AuditEntry>(db: Database, entries: readonly E[]): Promise<E[]> {
  return nameKeys(db, await namePeople(db, entries));
}

/** The call of a key has the request id `key-7:…`. */
async function nameKeys<E extends AuditEntry>(db: Database, entries: readonly E[]): Promise<E[]> {
  const keyOf = ({ requestId }: AuditEntry) => /^key-(\d{1,15}):(.*)$/.exec(requestId ?? '') ?? [];
  const ids = new Set(entries.flatMap((entry) => keyOf(entry).slice(1, 2)));
  if (ids.size === 0) return [...entries];
  const rows = await db
    .selectFrom('api_keys')
    .select(['id', 'name'])
    .where('id', 'in', [...ids].map(Number))
    .execute();
  const names = new Map(rows.map(({ id, name }) => [String(id), name]));
  return entries.map((entry) => {
    const [, id, requestId] = keyOf(entry);
    return id === undefined ? entry : { ...entry, requestId: requestId ?? null, apiKey: names.get(id) ?? `Key ${id}` };
  });
}

async function namePeople<E extends AuditEntry>(db: Database, entries: readonly E[]): Promise<E[]> {
  const ids = new Set(entries.flatMap((entry) => [entry.actorId, personOf(entry), ...fieldsOf(entry)]).filter((id) => typeof id === 'number'));
  if (ids.size === 0) return [...entries];
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute();
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const named = (record: AuditEntry['before']) =>
    record && Object.fromEntries(Object.entries(record).map(([field, value]) => [field, isPerson(field, value) ? (names.get(value) ?? value) : value]));
  return entries.map((entry) => ({
    ...entry,
    actorName: names.get(entry.actorId ?? 0) ?? null,
    recordName: names.get(personOf(entry) ?? 0) ?? null,
    before: named(entry.before),
    after: named(entry.after),
  }));
}

function personOf({ recordKind, recordId }: AuditEntry): number | undefined {
  if (recordId === null || !PERSON_KINDS.has(recordKind)) return undefined;
  const id = Number(recordId.split(' ')[0]);
  return Number.isSafeInteger(id) ? id : undefined;
}

function fieldsOf({ before, after }: AuditEntry): unknown[] {
  return [before, after].flatMap((record) =>
    Object.entries(record ?? {})
      .filter(([field, value]) => isPerson(field, value))
      .map(([, value]) => value),
  );
}

function isPerson(field: string, value: unknown): value is number {
  return typeof value === 'number' && PERSON_FIELD.test(field);
}

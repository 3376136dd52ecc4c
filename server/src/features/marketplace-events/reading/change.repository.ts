import { HOUR_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { queueTask } from '../../../platform/jobs/queue-task.ts';

/** The queue's task that reads changed records. */
export const READ_CHANGES_TASK = 'read-marketplace-changes';

export interface Change {
  readonly subject: string;
  readonly at: Date;
}

export interface KindChange extends Change {
  readonly kind: string;
  /** The SKU of each unit that the event announces. */
  readonly skus?: readonly string[];
}

/**
 * Remembers that records must be read, and their announced units. A newer event of a record replaces an older one.
 * In one order, so that two processes don't wait for each other.
 * @param changes at most one of each record
 * @returns the SKUs of the units that were announced before
 */
export async function rememberChanges(tx: Database, changes: readonly KindChange[]): Promise<{ kind: string; sku: string }[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<{ kind: string; sku: string }>`
    with remembered as (
      insert into marketplace_reads as r (kind, subject, event_at, skus)
      select kind, subject, at, skus from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as i (kind text, subject text, at timestamptz, skus text[])
      order by kind collate "C", subject collate "C"
      on conflict (kind, subject) do update set version = r.version + 1, event_at = greatest(r.event_at, excluded.event_at),
        skus = case when excluded.event_at >= r.event_at then excluded.skus else r.skus end
      returning r.kind, (select old.skus from marketplace_reads old where old.kind = r.kind and old.subject = r.subject) as skus
    )
    select distinct kind, sku from remembered cross join unnest(skus) as sku`.execute(tx);
  return rows;
}

/** A pause that a rate limit needs, which later changes keep; or one of records that failed, which doesn't concern other changes. */
export type ReadingPause = { readonly forLimitMs: number } | { readonly forFailuresMs: number };

/** Queues the reading of a kind of records, once for any number of changes. The readings of a kind run one after another. */
export async function queueReading(tx: Database, kind: string, pause: ReadingPause = { forLimitMs: 0 }): Promise<void> {
  const queue = `${READ_CHANGES_TASK}-${kind}`;
  const [key, inMs] = 'forLimitMs' in pause ? [queue, pause.forLimitMs] : [`${queue}-again`, pause.forFailuresMs];
  await queueTask(tx, READ_CHANGES_TASK, { payload: { kind }, queue, key, keepsTimeWithinMs: inMs <= 0 ? HOUR_MS : 0, inMs });
}

/**
 * The next changes to read together, and how long the first one waits for its time. Those that wait longest come first; one
 * that failed is read alone, so that it can't make others fail, and after a pause that grows.
 * @returns undefined when there are none
 */
export async function findNextChanges(db: Database, { kind, limit, now }: { kind: string; limit: number; now: Date }) {
  const waiting = db.selectFrom('marketplace_reads').select(['subject', 'event_at', 'version', 'failures', 'next_at']).where('kind', '=', kind);
  const inOrder = waiting.orderBy((eb) => eb.fn.coalesce('next_at', 'event_at')).orderBy('subject');
  const isDue = (query: typeof inOrder) => query.where((eb) => eb.or([eb('next_at', 'is', null), eb('next_at', '<=', now)]));
  const first = (await isDue(inOrder).limit(1).executeTakeFirst()) ?? (await inOrder.limit(1).executeTakeFirst());
  if (first === undefined) return undefined;
  const rows = first.failures > 0 ? [first] : await inOrder.where('failures', '=', 0).limit(limit).execute();
  const changes: ListedChange[] = rows.map(({ event_at, next_at: _, ...row }) => ({ ...row, at: event_at }));
  return { changes, inMs: Math.max(0, (first.next_at?.getTime() ?? 0) - now.getTime()) };
}

/** A change on the list of those to read. */
export interface ListedChange extends Change {
  /** Grows with each event, because two events of a record can have the same time. */
  readonly version: number;
  /** In a row. */
  readonly failures: number;
}

/** Locks listed changes in the order in which arriving events change them, so that the two don't wait for each other. */
const locked = (kind: string, changes: readonly Change[]) => sql`(
  select subject from marketplace_reads where kind = ${kind} and subject = any(${changes.map(({ subject }) => subject)}::text[])
  order by subject collate "C" for update)`;

/** Stores why changes could not be read, and when they are tried again. */
export async function postponeChanges(
  tx: Database,
  { kind, changes, error }: { kind: string; changes: readonly (Change & { nextAt: Date })[]; error: string },
): Promise<void> {
  await sql`update marketplace_reads r set failures = r.failures + 1, next_at = i."nextAt", error = ${error}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as i (subject text, "nextAt" timestamptz), ${locked(kind, changes)} k
    where r.kind = ${kind} and r.subject = i.subject and k.subject = r.subject`.execute(tx);
}

export async function hasChanges(db: Database, kind: string): Promise<boolean> {
  return (await db.selectFrom('marketplace_reads').select('kind').where('kind', '=', kind).limit(1).executeTakeFirst()) !== undefined;
}

/** Forgets changes that were read. A record that changed again meanwhile stays. @returns the SKUs of units that are no longer announced */
export async function forgetChanges(db: Database, kind: string, changes: readonly ListedChange[]): Promise<string[]> {
  const { rows } = await sql<{
    skus: string[] | null;
  }>`delete from marketplace_reads r
    using jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as i (subject text, at timestamptz, version bigint), ${locked(kind, changes)} k
    where r.kind = ${kind} and r.subject = i.subject and k.subject = r.subject and r.event_at <= i.at and r.version = i.version returning r.skus`.execute(db);
  return rows.flatMap(({ skus }) => skus ?? []);
}

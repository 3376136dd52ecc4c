import type { BulkKind, BulkRow } from '@stowage/contract/bulk/bulk';
import { INTEGER_MAX } from '@stowage/contract/formats/ids';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../platform/database/connection/connect.ts';

/** With an action's id: held by a step of an action for many records, and by its stop and undo, which take turns. */
const BULK_LOCK = 871_029;

interface NewBulk {
  readonly kind: BulkKind;
  readonly input: unknown;
  readonly requestedBy: number;
  readonly undoesId: number | null;
  readonly now: Date;
}

export async function insertBulk(tx: DatabaseTransaction, { kind, input, requestedBy, undoesId, now }: NewBulk): Promise<number> {
  const { id } = await tx
    .insertInto('bulk_actions')
    .values({ kind, input: JSON.stringify(input), requested_by: requestedBy, undoes_id: undoesId, created_at: now, total: 0 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertRows(tx: DatabaseTransaction, id: number, records: readonly string[], versions: ReadonlyMap<string, string>): Promise<void> {
  await sql`
    insert into bulk_action_rows (bulk_id, position, record, version)
    select ${id}, nth, record, version from unnest(${records}::text[], ${records.map((record) => versions.get(record) ?? null)}::text[])
      with ordinality as r (record, version, nth)`.execute(tx);
  await countRows(tx, id);
}

/** Inserts the rows of an action that can be undone, in their positions: they are worked through backwards. @returns how many */
export async function insertUndoRows(tx: DatabaseTransaction, id: number, undoneId: number): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into bulk_action_rows (bulk_id, position, record, undo)
    select ${id}, position, record, undo from bulk_action_rows
    where bulk_id = ${undoneId} and outcome = 'DONE' and undo is not null and not is_undone`.execute(tx);
  await countRows(tx, id);
  return Number(numAffectedRows ?? 0);
}

async function countRows(tx: DatabaseTransaction, id: number): Promise<void> {
  await sql`update bulk_actions set total = (select count(*) from bulk_action_rows where bulk_id = ${id}) where id = ${id}`.execute(tx);
}

/** Names the job that works on an action. */
export async function setRun(tx: DatabaseTransaction, id: number, runId: number): Promise<void> {
  await tx.updateTable('bulk_actions').set({ run_id: runId }).where('id', '=', id).execute();
}

export interface LockedBulk {
  readonly id: number;
  readonly kind: string;
  readonly input: unknown;
  readonly requestedBy: number;
  readonly undoesId: number | null;
  readonly runId: number | null;
  readonly total: number;
  readonly done: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly isOver: boolean;
}

/** An action, locked: two processes never work on it at the same time. */
export async function lockBulk(tx: DatabaseTransaction, id: number): Promise<LockedBulk | undefined> {
  // Transactions that wait for a row may be overtaken, so that a step would come before a stop that waits.
  await sql`select pg_advisory_xact_lock(${BULK_LOCK}, ${id % INTEGER_MAX}::int)`.execute(tx);
  const { rows } = await sql<LockedBulk>`
    select id, kind, input, requested_by as "requestedBy", undoes_id as "undoesId", run_id as "runId", total, done, unchanged, refused,
      finished_at is not null as "isOver"
    from bulk_actions where id = ${id} for update`.execute(tx);
  return rows[0];
}

export interface OpenRow {
  readonly position: number;
  readonly record: string;
  readonly version: string | null;
  readonly undo: object | null;
}

export async function listOpenRows(tx: DatabaseTransaction, id: number, { limit, isBackwards }: { limit: number; isBackwards: boolean }): Promise<OpenRow[]> {
  return tx
    .selectFrom('bulk_action_rows')
    .select(['position', 'record', 'version', sql<object | null>`undo`.as('undo')])
    .where('bulk_id', '=', id)
    .where('outcome', 'is', null)
    .orderBy('position', isBackwards ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

export interface RowOutcome extends Pick<BulkRow, 'message' | 'reason'> {
  readonly position: number;
  readonly record: string;
  readonly outcome: NonNullable<BulkRow['outcome']>;
  readonly undo: object | null;
}

/** Stores the results of a step, and counts them. @param undoesId the action whose rows were undone */
export async function saveOutcomes(tx: DatabaseTransaction, id: number, outcomes: readonly RowOutcome[], undoesId: number | null): Promise<void> {
  const column = <T>(read: (outcome: RowOutcome) => T) => outcomes.map(read);
  const isUndo = undoesId !== null;
  await sql`
    update bulk_action_rows r set outcome = o.outcome, message = o.message, reason = o.reason, undo = case when ${isUndo} then r.undo else o.undo end
    from unnest(${column(({ position }) => position)}::int[], ${column(({ outcome }) => outcome)}::text[], ${column(({ message }) => message)}::text[],
      ${column(({ reason }) => reason)}::text[], ${column(({ undo }) => undo && JSON.stringify(undo))}::jsonb[]) as o (position, outcome, message, reason, undo)
    where r.bulk_id = ${id} and r.position = o.position`.execute(tx);
  const count = (wanted: RowOutcome['outcome']) => outcomes.filter(({ outcome }) => outcome === wanted).length;
  const undoable = isUndo ? 0 : outcomes.filter(({ outcome, undo }) => outcome === 'DONE' && undo !== null).length;
  await sql`update bulk_actions set done = done + ${count('DONE')}, unchanged = unchanged + ${count('UNCHANGED')}, refused = refused + ${count('REFUSED')},
    undoable = undoable + ${undoable} where id = ${id}`.execute(tx);
  if (undoesId === null) return;
  const undone = outcomes.flatMap(({ outcome, position }) => (outcome === 'REFUSED' ? [] : [position]));
  await sql`update bulk_action_rows set is_undone = true where bulk_id = ${undoesId} and position = any(${undone}::int[])`.execute(tx);
  await sql`update bulk_actions set undoable = undoable - ${undone.length} where id = ${undoesId}`.execute(tx);
}

export async function finishBulk(tx: DatabaseTransaction, id: number, now: Date): Promise<void> {
  await tx.updateTable('bulk_actions').set({ finished_at: now }).where('id', '=', id).where('finished_at', 'is', null).execute();
}

export async function stopBulk(tx: DatabaseTransaction, id: number, now: Date): Promise<void> {
  await tx.updateTable('bulk_actions').set({ stopped_at: now, finished_at: now }).where('id', '=', id).execute();
}

/** The undo of an action that is under way. */
export async function findOpenUndo(tx: Database, undoneId: number): Promise<number | undefined> {
  return (await tx.selectFrom('bulk_actions').select('id').where('undoes_id', '=', undoneId).where('finished_at', 'is', null).executeTakeFirst())?.id;
}

/** Names the action in the transaction: the movements of stock that it records are of this action. */
export async function nameBulk(tx: DatabaseTransaction, id: number): Promise<void> {
  await sql`select set_config('stowage.bulk_id', ${String(id)}, true)`.execute(tx);
}

/** Runs the work for one row; what it wrote before it failed is taken back, and the transaction goes on. */
export async function inSavepoint<T>(tx: DatabaseTransaction, work: () => Promise<T>): Promise<T> {
  await sql`savepoint bulk_row`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint bulk_row`.execute(tx);
    return result;
  } catch (error) {
    // A lost connection can't roll back either; the first error is the one that counts.
    await sql`rollback to savepoint bulk_row`.execute(tx).catch(() => {});
    throw error;
  }
}

export async function deleteBulkBefore(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('bulk_actions').where('created_at', '<', before).execute();
}

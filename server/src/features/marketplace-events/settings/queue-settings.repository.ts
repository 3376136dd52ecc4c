import type { Database } from '../../../platform/database/connection/connect.ts';

export interface StoredQueue {
  readonly url: string;
  readonly region: string;
  /** The encrypted keys; null for those of the machine. */
  readonly sealed: string | null;
  readonly enteredBy: string | null;
  readonly enteredAt: Date;
}

export async function findQueue(db: Database): Promise<StoredQueue | undefined> {
  const row = await db
    .selectFrom('marketplace_queue as q')
    .leftJoin('users as u', 'u.id', 'q.entered_by')
    .select(['q.url', 'q.region', 'q.sealed', 'q.entered_at', 'u.name'])
    .executeTakeFirst();
  return row && { url: row.url, region: row.region, sealed: row.sealed, enteredBy: row.name, enteredAt: row.entered_at };
}

export async function saveQueue(
  tx: Database,
  { url, region, sealed, enteredBy, now }: { url: string; region: string; sealed: string | null; enteredBy: number; now: Date },
): Promise<void> {
  const values = { url, region, sealed, entered_by: enteredBy, entered_at: now };
  await tx
    .insertInto('marketplace_queue')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

export async function deleteQueue(tx: Database): Promise<void> {
  await tx.deleteFrom('marketplace_queue').execute();
}

/** What is known of the previous queue doesn't hold for another one. */
export async function forgetQueueState(tx: Database): Promise<void> {
  await tx.deleteFrom('marketplace_queue_state').execute();
  await tx.deleteFrom('marketplace_subscriptions').execute();
}

interface QueueState {
  readonly arn?: string;
  readonly waiting?: number;
  readonly lastAnswerAt?: Date;
  readonly lastError?: string;
  readonly lastErrorAt?: Date;
}

/** Several processes write it; the latest wins. */
export async function saveQueueState(db: Database, { arn, waiting, lastAnswerAt, lastError, lastErrorAt }: QueueState): Promise<void> {
  const values = {
    ...(arn !== undefined && { arn }),
    ...(waiting !== undefined && { waiting }),
    ...(lastAnswerAt !== undefined && { last_answer_at: lastAnswerAt }),
    ...(lastError !== undefined && { last_error: lastError }),
    ...(lastErrorAt !== undefined && { last_error_at: lastErrorAt }),
  };
  await db
    .insertInto('marketplace_queue_state')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}

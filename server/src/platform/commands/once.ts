import { createHash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { Database, DatabaseTransaction } from '../database/connection/connect.ts';
import { claimKey, findAnswer, type StoredAnswer, storeAnswer } from './idempotency-key.repository.ts';

export interface Command {
  /** Which command, and within which area: `orders.note`. */
  readonly command: string;
  /** The sender's key; without one the command always runs. */
  readonly key: string | null | undefined;
  readonly actorId: number;
  /** All inputs of the command, which are hashed. Other content under the same key is refused. */
  readonly content: unknown;
  /** How a reused key is refused; by default with the reason `client_id_used`. */
  readonly refusal?: () => AppError;
}

/**
 * Runs a command once, however often it is sent: in the same transaction the key is claimed, the work is done and its
 * answer is stored. A repeat waits for the first one and gets its answer; where the work fails, the key is free again.
 * @param work returns the answer, as plain JSON: ids rather than rows, which may have changed until the repeat. `undefined`
 * costs no statement
 * @throws AppError `conflict` when the key was used by another person or for another content
 */
export async function once<T>(tx: DatabaseTransaction, one: Command, work: () => Promise<T>): Promise<T> {
  const { command, key, actorId } = one;
  if (key === null || key === undefined) return work();
  if (await claimKey(tx, { command, key, actorId, digest: digestOf(one) })) {
    const answer = await work();
    if (answer !== undefined) await storeAnswer(tx, { command, key }, answer);
    return answer;
  }
  return sameAnswer<T>(await findAnswer(tx, { command, key }), one);
}

/**
 * For a command that is prepared before its transaction, at some cost: whether it ran before.
 * @returns its answer; undefined for a new command
 * @throws AppError as `once()` does
 */
export async function findRepeat<T>(db: Database, one: Command & { readonly key: string }): Promise<T | undefined> {
  const stored = await findAnswer(db, one);
  return stored && sameAnswer<T>(stored, one);
}

function sameAnswer<T>(stored: StoredAnswer | undefined, { actorId, refusal = keyReused, ...rest }: Command): T {
  const isRepeat = stored?.actorId === actorId && (stored.digest === null || stored.digest.equals(digestOf(rest)));
  if (!isRepeat) throw refusal();
  return (stored.answer ?? undefined) as T;
}

function digestOf({ content }: Pick<Command, 'content'>): Buffer {
  return createHash('sha256')
    .update(JSON.stringify(content) ?? '')
    .digest();
}

function keyReused(): AppError {
  return new AppError('conflict', 'This id was already used for another request', { reason: 'client_id_used' });
}

import { createHash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import type { DatabaseTransaction } from '../database/connect.ts';
import { claimKey, findAnswer, storeAnswer } from './idempotency-key.repository.ts';

interface Command {
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
 * @param work returns the answer, as plain JSON: ids rather than rows, which may have changed until the repeat
 * @throws AppError `conflict` when the key was used by another person or for another content
 */
export async function once<T>(tx: DatabaseTransaction, { command, key, actorId, content, refusal = keyReused }: Command, work: () => Promise<T>): Promise<T> {
  if (key === null || key === undefined) return work();
  const digest = createHash('sha256')
    .update(JSON.stringify(content) ?? '')
    .digest();
  if (await claimKey(tx, { command, key, actorId, digest })) {
    const answer = await work();
    await storeAnswer(tx, { command, key }, answer);
    return answer;
  }
  const stored = await findAnswer(tx, { command, key });
  const isRepeat = stored?.actorId === actorId && (stored.digest === null || stored.digest.equals(digest));
  if (!isRepeat) throw refusal();
  return stored.answer as T;
}

function keyReused(): AppError {
  return new AppError('conflict', 'This id was already used for another request', { reason: 'client_id_used' });
}

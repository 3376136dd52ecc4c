import { createHash } from 'node:crypto';
import { AppError } from '../app-error.ts';
import { refused, written } from '../batches.ts';
import type { Database, DatabaseTransaction } from '../database/connection/connect.ts';
import { claimKeys, findAnswers, freeKeys, type StoredAnswer, storeAnswers } from './idempotency-key.repository.ts';

export interface Command {
  /** Which command, and within which area: `orders.note`. */
  readonly command: string;
  /** The sender's key; without one the command always runs. */
  readonly key: string | null | undefined;
  readonly actorId: number;
  /** All inputs of the command, which are hashed. Other content under the same key is refused. */
  readonly content: unknown;
  /** The content as earlier versions hashed it, so that a repeat whose first call ran before an upgrade is recognized. */
  readonly earlierContent?: unknown;
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
  const [result] = await onceEach<T>(tx, [one], async () => [written(await work())]);
  if (result?.status !== 'fulfilled') throw result?.reason;
  return result.value;
}

/** `once` for a command that is announced to other screens. A repeat writes nothing, so that there is nothing to announce. */
export async function onceOrRepeat<T>(tx: DatabaseTransaction, one: Command, work: () => Promise<T>): Promise<Ran<T>> {
  let isRepeat = true;
  const answer = await once(tx, one, () => {
    isRepeat = false;
    return work();
  });
  return { answer, isRepeat };
}

export interface Ran<T> {
  readonly answer: T;
  /** Whether the command ran before. */
  readonly isRepeat: boolean;
}

/**
 * `once` for commands that arrive together, with different keys: few statements for all of them.
 * @param work does those that did not run before, by their positions. A refusal of one is its result, and frees its key; an
 * error that it throws fails the transaction
 * @returns the result of each command
 */
export async function onceEach<T>(
  tx: DatabaseTransaction,
  commands: readonly Command[],
  work: (fresh: readonly number[]) => Promise<readonly PromiseSettledResult<T>[]>,
): Promise<PromiseSettledResult<T>[]> {
  const results = new Map<number, PromiseSettledResult<T>>();
  const keyed = commands.flatMap((one, nth) => (one.key === null || one.key === undefined ? [] : [{ ...one, nth, key: one.key, digest: digestOf(one) }]));
  const claims = keyed.length === 0 ? [] : await claimKeys(tx, keyed);
  const claimed = keyed.filter((_, at) => claims[at] === true);
  const repeats = keyed.filter((_, at) => claims[at] === false);
  const answers = repeats.length === 0 ? [] : await findAnswers(tx, repeats);
  for (const [at, one] of repeats.entries()) results.set(one.nth, repeatOf<T>(answers[at], one));
  const fresh = commands.flatMap((_, nth) => (results.has(nth) ? [] : [nth]));
  const done = fresh.length === 0 ? [] : await work(fresh);
  for (const [at, nth] of fresh.entries()) results.set(nth, done[at] ?? refused(new Error('The command has no result')));

  const idle = claimed.filter(({ nth }) => results.get(nth)?.status === 'rejected');
  if (idle.length > 0) await freeKeys(tx, idle);
  const answered = claimed.flatMap((one) => {
    const result = results.get(one.nth);
    return result?.status === 'fulfilled' && result.value !== undefined ? [{ ...one, answer: result.value }] : [];
  });
  if (answered.length > 0) await storeAnswers(tx, answered);
  return [...results].sort(([a], [b]) => a - b).map(([, result]) => result);
}

function repeatOf<T>(stored: StoredAnswer | undefined, one: Command): PromiseSettledResult<T> {
  try {
    return written(sameAnswer<T>(stored, one));
  } catch (reason) {
    return refused(reason);
  }
}

/**
 * For a command that is prepared before its transaction, at some cost: whether it ran before.
 * @returns its answer; undefined for a new command
 * @throws AppError as `once()` does
 */
export async function findRepeat<T>(db: Database, one: Command & { readonly key: string }): Promise<T | undefined> {
  const [stored] = await findAnswers(db, [one]);
  return stored && sameAnswer<T>(stored, one);
}

function sameAnswer<T>(stored: StoredAnswer | undefined, { actorId, refusal = keyReused, ...rest }: Command): T {
  const known = [rest.content, ...(rest.earlierContent === undefined ? [] : [rest.earlierContent])];
  const isRepeat = stored?.actorId === actorId && (stored.digest === null || known.some((content) => stored.digest?.equals(digestOf({ content }))));
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

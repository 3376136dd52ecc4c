import { actingAsNobody } from './audit/actor.ts';

/** A batch that takes longer than this, because it waits for a lock, no longer keeps the next one waiting. */
const SLOW_MS = 50;
/** Each batch needs a connection of the pool. */
const MAX_RUNNING = 6;

/**
 * Runs work for calls that arrive together: while one batch is under way, further items wait and then become the next batch.
 * An item that arrives alone runs immediately; no timer delays it. A batch acts for nobody, because its items are of several people.
 * @param run its results are in the order of the items
 * @returns a function that adds an item and resolves or rejects with the item's own result
 */
export function createBatches<Item, Result>(
  maxItems: number,
  run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Result>[]>,
): (item: Item) => Promise<Result> {
  let waiting: { readonly item: Item; readonly resolve: (result: Result | Promise<never>) => void }[] = [];
  let running = 0;
  let slow = 0;

  const startNext = () => {
    if (waiting.length > 0 && running === slow && running < MAX_RUNNING) void runNext();
  };
  const runNext = async () => {
    running++;
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    let isSlow = false;
    const timer = setTimeout(() => {
      isSlow = true;
      slow++;
      startNext();
    }, SLOW_MS);
    const results = await actingAsNobody(() => run(batch.map(({ item }) => item))).catch((reason: unknown) =>
      batch.map(() => ({ status: 'rejected', reason }) as const),
    );
    clearTimeout(timer);
    running--;
    if (isSlow) slow--;
    for (const [nth, { resolve }] of batch.entries()) resolve(resultOf(results[nth]));
    startNext();
  };

  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, resolve });
      startNext();
    });
}

function resultOf<Result>(result: PromiseSettledResult<Result> | undefined): Result | Promise<never> {
  if (result === undefined) return Promise.reject(new Error('The batch has no result for this item'));
  return result.status === 'fulfilled' ? result.value : Promise.reject(result.reason);
}

/** The outcome of an item that must be written without others. */
export const ALONE = 'alone';

export type Written<Result> = PromiseSettledResult<Result> | typeof ALONE;

export const written = <Result>(value: Result): PromiseSettledResult<Result> => ({ status: 'fulfilled', value });
export const refused = (reason: unknown): PromiseRejectedResult => ({ status: 'rejected', reason });

/**
 * Writes the items of a batch in one transaction. If that fails, each is written in one of its own, so that only the failing
 * one fails. An item also gets one of its own when its key is that of an earlier item, or when `write` answers `ALONE`.
 * @param write one transaction; its outcomes are in the order of the items
 */
export async function writeTogether<Item, Result>(
  items: readonly Item[],
  { keyOf, write }: { readonly keyOf: (item: Item) => string | null; readonly write: (items: readonly Item[]) => Promise<readonly Written<Result>[]> },
): Promise<PromiseSettledResult<Result>[]> {
  const writeAlone = async (item: Item): Promise<PromiseSettledResult<Result>> => {
    try {
      const [outcome] = await write([item]);
      return outcome === undefined || outcome === ALONE ? refused(new Error('An item alone has no outcome')) : outcome;
    } catch (reason) {
      return refused(reason);
    }
  };
  const first = firstOfEachKey(items, keyOf);
  const [only] = items;
  const outcomes: readonly Written<Result>[] =
    items.length === 1 && only !== undefined ? [await writeAlone(only)] : await write(first).catch(() => first.map(() => ALONE));
  const outcomeOf = new Map(first.map((item, nth) => [item, outcomes[nth]]));
  const results: PromiseSettledResult<Result>[] = [];
  for (const item of items) {
    const outcome = outcomeOf.get(item) ?? ALONE;
    results.push(outcome === ALONE ? await writeAlone(item) : outcome);
  }
  return results;
}

function firstOfEachKey<Item>(items: readonly Item[], keyOf: (item: Item) => string | null): readonly Item[] {
  const keys = new Set<string>();
  return items.filter((item) => {
    const key = keyOf(item);
    const isFirst = key === null || !keys.has(key);
    if (key !== null) keys.add(key);
    return isFirst;
  });
}

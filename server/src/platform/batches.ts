/** A batch that takes longer than this, because it waits for a lock, no longer keeps the next one waiting. */
const SLOW_MS = 50;
/** Each batch needs a connection of the pool. */
const MAX_RUNNING = 6;

/**
 * Runs work for calls that arrive together: while one batch is under way, further items wait and then become the next batch.
 * An item that arrives alone runs immediately; no timer delays it.
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
    const results = await run(batch.map(({ item }) => item)).catch((reason: unknown) => batch.map(() => ({ status: 'rejected', reason }) as const));
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

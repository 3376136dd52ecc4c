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
  let isRunning = false;

  const runAll = async () => {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxItems);
      waiting = waiting.slice(maxItems);
      const results = await run(batch.map(({ item }) => item)).catch((reason: unknown) => batch.map(() => ({ status: 'rejected', reason }) as const));
      for (const [nth, { resolve }] of batch.entries()) resolve(resultOf(results[nth]));
    }
    isRunning = false;
  };

  return (item) =>
    new Promise((resolve) => {
      waiting.push({ item, resolve });
      if (!isRunning) void runAll();
    });
}

function resultOf<Result>(result: PromiseSettledResult<Result> | undefined): Result | Promise<never> {
  if (result === undefined) return Promise.reject(new Error('The batch has no result for this item'));
  return result.status === 'fulfilled' ? result.value : Promise.reject(result.reason);
}

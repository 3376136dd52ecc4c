import { OPERATIONS, type OperationName } from './operations.ts';
import { type Bucket, emptied, fullBucket, refilled, takeToken, tokensInMs, withRate, withToken } from './token-bucket.rules.ts';

/**
 * A change of a bucket, which is undefined before the first call. It may be made again, when another process was faster.
 * @param now the time of the store, in milliseconds since 1970
 * @returns the bucket itself when nothing changes
 */
export type BucketChange = (bucket: Bucket | undefined, now: number) => Bucket;

/** Stores the token buckets of an account. All processes that call the marketplace share them. */
export interface CallBudget {
  /** Changes the bucket of an operation. No change of it is lost. */
  change(operation: OperationName, change: BucketChange): Promise<void>;
}

/** For a process that calls the marketplace alone. */
export function createMemoryBudget(now: () => number): CallBudget {
  const buckets = new Map<OperationName, Bucket>();
  return {
    async change(operation, change) {
      buckets.set(operation, change(buckets.get(operation), now()));
    },
  };
}

/** The rates of all operations, and what was last seen of the calls that are left. */
export function createLimits(budget: CallBudget, now: () => number) {
  const seen = new Map<OperationName, { readonly bucket: Bucket; readonly aheadMs: number }>();
  const full = (operation: OperationName, at: number) => fullBucket(OPERATIONS[operation].rate, OPERATIONS[operation].burst, at);
  const update = (operation: OperationName, change: (bucket: Bucket, at: number) => Bucket) =>
    budget.change(operation, (stored, at) => {
      const bucket = change(stored ?? full(operation, at), at);
      seen.set(operation, { bucket, aheadMs: at - now() });
      return bucket;
    });
  const rateOf = (operation: OperationName) => seen.get(operation)?.bucket.rate ?? OPERATIONS[operation].rate;
  return {
    rateOf,
    /** @returns milliseconds to wait before calling */
    async take(operation: OperationName): Promise<number> {
      let waitMs = 0;
      await update(operation, (bucket, at) => {
        const taken = takeToken(bucket, at);
        waitMs = taken.waitMs;
        return taken.bucket;
      });
      return waitMs;
    },
    async learn(operation: OperationName, rate: number): Promise<void> {
      // The rate in createFeed's answers is not the limit of listings feeds. A rate that is known costs no statement.
      if (operation === 'createFeed' || !(rate > 0) || rate === rateOf(operation)) return;
      await update(operation, (bucket, at) => withRate(bucket, rate, at));
    },
    putBack: (operation: OperationName) => update(operation, withToken),
    empty: (operation: OperationName) => update(operation, emptied),
    /** @param spare the number of further calls that must be possible then */
    async readyInMs(operation: OperationName, spare = 0): Promise<number> {
      let waitMs = 0;
      await update(operation, (bucket, at) => {
        waitMs = tokensInMs(bucket, 1 + spare, at);
        return bucket;
      });
      return waitMs;
    },
    stateOf(operation: OperationName): Pick<Bucket, 'rate' | 'burst' | 'tokens'> {
      const { bucket, aheadMs } = seen.get(operation) ?? { bucket: full(operation, now()), aheadMs: 0 };
      return { rate: bucket.rate, burst: bucket.burst, tokens: refilled(bucket, now() + aheadMs) };
    },
  };
}

export type Limits = ReturnType<typeof createLimits>;

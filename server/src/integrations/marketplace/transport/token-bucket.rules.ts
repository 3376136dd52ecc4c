/** A token bucket as an immutable value: its tokens at a time. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Tokens per second. */
  readonly rate: number;
  readonly burst: number;
}

/** Clocks of two servers of a database may differ a little. */
const CLOCKS_DIFFER_MS = 10_000;

export function fullBucket(rate: number, burst: number, now: number): Bucket {
  return { tokens: burst, at: now, rate, burst };
}

/**
 * Takes one token. An empty bucket becomes negative, so that the next caller waits longer.
 * @returns the new bucket, and the milliseconds to wait before the call
 */
export function takeToken(bucket: Bucket, now: number): { bucket: Bucket; waitMs: number } {
  const held = refilled(bucket, now);
  const since = now + aheadMs(bucket, now);
  const late = latencyMarginMs(bucket.rate);
  // A waiting caller takes its token when it arrives, so that the bucket then has one.
  const isFull = Math.max(held, 1) >= bucket.burst - (late / 1000) * bucket.rate;
  const waitMs = tokensInMs(bucket, 1, now);
  return { bucket: { ...bucket, tokens: held - 1, at: since + (isFull ? late : 0) }, waitMs };
}

/** Milliseconds until the bucket has a number of tokens. */
export function tokensInMs(bucket: Bucket, tokens: number, now: number): number {
  const missing = Math.min(tokens, bucket.burst) - refilled(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.rate) * 1000) + aheadMs(bucket, now);
}

/**
 * The marketplace counts calls on arrival, so that a slow call followed by a fast one could exceed the limit. A full bucket
 * therefore starts to refill later: by a tenth of a token's time, at most 100 ms.
 */
function latencyMarginMs(rate: number): number {
  return Math.min(100, 100 / rate);
}

/** How far ahead a bucket begins to refill. One that lies further ahead was stored before the clock was set back. */
function aheadMs({ at, rate }: Bucket, now: number): number {
  const ahead = Math.max(0, at - now);
  return ahead > latencyMarginMs(rate) + CLOCKS_DIFFER_MS ? 0 : ahead;
}

/** Returns an unused token. */
export function withToken(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(bucket.burst, refilled(bucket, now) + 1), at: now + aheadMs(bucket, now) };
}

/** Empties the bucket after the marketplace has throttled a call. */
export function emptied(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(0, refilled(bucket, now)), at: now + aheadMs(bucket, now) };
}

/** Adopts the rate that the marketplace reported; rates that are not positive are ignored. */
export function withRate(bucket: Bucket, rate: number, now: number): Bucket {
  if (!(rate > 0) || rate === bucket.rate) return bucket;
  return { ...bucket, tokens: refilled(bucket, now), at: now + aheadMs(bucket, now), rate };
}

/** The current number of tokens. */
export function refilled({ tokens, at, rate, burst }: Bucket, now: number): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * rate);
}

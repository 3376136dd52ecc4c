/** A token bucket as an immutable value: its tokens at a time. */
export interface Bucket {
  readonly tokens: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Tokens per second. */
  readonly rate: number;
  readonly burst: number;
}

export function fullBucket(rate: number, burst: number, now: number): Bucket {
  return { tokens: burst, at: now, rate, burst };
}

/**
 * Takes one token. An empty bucket becomes negative, so that the next caller waits longer.
 * @returns the new bucket, and the milliseconds to wait before the call
 */
export function takeToken(bucket: Bucket, now: number): { bucket: Bucket; waitMs: number } {
  const held = refilled(bucket, now);
  const since = Math.max(now, bucket.at);
  const late = latencyMarginMs(bucket.rate);
  // A waiting caller takes its token when it arrives, so that the bucket then has one.
  const isFull = Math.max(held, 1) >= bucket.burst - (late / 1000) * bucket.rate;
  const waitMs = tokensInMs(bucket, 1, now);
  return { bucket: { ...bucket, tokens: held - 1, at: since + (isFull ? late : 0) }, waitMs };
}

/** Milliseconds until the bucket has a number of tokens. */
export function tokensInMs(bucket: Bucket, tokens: number, now: number): number {
  const missing = Math.min(tokens, bucket.burst) - refilled(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.rate) * 1000) + (Math.max(now, bucket.at) - now);
}

/**
 * The marketplace counts calls on arrival, so that a slow call followed by a fast one could exceed the limit. A full bucket
 * therefore starts to refill later: by a tenth of a token's time, at most 100 ms.
 */
function latencyMarginMs(rate: number): number {
  return Math.min(100, 100 / rate);
}

/** Returns an unused token. */
export function withToken(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(bucket.burst, refilled(bucket, now) + 1), at: Math.max(now, bucket.at) };
}

/** Empties the bucket after the marketplace has throttled a call. */
export function emptied(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(0, refilled(bucket, now)), at: Math.max(now, bucket.at) };
}

/** Adopts the rate that the marketplace reported; rates that are not positive are ignored. */
export function withRate(bucket: Bucket, rate: number, now: number): Bucket {
  if (!(rate > 0) || rate === bucket.rate) return bucket;
  return { ...bucket, tokens: refilled(bucket, now), at: Math.max(now, bucket.at), rate };
}

/** The current number of tokens. */
export function refilled({ tokens, at, rate, burst }: Bucket, now: number): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * rate);
}

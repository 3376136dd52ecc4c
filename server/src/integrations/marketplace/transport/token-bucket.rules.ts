/** A token bucket as values: what is in it, and when that was true. */
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
 * Takes one token, if need be from the future: the bucket then holds less than nothing, and the next caller waits longer.
 * @returns the bucket afterwards, and how many milliseconds to wait before calling
 */
export function takeToken(bucket: Bucket, now: number): { bucket: Bucket; waitMs: number } {
  const held = refilled(bucket, now);
  const since = Math.max(now, bucket.at);
  const late = onTheWayMs(bucket.rate);
  // Whoever waits for a token takes it when it comes: there is one then.
  const isFull = Math.max(held, 1) >= bucket.burst - (late / 1000) * bucket.rate;
  const waitMs = tokensInMs(bucket, 1, now);
  return { bucket: { ...bucket, tokens: held - 1, at: since + (isFull ? late : 0) }, waitMs };
}

/** Milliseconds until so many tokens are there together. */
export function tokensInMs(bucket: Bucket, tokens: number, now: number): number {
  const missing = Math.min(tokens, bucket.burst) - refilled(bucket, now);
  return missing <= 0 ? 0 : Math.ceil((missing / bucket.rate) * 1000) + (Math.max(now, bucket.at) - now);
}

/**
 * The marketplace counts from when a call arrives. One that took long to get there, followed by a quick one, would be
 * refused; so a full bucket begins to fill again a little later: a tenth of what a token takes, at most 100 ms.
 */
function onTheWayMs(rate: number): number {
  return Math.min(100, 100 / rate);
}

/** A token that was taken comes back unused. */
export function withToken(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(bucket.burst, refilled(bucket, now) + 1), at: Math.max(now, bucket.at) };
}

/** The marketplace said that there is nothing left, whatever we had counted. */
export function emptied(bucket: Bucket, now: number): Bucket {
  return { ...bucket, tokens: Math.min(0, refilled(bucket, now)), at: Math.max(now, bucket.at) };
}

/** The marketplace told its rate for us. A rate that is not above zero is no rate. */
export function withRate(bucket: Bucket, rate: number, now: number): Bucket {
  if (!(rate > 0) || rate === bucket.rate) return bucket;
  return { ...bucket, tokens: refilled(bucket, now), at: Math.max(now, bucket.at), rate };
}

/** What is in the bucket now. */
export function refilled({ tokens, at, rate, burst }: Bucket, now: number): number {
  return Math.min(burst, tokens + (Math.max(0, now - at) / 1000) * rate);
}

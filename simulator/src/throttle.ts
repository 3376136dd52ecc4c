/** One token bucket per key, filled at `rate` per second up to `burst`. */
export function createThrottle(scale: number): (key: string, plan: { rate: number; burst: number }, now: number) => boolean {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return (key, { rate, burst }, now) => {
    const capacity = burst * Math.max(1, scale);
    const bucket = buckets.get(key) ?? { tokens: capacity, at: now };
    bucket.tokens = Math.min(capacity, bucket.tokens + ((now - bucket.at) / 1000) * rate * scale);
    bucket.at = now;
    buckets.set(key, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
}

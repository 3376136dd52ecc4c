import type { FastifyInstance } from 'fastify';

/** The newest ones that are remembered. */
const REMEMBERED = 4_000;
const WINDOW_MS = 15 * 60_000;

/** How long the calls took that this process answered lately. */
export interface ResponseTimes {
  /** Of the last 15 minutes, the newest 4,000 at most; `p95Ms` is undefined where there was none. */
  sum(): { calls: number; p95Ms: number | undefined };
}

/** Times every call of the API, the live connection left out. */
export function watchResponseTimes(app: FastifyInstance): ResponseTimes {
  const times = new Float64Array(REMEMBERED);
  const answeredAt = new Float64Array(REMEMBERED).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  app.addHook('onResponse', async (request, reply) => {
    if (request.routeOptions.config.endpoint === undefined) return;
    times[next] = reply.elapsedTime;
    answeredAt[next] = performance.now();
    next = (next + 1) % REMEMBERED;
  });
  return {
    sum() {
      const since = performance.now() - WINDOW_MS;
      const recent = times.filter((_, nth) => (answeredAt[nth] ?? 0) >= since).sort();
      return { calls: recent.length, p95Ms: recent[Math.ceil(0.95 * recent.length) - 1] };
    },
  };
}

import { MINUTE_MS } from '@stowage/contract/formats/durations';
import type { FastifyInstance } from 'fastify';

/** How many of the newest calls are remembered. */
const REMEMBERED = 4_000;
const WINDOW_MS = 15 * MINUTE_MS;

/** How long this process took to answer its recent calls. */
export interface ResponseTimes {
  /** Times every call of the API; not live connections. */
  watch(app: FastifyInstance): void;
  /** The calls of the last 15 minutes, at most the newest 4,000; `p95Ms` is undefined when there was none. */
  sum(): { calls: number; p95Ms: number | undefined };
}

export function createResponseTimes(): ResponseTimes {
  const times = new Float64Array(REMEMBERED);
  const answeredAt = new Float64Array(REMEMBERED).fill(Number.NEGATIVE_INFINITY);
  let next = 0;
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        if (request.routeOptions.config.endpoint === undefined) return;
        times[next] = reply.elapsedTime;
        answeredAt[next] = performance.now();
        next = (next + 1) % REMEMBERED;
      });
    },
    sum() {
      const since = performance.now() - WINDOW_MS;
      const recent = times.filter((_, nth) => (answeredAt[nth] ?? 0) >= since).sort();
      return { calls: recent.length, p95Ms: recent[Math.ceil(0.95 * recent.length) - 1] };
    },
  };
}

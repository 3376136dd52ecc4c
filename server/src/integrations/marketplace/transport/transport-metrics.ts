import { Counter, Histogram } from 'prom-client';
import { registry } from '../../../platform/metrics/metrics.ts';

const registers = [registry];

export const marketplaceCalls = new Histogram({
  name: 'stowage_marketplace_call_duration_seconds',
  help: 'Time of calls to the marketplace by operation and result: ok, throttled, unavailable, broken_answer, unauthorized, refused or failed',
  labelNames: ['operation', 'result'],
  buckets: [0.1, 0.5, 1, 5, 30],
  registers,
});

export const marketplaceWaits = new Counter({
  name: 'stowage_marketplace_wait_seconds_total',
  help: 'Time that calls to the marketplace waited for its rate limit (quota) or before another attempt (retry)',
  labelNames: ['operation', 'reason'],
  registers,
});

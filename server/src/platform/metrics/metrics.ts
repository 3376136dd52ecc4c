import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts. The counters are always there, so that one line counts; without `/metrics` nobody reads them.
 * Labels have few values, all ours: route templates, task names, operations. Values that people enter never become labels.
 */
export const registry = new Registry();

const registers = [registry];

export const httpRequests = new Histogram({
  name: 'stowage_http_request_duration_seconds',
  help: 'Time to answer calls, by route template and class of the status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
});

export const poolWaits = new Histogram({
  name: 'stowage_database_pool_wait_seconds',
  help: 'Time that work waited for a database connection of this process',
  labelNames: ['pool'],
  buckets: [0.001, 0.01, 0.1, 0.5, 1, 5, 10],
  registers,
});

export const standbyLag = new Gauge({
  name: 'stowage_standby_lag_seconds',
  help: 'The longest time by which the standby that this process reads can be behind; absent while it is not read',
  registers,
});

export const standbyRetries = new Counter({
  name: 'stowage_standby_retries_total',
  help: 'Reads that failed on the standby and were tried again on the primary',
  registers,
});

export const tasks = new Histogram({
  name: 'stowage_task_duration_seconds',
  help: 'Time of tasks of the queue that ran in this process, by result: done or failed. A failed one is tried again',
  labelNames: ['task', 'result'],
  buckets: [0.1, 1, 10, 60, 600],
  registers,
});

export const liveConnections = new Gauge({
  name: 'stowage_live_connections',
  help: 'Open connections for live messages',
  labelNames: ['transport'],
  registers,
});

export const liveDropped = new Counter({
  name: 'stowage_live_dropped_total',
  help: 'Live messages that did not leave: slow_client cut off a client that does not read, bus replaced messages for other processes by reading again',
  labelNames: ['reason'],
  registers,
});

// Prometheus sees an increase only in a series that it knows, and alerts wait for the first failure.
for (const reason of ['slow_client', 'bus']) liveDropped.inc({ reason }, 0);
// A gauge without labels begins with 0, which would say that a standby is read.
standbyLag.remove();

/** @returns a function that gives the seconds since this call */
export function stopwatch(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}

import { Counter, Histogram } from 'prom-client';
import { registry } from '../../../platform/metrics/metrics.ts';

const registers = [registry];

export const scans = new Counter({
  name: 'stowage_scans_total',
  help: 'Scans into stock: added, repeated under the same client scan id, refused, or failed',
  labelNames: ['result'],
  registers,
});

export const scanBatches = new Histogram({
  name: 'stowage_scan_batch_size',
  help: 'Scans that were written by one statement',
  buckets: [1, 2, 5, 10, 20, 50, 100],
  registers,
});

// Prometheus sees an increase only in a series that it knows, and alerts wait for the first failure.
for (const result of ['added', 'repeated', 'refused', 'failed']) scans.inc({ result }, 0);

import { expect, it, vi } from 'vitest';

it('shows from the start the failed scans that an alert waits for', async () => {
  // Other tests of this process may have counted before.
  vi.resetModules();
  await import('./scan-metrics.ts');
  const { registry } = await import('../../../platform/metrics/metrics.ts');
  expect(await registry.metrics()).toContain('stowage_scans_total{result="failed"} 0');
});

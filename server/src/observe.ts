import type { Config } from './config/config.ts';
import { backupState, spoolOf } from './features/backups/index.ts';
import type { DatabasePool } from './platform/database/connection/connect.ts';
import type { BackupAges } from './platform/metrics/installation-gauges.ts';
import { createMetricsPage, listenForMetrics, type MetricsPage } from './platform/metrics/metrics-page.ts';
import type { Platform } from './start-platform.ts';

/** What makes a process visible from outside. */
export interface Observation {
  /** Where `/metrics` is served on a port of its own. */
  readonly port: number | undefined;
  /** What the application needs of it. */
  readonly app: { readonly accessLog: boolean; readonly metrics?: { readonly page: MetricsPage; readonly token: string } };
  close(): Promise<void>;
}

export type Observed = Pick<Config, 'metrics' | 'isTraced' | 'accessLog'>;

type Observable = Pick<Platform, 'context' | 'pool' | 'dataFolder'>;

/**
 * Starts traces and `/metrics`, as configured: neither costs anything when it is not.
 * @param role `web` or `worker`, in the traces
 */
export async function startObserving({ metrics, isTraced, accessLog }: Observed, platform: Observable, role: string): Promise<Observation> {
  const stopTracing = isTraced ? (await import('./platform/tracing/start-tracing.ts')).startTracing({ role }) : undefined;
  const isMeasured = metrics.listen !== undefined || metrics.token !== undefined;
  const page = isMeasured ? createPage(platform) : undefined;
  const listener = page !== undefined && metrics.listen !== undefined ? await listenForMetrics(page, metrics.listen) : undefined;
  return {
    port: listener?.port,
    app: { accessLog, ...(page && metrics.token !== undefined && { metrics: { page, token: metrics.token } }) },
    async close() {
      listener?.end();
      await stopTracing?.();
    },
  };
}

function createPage({ context, pool, dataFolder }: Observable): MetricsPage {
  const source = { isSetUp: context.backup.target !== undefined, spool: spoolOf(context) };
  const readBackups = async (db: DatabasePool, installedAt: Date): Promise<BackupAges | undefined> => {
    if (!source.isSetUp) return undefined;
    const { lastBackupAt, lastDrillAt, waitingSince, waitingBytes } = await backupState({ db, clock: context.clock, ...source });
    const age = (since: Date) => (context.clock.now().getTime() - since.getTime()) / 1000;
    return {
      backupSeconds: age(lastBackupAt ?? installedAt),
      drillSeconds: age(lastDrillAt ?? installedAt),
      archiveSeconds: waitingSince === null ? 0 : age(waitingSince),
      archiveBytes: waitingBytes,
    };
  };
  return createMetricsPage({ connection: context.connection, pool, dataFolder, readBackups });
}

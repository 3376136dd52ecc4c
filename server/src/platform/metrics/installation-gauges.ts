import { statfs } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { Gauge } from 'prom-client';
import { type DatabaseConnection, type DatabasePool, openDatabase } from '../database/connection/connect.ts';
import { readDatabaseState } from './database-state.read-model.ts';
import { registry } from './metrics.ts';

const registers = [registry];
const gauge = (name: string, help: string) => new Gauge({ name: `stowage_${name}`, help, registers });
const gaugeOf = <L extends string>(name: string, help: string, ...labelNames: L[]) => new Gauge({ name: `stowage_${name}`, help, labelNames, registers });

const databaseUp = gauge('database_up', 'Whether the database answered the last reading of these metrics');
const databaseSize = gauge('database_size_bytes', 'Size of the database');
const oldestTransaction = gauge('database_oldest_transaction_seconds', 'Age of the oldest open transaction in this database');
const connections = gaugeOf('database_connections', 'Connections to the whole server by state', 'state');
const connectionLimit = gauge('database_connections_limit', 'Connections that the server allows');
const replicationLag = gaugeOf('database_replication_lag_bytes', 'Write-ahead log that a standby has not replayed', 'standby');
const replicationDelay = gaugeOf('database_replication_lag_seconds', 'Time until a standby replayed a recent commit', 'standby');
const queueAge = gaugeOf('queue_oldest_due_seconds', 'How long the oldest due task of each kind has been waiting', 'task');
const queueDue = gaugeOf('queue_due_tasks', 'Tasks that are due and wait', 'task');
const queueDead = gaugeOf('queue_dead_tasks', 'Tasks that failed too often and are not tried again', 'task');
const failedJobs = gaugeOf('jobs_failed_last_day', 'Jobs that failed within a day, by kind', 'kind');
const backupAge = gauge('backup_age_seconds', 'Time since the last successful backup; since the installation while there is none');
const drillAge = gauge('restore_drill_age_seconds', 'Time since a restore was last tried; since the installation while there is none');
const archiveWait = gauge('wal_archive_lag_seconds', 'How long the oldest finished segment has been waiting for the backup target');
const archiveBytes = gauge('wal_archive_waiting_bytes', 'Finished segments that wait for the backup target');
const diskFree = gauge('disk_free_bytes', "Free space on the data directory's disk");
const diskSize = gauge('disk_size_bytes', "Size of the data directory's disk");

/** Ages of the last backup and restore drill; undefined while backups are not set up. */
export interface BackupAges {
  readonly backupSeconds: number;
  readonly drillSeconds: number;
  readonly archiveSeconds: number;
  readonly archiveBytes: number;
}

interface Options {
  readonly connection: DatabaseConnection;
  readonly dataFolder: string;
  readonly readBackups: (db: DatabasePool, installedAt: Date) => Promise<BackupAges | undefined>;
}

/** Scrapers of several processes and people share one reading. */
const FRESH_MS = 5_000;
/** A scrape is answered in time while the database or the disk doesn't. */
const LIMIT_MS = 2_000;

/** Reads the gauges of the whole installation on a connection of its own, which a full pool can't hold up. */
export function createInstallationGauges({ connection, dataFolder, readBackups }: Options) {
  const limits = { connectionTimeoutMillis: LIMIT_MS, query_timeout: LIMIT_MS, statement_timeout: LIMIT_MS, application_name: 'stowage-metrics' };
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | undefined;
  const read = async () => {
    // The address changes with the host in use.
    const { db, close } = openDatabase({ ...connection, ...limits }, { max: 1, onError: () => {} });
    const [state] = await Promise.all([withinLimit(readDatabaseState(db)), withinLimit(statfs(dataFolder)).then(showDisk)]);
    showState(state);
    showBackups(state && (await withinLimit(readBackups(db, state.installedAt))));
    readAt = performance.now();
    // A server that says nothing may not even answer the end of a session.
    void close().catch(() => {});
  };
  return {
    async refresh(): Promise<void> {
      if (performance.now() - readAt < FRESH_MS) return;
      reading ??= read().finally(() => {
        reading = undefined;
      });
      await reading;
    },
  };
}

async function withinLimit<T>(work: Promise<T>): Promise<T | undefined> {
  const timer = new AbortController();
  const late = sleep(LIMIT_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  const result = await Promise.race([work.catch(() => undefined), late]);
  timer.abort();
  return result;
}

function showState(state: Awaited<ReturnType<typeof readDatabaseState>> | undefined): void {
  databaseUp.set(state === undefined ? 0 : 1);
  show(databaseSize, state?.bytes);
  show(oldestTransaction, state?.oldestTransactionSeconds);
  show(connectionLimit, state?.connectionLimit);
  for (const labelled of [connections, replicationLag, replicationDelay, queueAge, queueDue, queueDead, failedJobs]) labelled.reset();
  for (const { state: name, count } of state?.connections ?? []) connections.set({ state: name }, count);
  for (const { standby, bytes, seconds } of state?.standbys ?? []) {
    replicationLag.set({ standby }, bytes);
    replicationDelay.set({ standby }, seconds);
  }
  for (const { task, oldestSeconds, due, dead } of state?.queue ?? []) {
    queueAge.set({ task }, oldestSeconds);
    queueDue.set({ task }, due);
    queueDead.set({ task }, dead);
  }
  for (const { kind, failed } of state?.failedJobs ?? []) failedJobs.set({ kind }, failed);
}

function showBackups(ages: BackupAges | undefined): void {
  show(backupAge, ages?.backupSeconds);
  show(drillAge, ages?.drillSeconds);
  show(archiveWait, ages?.archiveSeconds);
  show(archiveBytes, ages?.archiveBytes);
}

function showDisk(disk: Awaited<ReturnType<typeof statfs>> | undefined): void {
  show(diskFree, disk && Number(disk.bavail) * Number(disk.bsize));
  show(diskSize, disk && Number(disk.blocks) * Number(disk.bsize));
}

/** A value that is not known is absent: an old one would hide that nothing is known. */
function show(one: Gauge, value: number | undefined): void {
  if (value === undefined) one.remove();
  else one.set(value);
}

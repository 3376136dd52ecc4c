import os from 'node:os';

export type Settings = Readonly<Record<string, string | number>>;

const MB = 1024 ** 2;
const GB = 1024 ** 3;

interface Place {
  readonly port: number;
  readonly socketFolder: string;
}

/** The settings of the embedded server, as options of its command line. */
export function serverOptions({ port, socketFolder }: Place, others: Settings | undefined): string[] {
  const windows = process.platform === 'win32';
  const settings: Settings = {
    port,
    listen_addresses: windows ? '127.0.0.1' : '',
    unix_socket_directories: windows ? '' : socketFolder,
    max_connections: 100,
    ...memorySettings(availableMemory()),
    jit: 'off',
    timezone: 'UTC',
    shared_preload_libraries: 'pg_stat_statements',
    log_min_messages: 'warning',
    log_min_error_statement: 'panic',
    ...others,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

/** The machine's memory, or the limit of this process's control group if that is lower. In bytes. */
function availableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(os.totalmem(), limit) : os.totalmem();
}

/**
 * What PostgreSQL uses of a machine that it shares with Stowage's own processes: an eighth for its buffers, and the guess that half
 * is left for its files in the system's cache.
 */
export function memorySettings(bytes: number): Settings {
  const megabytes = (share: number, least: number, most: number) => `${Math.floor(Math.min(most, Math.max(least, share)) / MB)}MB`;
  return {
    shared_buffers: megabytes(bytes / 8, 128 * MB, 8 * GB),
    effective_cache_size: megabytes(bytes / 2, 256 * MB, 64 * GB),
    maintenance_work_mem: megabytes(bytes / 32, 64 * MB, GB),
    // Fewer checkpoints, each of which writes whole pages to the log again. Kept small where the disk probably is.
    max_wal_size: megabytes(bytes / 4, 512 * MB, 4 * GB),
  };
}

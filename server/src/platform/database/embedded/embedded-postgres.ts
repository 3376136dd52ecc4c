import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '@stowage/contract/errors';
import type pg from 'pg';
import { type Account, postgresAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type ClusterLayout, clusterLayout, ensureCluster, requireSameMajor } from './cluster.ts';
import { refuseForeignCluster } from './cluster-owner.ts';
import { defuseStaleLocks, findPostmaster } from './postmaster.ts';
import { isAlive } from './process-alive.ts';
import { connectionTo, findServer, isServed, probe, stopProcess, takeServerLock } from './running-server.ts';
import { openLog, watchLog } from './server-log.ts';
import { type Settings, serverOptions } from './settings.ts';
import { finishSwap } from './upgrade/swap-clusters.ts';

export interface EmbeddedPostgres {
  /** For `pg`; the database is `postgres`. */
  readonly connection: pg.ClientConfig;
  /** Stops the server when this process started it; a server that was found running is left alone. */
  stop(): Promise<void>;
}

interface Options {
  /** The data root; see `dataRoot()`. */
  readonly folder: string;
  /** `serve`: be the one process that serves this data. `visit`: use the running server, or start one for a while. */
  readonly purpose: 'serve' | 'visit';
  /** Server settings instead of the defaults. */
  readonly settings?: Settings;
  /** The folder of other programs than those of this version. */
  readonly native?: string;
  /** How long a server may take to begin its recovery, and one of another process to be ready. */
  readonly startTimeoutMs?: number;
  /** Hears what happened, in words. */
  readonly log?: (message: string) => void;
}

/** Another process serves this data folder. */
export class DataInUseError extends Error {}

const IN_USE = 'Stowage is already running on this data directory';
const START_TIMEOUT_MS = 60_000;
const SAY_RECOVERY_MS = 30_000;
const IMPATIENT_MS = 5_000;
const LOCK_PATIENCE_MS = 2_000;

/**
 * Starts PostgreSQL on the data folder, or uses the one that runs there already. What a crash left behind
 * (a half-made cluster, stale lock files, an orphaned server) is put in order first. When this process dies,
 * even by SIGKILL, a watchdog stops the server cleanly.
 * @throws Error when the data belongs to another account
 * @throws DataInUseError when `serve` was asked for and another process serves this folder
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const account = postgresAccount();
  const layout = clusterLayout(options.folder);
  refuseForeignCluster(layout);
  finishSwap(options.folder);
  mkdirSync(layout.folder, { recursive: true, mode: 0o711 });
  const timeoutMs = options.startTimeoutMs ?? START_TIMEOUT_MS;
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    const running = await findServer(layout);
    if (running === undefined) {
      const binaries = findBinaries(account, layout.native, options.native);
      await ensureCluster(layout, binaries, account);
      requireSameMajor(layout, binaries);
      const started = await new Supervisor(layout, binaries, account, options).start(deadline);
      if (started !== undefined) return started;
    } else {
      const { connection, pid, answer } = running;
      if (answer === 'ready' && options.purpose === 'visit') return { connection, stop: async () => {} };
      if (answer === 'ready') await (pid === undefined ? outwait(connection) : stopOrphan(connection, pid, deadline));
    }
    await sleep(25);
  }
  throw new Error(`PostgreSQL did not start within ${timeoutMs / 1000} s; its own words are in ${layout.log}`);
}

/**
 * After a crash the checkpointer may fall asleep before the recovery has ended, and then heeds `archive_timeout` only five minutes
 * later. A reload of the settings wakes it. On Windows this signal would end the server.
 */
function wakeCheckpointer(server: ChildProcess): void {
  if (process.platform !== 'win32') server.kill('SIGHUP');
}

/** One PostgreSQL process of ours: started, restarted when it dies unasked, stopped. */
class Supervisor {
  private readonly layout: ClusterLayout;
  private readonly binaries: Binaries;
  private readonly account: Account | undefined;
  private readonly options: Options;
  private child: ChildProcess | undefined;
  private watchdog: ChildProcess | undefined;
  private lock: pg.Client | undefined;
  private stopping = false;
  private unwatchLog: (() => void) | undefined;

  constructor(layout: ClusterLayout, binaries: Binaries, account: Account | undefined, options: Options) {
    this.layout = layout;
    this.binaries = binaries;
    this.account = account;
    this.options = options;
  }

  /** @returns undefined when another start on this folder won the race */
  async start(deadline: number): Promise<EmbeddedPostgres | undefined> {
    const port = process.platform === 'win32' ? await freePort() : 5432;
    if (!(await this.launch(port, deadline))) return undefined;
    const connection = connectionTo(this.layout, port);
    return { connection, stop: () => this.stop() };
  }

  private async launch(port: number, deadline: number): Promise<boolean> {
    // Another process may have started one since ours was lost; the lock files are its own then.
    if ((await findServer(this.layout)) !== undefined) return false;
    defuseStaleLocks(this.layout);
    this.unwatchLog?.();
    this.unwatchLog = watchLog(this.layout.log);
    const log = openLog(this.layout.log);
    const options = serverOptions({ port, socketFolder: this.layout.socketFolder }, this.options.settings);
    // A session of its own: Ctrl-C in the terminal must reach Stowage first, which then stops the database.
    const child = spawn(this.binaries.postgres, ['-D', this.layout.data, ...options], {
      ...this.account,
      cwd: this.layout.data,
      detached: true,
      stdio: ['ignore', log, log],
    });
    this.child = child;
    let exited = false;
    child.once('error', () => {
      exited = true;
    });
    child.once('exit', () => {
      exited = true;
    });
    this.watch(child);
    const connection = connectionTo(this.layout, port);
    const launched = performance.now();
    let [giveUpAt, sayAt] = [deadline, launched + SAY_RECOVERY_MS];
    while (!exited) {
      const answer = await probe(connection);
      if (answer === 'ready') {
        this.lock = await takeServerLock(connection);
        if (this.lock === undefined) break;
        child.once('exit', () => void this.restart(port));
        wakeCheckpointer(child);
        return true;
      }
      const now = performance.now();
      // A recovery takes as long as it takes; the next start would have to begin it again.
      if (answer === 'starting') giveUpAt = Math.max(giveUpAt, now + START_TIMEOUT_MS);
      if (now >= giveUpAt) break;
      if (answer === 'starting' && now >= sayAt) {
        this.options.log?.(`PostgreSQL is still recovering after ${Math.round((now - launched) / 1000)} s; its own words are in ${this.layout.log}`);
        sayAt = now + SAY_RECOVERY_MS;
      }
      // A long recovery would otherwise fill the log with refused connections.
      await sleep(now - launched > IMPATIENT_MS ? 500 : 15);
    }
    if (!exited) process.kill(child.pid ?? 0, 'SIGINT');
    this.watchdog?.stdin?.end();
    if (findPostmaster(this.layout) !== undefined || !exited) return false;
    const words = lastLines(this.layout.log);
    // The processes of a server that was killed end a moment after it, later on a busy machine.
    if (words.includes('shared memory block')) return false;
    throw new Error(`PostgreSQL did not start:\n${words}`);
  }

  /** Ends PostgreSQL when our end of the pipe closes, which happens even when this process is killed. */
  private watch(child: ChildProcess): void {
    if (process.platform === 'win32' || child.pid === undefined) return;
    this.watchdog = spawn('/bin/sh', ['-c', `cat >/dev/null; kill -INT ${child.pid} 2>/dev/null`], {
      ...this.account,
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.watchdog.unref();
    this.watchdog.stdin?.on('error', () => {});
  }

  private async restart(port: number): Promise<void> {
    if (this.stopping) return;
    this.options.log?.('PostgreSQL stopped unexpectedly; starting it again');
    this.watchdog?.stdin?.end();
    await this.lock?.end().catch(() => {});
    while (!this.stopping) {
      try {
        if (await this.launch(port, performance.now() + START_TIMEOUT_MS)) return;
      } catch (error) {
        this.options.log?.(messageOf(error));
      }
      await sleep(500);
    }
  }

  private async stop(): Promise<void> {
    this.stopping = true;
    this.unwatchLog?.();
    await this.lock?.end().catch(() => {});
    if (this.child?.pid !== undefined && this.child.exitCode === null) await stopProcess(this.child.pid);
    this.watchdog?.stdin?.end();
  }
}

/** A running server whose owner is gone is stopped, to be started as ours. */
async function stopOrphan(connection: pg.ClientConfig, pid: number, deadline: number): Promise<void> {
  const refuseAt = performance.now() + LOCK_PATIENCE_MS;
  do {
    const lock = await takeServerLock(connection).catch(() => undefined);
    if (lock !== undefined) {
      await lock.end();
      return stopProcess(pid);
    }
    await sleep(100);
    if (!isAlive(pid)) return;
  } while (performance.now() < refuseAt || (performance.now() < deadline && !(await isServed(connection))));
  throw new DataInUseError(IN_USE);
}

/** A server in another container can't be stopped from here. One whose owner was killed stops by itself. */
async function outwait(connection: pg.ClientConfig): Promise<void> {
  const refuseAt = performance.now() + LOCK_PATIENCE_MS;
  while ((await probe(connection)) === 'ready') {
    if (performance.now() >= refuseAt) throw new DataInUseError(IN_USE);
    await sleep(100);
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

function lastLines(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}

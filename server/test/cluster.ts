import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { checkoutRoot } from '../src/platform/paths.ts';

/** `cluster.json`, which `npm run cluster` writes. */
interface ClusterFacts {
  readonly address: string;
  readonly database: string;
  readonly ports: Readonly<Record<string, number>>;
  readonly parts: Readonly<Record<string, { readonly pid: number; readonly restarts: number }>>;
}

const READY_WITHIN_MS = 300_000;

/** The reference cluster in a folder of its own, whose parts can be killed. */
export class Cluster {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-cluster-'));
  private readonly firstPort: number;
  private child: ChildProcess | undefined;
  private output = '';

  constructor(firstPort: number) {
    this.firstPort = firstPort;
    // PostgreSQL runs as another account than root.
    chmodSync(this.folder, 0o711);
  }

  /** @throws Error with its output when it does not start */
  async start(): Promise<void> {
    const env = { ...process.env, STOWAGE_CLUSTER_DIR: this.folder, STOWAGE_CLUSTER_PORT: String(this.firstPort) };
    const child = spawn(process.execPath, [path.join(checkoutRoot(), 'scripts/cluster.mjs')], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The cluster did not start:\n${this.output}`)), READY_WITHIN_MS);
      const collect = (chunk: Buffer) => {
        this.output += String(chunk);
        if (!this.output.includes('Stowage is ready at')) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout.on('data', collect);
      child.stderr.on('data', collect);
      child.once('exit', () => reject(new Error(`The cluster ended:\n${this.output}`)));
    });
  }

  get facts(): ClusterFacts {
    return JSON.parse(readFileSync(path.join(this.folder, 'cluster.json'), 'utf8')) as ClusterFacts;
  }

  get adminPassword(): string {
    return (JSON.parse(readFileSync(path.join(this.folder, 'secrets.json'), 'utf8')) as { adminPassword: string }).adminPassword;
  }

  /** Kills a part, or with `primary` the PostgreSQL server that takes writes with its Patroni, as if its machine was lost. */
  async kill(part: string): Promise<void> {
    const { parts } = this.facts;
    const name = part === 'primary' ? await this.primary() : part;
    const pid = parts[name]?.pid;
    if (pid === undefined) throw new Error(`There is no part ${name}`);
    process.kill(pid, 'SIGKILL');
    if (part === 'primary') process.kill(Number(readFileSync(path.join(this.folder, name, 'data/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
  }

  /** Stops a part in an orderly way; the cluster starts it again. */
  restart(part: string): void {
    const pid = this.facts.parts[part]?.pid;
    if (pid === undefined) throw new Error(`There is no part ${part}`);
    process.kill(pid, 'SIGTERM');
  }

  /** @returns `pg1` or `pg2` */
  async primary(): Promise<string> {
    const { ports } = this.facts;
    for (const nth of [1, 2]) {
      const answer = await fetch(`http://127.0.0.1:${ports[`patroni${nth}`]}/primary`).catch(() => undefined);
      if (answer?.status === 200) return `pg${nth}`;
    }
    throw new Error('No server takes writes');
  }

  async stop(): Promise<void> {
    const { child } = this;
    if (child !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

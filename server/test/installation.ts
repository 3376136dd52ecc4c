import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../src/platform/paths.ts';

export const ADMIN = { email: 'admin@example.com', password: 'an administrator of tests' };

/** A built Stowage with an embedded database on a data directory of its own, as an operator runs it. */
export class Installation {
  private readonly folder: string;
  private readonly environment: Readonly<Record<string, string>>;
  private child: ChildProcess | undefined;
  address = '';

  constructor(folder: string, environment: Readonly<Record<string, string>>) {
    this.folder = folder;
    this.environment = environment;
  }

  private get env() {
    return {
      PATH: process.env.PATH,
      PORT: '0',
      STOWAGE_DATA_DIR: this.folder,
      STOWAGE_ADMIN_EMAIL: ADMIN.email,
      STOWAGE_ADMIN_PASSWORD: ADMIN.password,
      ...this.environment,
    };
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, [path.join(checkoutRoot(), 'server/dist/main.js')], { env: this.env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    this.address = await new Promise((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
        const address = /ready at (\S+)/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
      });
      child.once('exit', (code) => reject(new Error(`Stowage ended with ${code} before it served:\n${output}`)));
    });
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Kills the server and PostgreSQL as a loss of power does. */
  async kill(): Promise<void> {
    const pidFile = path.join(this.folder, 'postgres/data/postmaster.pid');
    const postmaster = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : undefined;
    if (postmaster !== undefined) process.kill(postmaster, 'SIGKILL');
    await this.end('SIGKILL');
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Starts a command of `stowage`. */
  command(...words: string[]): ChildProcess {
    return spawn(process.execPath, [path.join(checkoutRoot(), 'server/dist/cli.js'), ...words], { env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
  }

  /** Runs a command to its end. */
  async run(...words: string[]): Promise<{ code: number | null; output: string }> {
    const child = this.command(...words);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  }

  async signIn() {
    const call = async (method: string, url: string, body?: object | Buffer, token?: string) => {
      const isBytes = Buffer.isBuffer(body);
      const headers = {
        ...(body !== undefined && { 'content-type': isBytes ? 'application/octet-stream' : 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      };
      return fetch(this.address + url, { method, headers, ...(body !== undefined && { body: isBytes ? new Uint8Array(body) : JSON.stringify(body) }) });
    };
    const { token } = (await (await call('POST', '/api/login', { username: ADMIN.email, password: ADMIN.password })).json()) as { token: string };
    return {
      post: (url: string, body: object | Buffer) => call('POST', url, body, token),
      get: (url: string) => call('GET', url, undefined, token),
    };
  }
}

export type Session = Awaited<ReturnType<Installation['signIn']>>;

/** Whether this process may mount a file system that is small enough to fill. */
export function mayMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return process.getuid?.() === 0;
  } catch {
    return false;
  }
}

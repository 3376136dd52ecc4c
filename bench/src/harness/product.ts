import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import type { QuantitySettings } from '@stowage/contract/pricing/quantities';
import type pg from 'pg';
import { createFolder } from './data-folder.ts';
import { ConnectionClosed, HttpConnection } from './http-connection.ts';

const ADMIN = { email: 'bench@example.com', password: 'the password of the bench' };
/** One job may start the next one. */
const IDLE_CHECKS = 5;
const IDLE_CHECK_MS = 1_000;
/** They take or begin after a quarter of an hour. */
const SLOW_KINDS = ['import-offers', 'reread-listings'];
const PORT = Number(process.env.STOWAGE_BENCH_PORT ?? 4390);

interface ProductOptions {
  /** Runs several at a time. */
  readonly port?: number;
  readonly environment?: Readonly<Record<string, string>>;
  /** The folder of another version. */
  readonly checkout?: string;
}

/** The built product with its own data directory, called over HTTP by a signed-in user. */
export class Product {
  readonly folder: string;
  readonly port: number;
  private process: ChildProcess | undefined;
  private token = '';
  private connections: HttpConnection[] = [];

  private readonly options: ProductOptions;

  constructor(options: ProductOptions = {}) {
    this.options = options;
    this.port = options.port ?? PORT;
    this.folder = createFolder();
  }

  /** @returns milliseconds until the server answered */
  async start(): Promise<number> {
    const before = performance.now();
    const child = spawn(process.execPath, ['server/dist/main.js'], {
      cwd: this.options.checkout,
      env: {
        ...process.env,
        PORT: String(this.port),
        STOWAGE_DATA_DIR: this.folder,
        STOWAGE_ADMIN_EMAIL: ADMIN.email,
        STOWAGE_ADMIN_PASSWORD: ADMIN.password,
        STOWAGE_LOG_LEVEL: 'error',
        ...this.options.environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.process = child;
    // A benchmark that fails must not leave the server, which would go on beside the next one.
    process.once('exit', () => child.kill('SIGTERM'));
    await new Promise<void>((resolve) => child.stdout.on('data', (chunk) => String(chunk).includes('is ready at') && resolve()));
    const tookMs = performance.now() - before;
    await this.signIn();
    return tookMs;
  }

  /** A sign-in lasts for a quarter of an hour. */
  async signIn(): Promise<void> {
    const answer = JSON.parse(await this.call(0, 'POST', '/api/login', { username: ADMIN.email, password: ADMIN.password })) as { token: string };
    this.token = answer.token;
  }

  /** Of the running server. */
  get pid(): number {
    return this.process?.pid ?? Number.NaN;
  }

  /** Resident memory of the server process, in MiB, database not included. */
  async memoryMiB(): Promise<number> {
    const { readFile } = await import('node:fs/promises');
    const status = await readFile(`/proc/${this.process?.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  /** Processor time of the server process so far, in milliseconds, database not included. */
  async cpuMs(): Promise<number> {
    const { readdir, readFile } = await import('node:fs/promises');
    const folder = `/proc/${this.process?.pid}/task`;
    const threads = await Promise.all((await readdir(folder)).map((thread) => readFile(`${folder}/${thread}/schedstat`, 'utf8')));
    return threads.reduce((sum, stat) => sum + Number(stat.split(' ')[0]) / 1e6, 0);
  }

  /** Waits for the imports that follow a start, because they would use the same cores and disk. */
  async finishImports(client: pg.ClientBase): Promise<void> {
    for (let idle = 0; idle < IDLE_CHECKS; ) {
      const { rows } = await client.query("select from job_runs where state in ('QUEUED', 'RUNNING', 'WAITING') and kind <> all($1) limit 1", [SLOW_KINDS]);
      idle = rows.length === 0 ? idle + 1 : 0;
      await new Promise((resolve) => setTimeout(resolve, IDLE_CHECK_MS));
    }
  }

  /** Sends no quantities any more, as an installation that has not turned them on. */
  async pauseQuantities(): Promise<void> {
    const { safety_stock, maximum, version } = JSON.parse(await this.call(0, 'GET', '/api/pricing/quantities')) as QuantitySettings;
    await this.call(0, 'PUT', '/api/pricing/quantities', { mode: 'PAUSED', safety_stock, maximum, version });
  }

  async stop(): Promise<void> {
    // Some connection numbers were never used.
    for (const connection of Object.values(this.connections.splice(0))) connection.close();
    const exited = new Promise((resolve) => this.process?.once('exit', resolve));
    this.process?.kill('SIGTERM');
    await exited;
  }

  /** Kills the server and restarts it on the same data. */
  async killAndStart(): Promise<void> {
    const exited = new Promise((resolve) => this.process?.once('exit', resolve));
    this.process?.kill('SIGKILL');
    await exited;
    await this.start();
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Calls over the connection with this number, which is opened on first use, and again when the server has closed it.
   * @throws Error when the answer is not 200
   */
  async call(connection: number, method: string, url: string, body?: unknown): Promise<string> {
    const send = () => {
      const open = this.connections[connection];
      const used = open === undefined || open.isClosed ? new HttpConnection(this.port) : open;
      this.connections[connection] = used;
      return used.call(method, url, this.token, body === undefined ? '' : JSON.stringify(body));
    };
    try {
      return await send();
    } catch (error) {
      if (error instanceof ConnectionClosed) return send();
      throw error;
    }
  }

  /** Downloads a file without storing it. @param body makes it a POST @returns its bytes */
  download(url: string, body?: unknown): Promise<number> {
    return new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${this.token}`, ...(body !== undefined && { 'content-type': 'application/json' }) };
      const options = { host: '127.0.0.1', port: this.port, path: url, method: body === undefined ? 'GET' : 'POST', headers };
      const call = request(options, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('error', reject);
        answer.on('end', () => resolve(bytes));
      });
      call.on('error', reject).end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

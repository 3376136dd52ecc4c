import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { checkoutRoot } from '../src/platform/paths.ts';
import { TEST_TOKEN_KEY } from './test-app.ts';

/** The built server as a separate process on a test's database, which can be killed. It accepts the tokens of the test's people. */
export class ServerProcess {
  private readonly folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-killed-'));
  private readonly databaseUrl: string;
  private readonly environment: Readonly<Record<string, string>>;
  private readonly checkout: string;
  private child: ChildProcess | undefined;
  private served: Promise<string>;

  /**
   * @param environment additional variables
   * @param checkout the folder of another version
   */
  constructor(connection: pg.ClientConfig, environment: Readonly<Record<string, string>> = {}, checkout = checkoutRoot()) {
    this.checkout = checkout;
    this.environment = environment;
    this.databaseUrl = urlOf(connection);
    chmodSync(this.folder, 0o711);
    writeFileSync(path.join(this.folder, 'secrets.json'), JSON.stringify({ accessTokenKey: TEST_TOKEN_KEY }));
    this.served = this.launch();
  }

  /** Its address, also while it is down. */
  get address(): Promise<string> {
    return this.served;
  }

  /** Kills it with SIGKILL and restarts it. */
  async killAndStart(): Promise<void> {
    const killed = this.child;
    const gone = this.ended();
    // Before the kill: a caller that finds the connection broken waits for the next process.
    this.served = gone.then(() => this.launch());
    killed?.kill('SIGKILL');
    await this.served;
  }

  /** Stops it and waits until it has ended. */
  async stop(): Promise<void> {
    const gone = this.ended();
    this.child?.kill('SIGTERM');
    await gone;
  }

  /** After it stopped. */
  start(): Promise<string> {
    this.served = this.launch();
    return this.served;
  }

  async remove(): Promise<void> {
    const gone = this.ended();
    this.child?.kill('SIGKILL');
    await gone;
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async ended(): Promise<void> {
    const child = this.child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => child.once('exit', resolve));
  }

  private launch(): Promise<string> {
    const child = spawn(process.execPath, [path.join(this.checkout, 'server/dist/main.js')], {
      env: {
        PATH: process.env.PATH,
        PORT: '0',
        DATABASE_URL: this.databaseUrl,
        STOWAGE_DATA_DIR: this.folder,
        STOWAGE_ADMIN_PASSWORD: 'an administrator of tests',
        // The same for all processes of a test, whose folders differ.
        STOWAGE_ENCRYPTION_KEY: 'a key that all processes of the tests share',
        STOWAGE_LOG_LEVEL: 'error',
        ...this.environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    return new Promise((resolve, reject) => {
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => {
        output += chunk;
        const address = /ready at (\S+)/.exec(output)?.[1];
        if (address !== undefined) resolve(address);
        // A process that only runs jobs has no address.
        else if (output.includes('Stowage runs jobs')) resolve('');
      });
      child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it served:\n${output}`)));
    });
  }
}

export function urlOf({ host = 'localhost', port = 5432, user = '', password, database = '' }: pg.ClientConfig): string {
  const secret = typeof password === 'string' && password !== '' ? `:${encodeURIComponent(password)}` : '';
  return `postgresql://${encodeURIComponent(user)}${secret}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

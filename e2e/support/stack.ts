import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { copyFolder } from './copy-folder.ts';

export const ADMIN = { email: 'admin@example.com', password: 'an administrator of tests' };

const root = path.resolve(import.meta.dirname, '../..');

/** The imports that journeys need. They take seconds when the simulated marketplace's clock is advanced. */
const FIRST_IMPORTS = ['import-listings', 'import-removals', 'import-returns', 'import-reimbursements', 'import-inventory', 'import-orders'];
const IMPORTS_MS = 180_000;
/** The time that the simulated marketplace needs for a report. */
const REPORT_MS = 30_000;

interface StackOptions {
  /** `demo`: a copy of the demo data, which is seeded once for the run. `nothing`: like a first start. */
  readonly from?: 'demo' | 'nothing';
}

/** The built product with its own data directory, controlled like an operator does. */
export class Stack {
  readonly folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-e2e-'));
  readonly port: number;
  /** Additional environment variables. */
  readonly settings: Record<string, string>;
  private process: ChildProcess | undefined;

  constructor(port: number, settings: Record<string, string> = {}, { from = 'demo' }: StackOptions = {}) {
    this.port = port;
    this.settings = settings;
    const snapshot = process.env.STOWAGE_DEMO_SNAPSHOT;
    if (from === 'demo' && snapshot !== undefined) copyFolder(snapshot, this.folder);
    chmodSync(this.folder, 0o711);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts and waits until it is ready. @returns its output until then */
  async start(): Promise<string> {
    const { child, ready } = this.launch();
    this.process = child;
    return ready;
  }

  /** Starts again on the same data. @returns its exit code and its output */
  async startTwice(): Promise<{ code: number | null; output: string }> {
    const { child, output } = this.launch();
    const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
    return { code, output: output() };
  }

  async stop(): Promise<void> {
    await this.end('SIGTERM');
  }

  /** Kills the server with SIGKILL; the database's watchdog then stops the database. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Kills the server and the database with SIGKILL. */
  async killTree(): Promise<void> {
    this.killDatabase();
    await this.kill();
  }

  /** Kills PostgreSQL alone. */
  killDatabase(): void {
    const postmaster = Number(readFileSync(path.join(this.folder, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
    process.kill(postmaster, 'SIGKILL');
  }

  get isRunning(): boolean {
    return this.process !== undefined && this.process.exitCode === null;
  }

  /** Runs `stowage …` on this installation. */
  async command(...args: string[]): Promise<{ code: number | null; output: string }> {
    const child = spawn(process.execPath, ['server/bin/stowage.mjs', ...args], { cwd: root, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  }

  /** Signs in by an API call outside any browser. */
  async logIn({ email, password } = ADMIN): Promise<{ token: string }> {
    const answer = await fetch(`${this.url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: email, password }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { token: string };
  }

  /** Advances the simulated marketplace's clock until the imports of the first start have ended. */
  async waitForFirstImports(): Promise<void> {
    const { token } = await this.logIn();
    const unfinished = async () => {
      await advance(this, REPORT_MS);
      const answer = await fetch(`${this.url}/api/jobs`, { headers: { authorization: `Bearer ${token}` } });
      const { data } = (await answer.json()) as { data: { kind: string; state: string }[] };
      return FIRST_IMPORTS.filter((kind) => !data.some((run) => run.kind === kind && run.state === 'DONE'));
    };
    await expect.poll(unfinished, { timeout: IMPORTS_MS, intervals: [500] }).toEqual([]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private launch() {
    const child = spawn(process.execPath, ['server/dist/main.js'], { cwd: root, env: this.environment(), stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const ready = new Promise<string>((resolve, reject) => {
      const hear = (chunk: Buffer) => {
        output += chunk;
        if (output.includes('Stowage is ready at')) resolve(output);
      };
      child.stdout.on('data', hear);
      child.stderr.on('data', hear);
      child.once('exit', (code) => reject(new Error(`The server ended with exit code ${code}:\n${output}`)));
    });
    ready.catch(() => {});
    return { child, ready, output: () => output };
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.process;
    this.process = undefined;
    if (child === undefined || child.exitCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await exited;
  }

  environment(): NodeJS.ProcessEnv {
    const { DATABASE_URL: _external, ...environment } = process.env;
    return {
      ...environment,
      PORT: String(this.port),
      STOWAGE_DATA_DIR: this.folder,
      STOWAGE_ADMIN_EMAIL: ADMIN.email,
      STOWAGE_ADMIN_PASSWORD: ADMIN.password,
      STOWAGE_LOG_LEVEL: 'error',
      // Without the past that is created in the background, which would change the counts during a journey.
      STOWAGE_DEMO: 'small',
      ...this.settings,
    };
  }
}

/** `stack` runs for all journeys of a file. */
export const test = base.extend<object, { stack: Stack }>({
  stack: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures that are wanted
    async ({}, use) => {
      const stack = new Stack(await freePort());
      await stack.start();
      await use(stack);
      await stack.stop();
      stack.remove();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // A journey fails when its page logs an error or violates its security policy.
  page: async ({ page }, use) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      const isExpected = /Failed to load resource|WebSocket connection|net::ERR/.test(message.text());
      if (message.type() === 'error' && !isExpected) errors.push(message.text());
    });
    await use(page);
    if (errors.length > 0) throw new Error(`The page logged errors:\n${errors.join('\n')}`);
  },
});

/** Signs in by an API call of this browser, which gets the cookie of its session, without opening a screen. */
export async function signIn(page: Page, stack: Stack, { email, password }: { email: string; password: string } = ADMIN): Promise<void> {
  const answer = await page.context().request.post(`${stack.url}/api/login`, { data: { username: email, password } });
  expect(answer.status()).toBe(200);
  const tokens = (await answer.json()) as { token: string; refreshToken: string };
  // A small response of the same origin, which has access to the page's storage and runs none of its scripts.
  await page.goto(`${stack.url}/api/health/live`);
  await page.evaluate(
    ([token, refreshToken]) => {
      localStorage.setItem('jwt', token);
      localStorage.setItem('refreshToken', refreshToken);
    },
    [tokens.token, tokens.refreshToken] as const,
  );
}

/** Signs in by an API call and opens a screen. @param address its path and query */
export async function openScreen(page: Page, stack: Stack, address: string): Promise<void> {
  await signIn(page, stack);
  await page.goto(`${stack.url}${address}`);
}

/** Signs in by an API call and opens the dashboard. */
export async function openDashboard(page: Page, stack: Stack, who: { email: string; password: string } = ADMIN): Promise<void> {
  await signIn(page, stack, who);
  await page.goto(stack.url);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** Signs in through the form. */
export async function signInByForm(page: Page, stack: Stack, who: { email: string; password: string } = ADMIN): Promise<void> {
  await page.goto(stack.url);
  await page.getByLabel('Email address').fill(who.email);
  await page.getByLabel('Password').fill(who.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/dashboard$/);
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

/** The open dialog. Excludes toasts, which also have the role of a dialog. */
export function dialogOf(page: Page): Locator {
  return page.getByRole('dialog').and(page.locator(':not([data-type])'));
}

/** Advances the simulated marketplace's clock. */
export async function advance(stack: Stack, ms: number): Promise<void> {
  const simulator = readFileSync(path.join(stack.folder, 'simulator'), 'utf8');
  const answer = await fetch(`${simulator}/__sim/clock/advance`, { method: 'POST', body: JSON.stringify({ ms }) });
  expect(answer.ok).toBe(true);
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

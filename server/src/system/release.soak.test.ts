import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkoutRoot } from '../platform/paths.ts';

const PASSWORD = 'an administrator of tests';
const root = checkoutRoot();
const output = path.join(root, 'release');
const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string };
const archive = `stowage-${version}.tgz`;
const bill = `stowage-${version}.cdx.json`;

let folder = '';
let running: ChildProcess | undefined;

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
const makeRelease = () => execFileSync(process.execPath, ['scripts/release.mjs'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });

/** Node and its npm, a shell and nothing else: no git, no Python, no compiler. */
const environment = () => ({
  PATH: path.join(folder, 'bin'),
  HOME: path.join(folder, 'home'),
  ...(process.env.NODE_EXTRA_CA_CERTS !== undefined && { NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS }),
});

function linkPrograms(): void {
  const search = (process.env.PATH ?? '').split(path.delimiter);
  mkdirSync(path.join(folder, 'bin'));
  for (const name of ['node', 'npm', 'npx', 'sh', 'cat', 'env']) {
    const place = search.map((one) => path.join(one, name)).find((file) => existsSync(file));
    if (place !== undefined) symlinkSync(place, path.join(folder, 'bin', name));
  }
}

beforeAll(() => {
  // Below a folder that the account of the embedded PostgreSQL can enter.
  folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-installed-'));
  execFileSync('chmod', ['711', folder]);
  for (const name of ['home', 'app']) mkdirSync(path.join(folder, name));
  linkPrograms();
  makeRelease();
  writeFileSync(path.join(folder, 'app', 'package.json'), '{ "private": true }');
  installRelease();
}, 1_000_000);

/** A connection to the registry may stall, and npm would wait for it for ever. It is not what is tested. */
function installRelease(attempts = 3): void {
  const options = ['--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  const where = { cwd: path.join(folder, 'app'), env: environment(), stdio: 'inherit', timeout: 240_000, killSignal: 'SIGKILL' } as const;
  try {
    execFileSync('npm', ['install', ...options, path.join(output, archive)], where);
  } catch (error) {
    const isStalled = error instanceof Error && 'code' in error && error.code === 'ETIMEDOUT';
    if (!isStalled || attempts === 1) throw error;
    installRelease(attempts - 1);
  }
}

afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

const program = () => path.join(folder, 'app/node_modules/.bin/stowage');

async function start(): Promise<string> {
  const child = spawn(program(), ['start'], {
    env: { ...environment(), PORT: '0', STOWAGE_DATA_DIR: path.join(folder, 'data'), STOWAGE_ADMIN_PASSWORD: PASSWORD, STOWAGE_DEMO: 'off' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  running = child;
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk;
      const address = /ready at (\S+)/.exec(text)?.[1];
      if (address !== undefined) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`It ended with ${code} before it served:\n${text}`)));
  });
}

async function stop(): Promise<number | null> {
  const child = running;
  running = undefined;
  if (child === undefined || child.exitCode !== null) return null;
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  return ended;
}

/** Packages by name and version, in any folder of npm. */
function installedPackages(modules: string): string[] {
  const names = readdirSync(modules).flatMap((name) =>
    name.startsWith('@') ? readdirSync(path.join(modules, name)).map((inner) => `${name}/${inner}`) : [name],
  );
  return names
    .filter((name) => existsSync(path.join(modules, name, 'package.json')))
    .flatMap((name) => {
      const own = JSON.parse(readFileSync(path.join(modules, name, 'package.json'), 'utf8')) as { version: string };
      const inner = path.join(modules, name, 'node_modules');
      return [`${name}@${own.version}`, ...(existsSync(inner) ? installedPackages(inner) : [])];
    });
}

it('makes the same files again, with the checksums that it names', () => {
  const sums = readFileSync(path.join(output, 'SHA256SUMS'), 'utf8');
  expect(sums).toBe([archive, bill].map((name) => `${sha256(path.join(output, name))}  ${name}\n`).join(''));
  for (const place of ['server/dist', 'simulator/dist', 'web/dist']) rmSync(path.join(root, place, '.built-from'));
  makeRelease();
  expect(readFileSync(path.join(output, 'SHA256SUMS'), 'utf8')).toBe(sums);
}, 600_000);

it('lists exactly the packages that are installed', () => {
  const { specVersion, components } = JSON.parse(readFileSync(path.join(output, bill), 'utf8')) as {
    specVersion: string;
    components: { name: string; version: string; scope: string; hashes: { content: string }[]; licenses: object[]; properties: { value: string }[] }[];
  };
  expect(specVersion).toBe('1.6');
  for (const { name, hashes, licenses } of components) expect([name, hashes[0]?.content.length, licenses.length]).toEqual([name, 128, 1]);
  const installed = new Set(installedPackages(path.join(folder, 'app/node_modules')).filter((name) => !name.startsWith('stowage@')));
  const listed = components.filter(({ properties }) => properties[0]?.value === 'installed');
  const named = new Set(listed.map(({ name, version: its }) => `${name}@${its}`));
  expect([...installed].filter((name) => !named.has(name))).toEqual([]);
  const required = listed.filter(({ scope }) => scope === 'required').map(({ name, version: its }) => `${name}@${its}`);
  expect(required.filter((name) => !installed.has(name))).toEqual([]);
  expect(components.some(({ name, properties }) => name === 'react' && properties[0]?.value === 'compiled into the page')).toBe(true);
});

it('starts without git and build tools, serves page and calls, and stops cleanly', async () => {
  expect(execFileSync(program(), ['--version'], { env: environment(), encoding: 'utf8' })).toBe(`${version}\n`);
  const address = await start();
  const call = async (url: string, body?: object, token = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(address + url, body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) });
    expect(answer.status, url).toBe(200);
    return answer;
  };
  expect(await (await call('/api/health/ready')).json()).toEqual({ status: 'ok', version });
  const page = await (await call('/')).text();
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, asset]) => asset ?? '');
  expect(assets.length).toBeGreaterThan(1);
  for (const asset of assets) await call(asset);
  const { token } = (await (await call('/api/login', { username: 'admin@stowage.local', password: PASSWORD })).json()) as { token: string };
  await call('/api/sfinventory', { productId: '012345678905', locationId: 1, clientScanId: 'scanned-in-a-release' }, token);
  const doctor = execFileSync(program(), ['doctor', '--json'], { env: { ...environment(), STOWAGE_DATA_DIR: path.join(folder, 'data') }, encoding: 'utf8' });
  const { checks } = JSON.parse(doctor) as { checks: { name: string; status: string }[] };
  expect(checks.filter(({ status }) => status === 'fail')).toEqual([]);
  expect(checks.find(({ name }) => name === 'process')?.status).toBe('ok');
  expect(await stop()).toBe(0);
}, 300_000);

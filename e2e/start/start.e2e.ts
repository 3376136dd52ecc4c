import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect } from '@playwright/test';
import { freePort, Stack, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

test('refuses a second start on the same data directory', async ({ stack }) => {
  const { code, output } = await stack.startTwice();
  expect(code).toBe(1);
  expect(output).toContain('Stowage is already running on the data directory');
  expect(output).toContain(stack.url);
  await stack.logIn();
});

test('creates demo data only in an empty installation', async () => {
  const other = new Stack(await freePort(), { STOWAGE_DEMO: 'off' }, { from: 'nothing' });
  await other.start();
  const { token } = await other.logIn();
  const scanned = await fetch(`${other.url}/api/sfinventory`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ productId: '123456789', locationId: 'A-1' }),
  });
  expect(await scanned.text()).toBe('ok');
  await other.stop();
  other.settings.STOWAGE_DEMO = 'on';
  expect(await other.start()).not.toContain('Creating the demo data');
  await other.stop();
  other.remove();
});

test('names a port that is in use, after it stored the password in a file for its owner only', async ({ stack }) => {
  const other = new Stack(stack.port, { STOWAGE_ADMIN_PASSWORD: '', STOWAGE_DEMO: 'off' }, { from: 'nothing' });
  const { code, output } = await other.startTwice();
  const file = /with the password in (\S+)/.exec(output)?.[1] ?? '';
  const password = /^Password: (\S+)$/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  expect(statSync(file).mode & 0o777).toBe(0o600);
  other.remove();
  expect(code).toBe(1);
  expect(password).toHaveLength(16);
  expect(output).not.toContain(password);
  expect(output).toContain(`Port ${stack.port} of 127.0.0.1 is in use`);
});

test('does not create data for a command on an empty folder', async () => {
  const other = new Stack(await freePort(), {}, { from: 'nothing' });
  const { code, output } = await other.command('user', 'list');
  expect([code, existsSync(`${other.folder}/postgres/data`)]).toEqual([1, false]);
  expect(output).toContain('There is no Stowage data in');
  other.remove();
});

test('stops the server on a signal to npm start', async () => {
  const other = new Stack(await freePort());
  const npm = spawn('npm', ['start'], { cwd: path.resolve(import.meta.dirname, '../..'), env: other.environment(), stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve) => npm.stdout.on('data', (chunk) => String(chunk).includes('Stowage is ready at') && resolve()));
  await other.logIn();
  npm.kill('SIGTERM');
  await expect
    .poll(() =>
      other.logIn().then(
        () => 'serves',
        () => 'gone',
      ),
    )
    .toBe('gone');
  // npm is gone at once, and nothing else names the server, which stops its database last.
  await expect.poll(() => existsSync(`${other.folder}/postgres/data/postmaster.pid`)).toBe(false);
  other.remove();
});

test('names an invalid configuration value', async ({ stack }) => {
  stack.settings.STOWAGE_DEMO = 'perhaps';
  const { code, output } = await stack.startTwice();
  delete stack.settings.STOWAGE_DEMO;
  expect(code).toBe(78);
  expect(output).toContain('STOWAGE_DEMO');
});

import { expect } from '@playwright/test';
import { ADMIN, test } from './stack.ts';

test.describe.configure({ mode: 'serial' });

const login = (url: string) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
  });

test('a second start on one data directory says so and stops', async ({ stack }) => {
  const { code, output } = await stack.startTwice();
  expect(code).toBe(1);
  expect(output).toContain('Stowage is already running on the data directory');
  expect(output).toContain(stack.url);
  expect((await login(stack.url)).status).toBe(200);
});

test('killing the server, or the whole tree, leaves nothing that stops the next start', async ({ stack }) => {
  await stack.kill();
  await stack.start();
  await stack.killTree();
  const output = await stack.start();
  expect(output).not.toContain('Laying the demo data');
  expect((await login(stack.url)).status).toBe(200);
});

test('SIGTERM drains and stops it, and the database with it', async ({ stack }) => {
  await stack.stop();
  await expect(login(stack.url)).rejects.toThrow();
  expect(stack.command('user', 'list').output).toContain(ADMIN.email);
  await stack.start();
});

test('a wrong configuration is named', async ({ stack }) => {
  process.env.STOWAGE_DEMO = 'perhaps';
  const { code, output } = await stack.startTwice();
  delete process.env.STOWAGE_DEMO;
  expect(code).toBe(1);
  expect(output).toContain('STOWAGE_DEMO');
});

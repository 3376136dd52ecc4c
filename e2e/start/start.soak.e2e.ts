import { expect } from '@playwright/test';
import { ADMIN, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

const login = (url: string) =>
  fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: ADMIN.email, password: ADMIN.password }),
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
  expect((await stack.command('user', 'list')).output).toContain(ADMIN.email);
  await stack.start();
});

import { expect } from '@playwright/test';
import { ADMIN, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

test('killing the server, or the whole tree, leaves nothing that stops the next start', async ({ stack }) => {
  await stack.kill();
  await stack.start();
  await stack.killTree();
  const output = await stack.start();
  expect(output).not.toContain('Creating the demo data');
  await stack.logIn();
});

test('SIGTERM drains and stops it, and the database with it', async ({ stack }) => {
  await stack.stop();
  await expect(stack.logIn()).rejects.toThrow('fetch failed');
  expect((await stack.command('user', 'list')).output).toContain(ADMIN.email);
  await stack.start();
});

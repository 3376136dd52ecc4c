import { expect } from '@playwright/test';
import { ADMIN, test } from '../support/stack.ts';

test.describe.configure({ mode: 'serial' });

test('starts again after the server or its whole process tree was killed', async ({ stack }) => {
  await stack.kill();
  await stack.start();
  await stack.killTree();
  const output = await stack.start();
  expect(output).not.toContain('Creating the demo data');
  await stack.logIn();
});

test('drains and stops the server and its database on SIGTERM', async ({ stack }) => {
  await stack.stop();
  await expect(stack.logIn()).rejects.toThrow('fetch failed');
  expect((await stack.command('user', 'list')).output).toContain(ADMIN.email);
  await stack.start();
});

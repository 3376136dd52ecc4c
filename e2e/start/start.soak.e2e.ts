import { expect } from '@playwright/test';
import { ADMIN, advance, test } from '../support/stack.ts';

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

test('PostgreSQL that is killed while a job runs starts again, twice, and the server stays', async ({ stack }) => {
  const { token } = await stack.logIn();
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${stack.url}${path}`, { ...init, headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' } });
  const ready = async () => (await call('/api/health/ready')).status;
  for (let kill = 0; kill < 2; kill += 1) {
    const started = await call('/api/jobs', { method: 'POST', body: JSON.stringify({ kind: 'import-listings' }) });
    const { id } = (await started.json()) as { id: number };
    const job = async () => ((await (await call(`/api/jobs/${id}`)).json()) as { state: string }).state;
    await expect.poll(job).not.toBe('QUEUED');
    stack.killDatabase();
    await expect.poll(ready).toBe(200);
    // The report is asked for again by a queue that runs.
    const advanced = async () => {
      await advance(stack, 60_000);
      return job();
    };
    await expect.poll(advanced).toBe('DONE');
    expect(stack.isRunning).toBe(true);
  }
});

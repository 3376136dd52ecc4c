import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { makeNewCluster } from './new-cluster.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-cluster-'));
chmodSync(folder, 0o711);
afterAll(() => rmSync(folder, { recursive: true }));

it('makes the cluster that the next start finds, and leaves an existing one alone', async () => {
  const password = path.join(folder, 'postgres/data/stowage-password');
  await makeNewCluster(folder);
  const made = readFileSync(password, 'utf8');
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve' });
  expect(server.connection.password).toBe(made);
  const since = statSync(password).mtimeMs;
  await makeNewCluster(folder);
  expect([readFileSync(password, 'utf8'), statSync(password).mtimeMs]).toEqual([made, since]);
  await server.stop();
});

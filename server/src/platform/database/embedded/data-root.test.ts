import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { dataRoot } from './data-root.ts';

const closed = mkdtempSync(path.join(os.tmpdir(), 'stowage-closed-'));
chmodSync(closed, 0o700);
afterAll(() => rmSync(closed, { recursive: true }));
const dataDir = path.join(closed, 'data');

it('takes a folder that the account of the embedded PostgreSQL may not enter when the database is an external one', () => {
  expect(dataRoot({ dataDir, databaseUrl: 'postgresql://database.example/stowage' })).toEqual({ folder: dataDir, moved: false });
});

it('refuses such a folder for the embedded PostgreSQL, which runs as another account where this one is root', () => {
  const open = () => dataRoot({ dataDir, databaseUrl: undefined }).folder;
  if (process.getuid?.() === 0) expect(open).toThrow('may not enter');
  else expect(open()).toBe(dataDir);
});

it.runIf(process.platform === 'linux')('refuses a folder that the system does not make', () => {
  expect(() => dataRoot({ dataDir: '/proc/stowage/data', databaseUrl: undefined })).toThrow('/proc/stowage');
});

import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runMigrate } from './migrate.ts';
import { runUpgradePostgres } from './upgrade-postgres.ts';
import { withPlatform } from './with-platform.ts';

afterEach(() => vi.unstubAllEnvs());

it.each([
  ['stowage user list', () => withPlatform(async () => 0)],
  ['stowage migrate --check', () => runMigrate(true)],
  ['stowage upgrade-postgres', () => runUpgradePostgres(undefined)],
])('%s makes no folder where none is', async (_, command) => {
  const parent = mkdtempSync(path.join(os.tmpdir(), 'stowage-commands-'));
  const folder = path.join(parent, 'misspelled');
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('STOWAGE_DATA_DIR', folder);
  await expect(command()).rejects.toThrow(folder);
  expect(existsSync(folder)).toBe(false);
  rmSync(parent, { recursive: true });
});

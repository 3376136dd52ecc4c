import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { serve } from '../serve.ts';

const parent = mkdtempSync(path.join(os.tmpdir(), 'stowage-start-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(parent, { recursive: true });
});

it('ends a start whose backups have no passphrase, before anything is made', async () => {
  vi.stubEnv('DATABASE_URL', undefined);
  vi.stubEnv('STOWAGE_DATA_DIR', path.join(parent, 'data'));
  vi.stubEnv('STOWAGE_BACKUP_TARGET', path.join(parent, 'target'));
  vi.stubEnv('STOWAGE_BACKUP_PASSPHRASE_FILE', path.join(parent, 'missing'));
  await expect(serve()).rejects.toThrow("STOWAGE_BACKUP_PASSPHRASE_FILE: The passphrase can't be read");
  expect(existsSync(path.join(parent, 'data'))).toBe(false);
});

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { encryptionKeyFile } from './key-files.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-key-files-'));
afterAll(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

it('notices another key after the clock of the machine was set back', async () => {
  const [running, command] = [encryptionKeyFile(folder), encryptionKeyFile(folder)];
  const { key } = running.read();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
  command.write({ key: 'the next key', former: key });
  await expect.poll(() => running.read().key).toBe('the next key');
});

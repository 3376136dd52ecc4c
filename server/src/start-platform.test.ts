import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { rememberAddress } from './start-platform.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-address-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('forgets its own address, and not that of another process on the same data directory', () => {
  const file = path.join(folder, 'address');
  const forgetFirst = rememberAddress(folder, 'http://127.0.0.1:3000');
  const forgetSecond = rememberAddress(folder, 'http://127.0.0.1:3001');
  forgetFirst();
  expect(readFileSync(file, 'utf8')).toContain('http://127.0.0.1:3001');
  forgetSecond();
  expect(existsSync(file)).toBe(false);
});

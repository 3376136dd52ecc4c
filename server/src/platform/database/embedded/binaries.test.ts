import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { embeddedMajor, findBinaries } from './binaries.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-binaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('knows the version of the programs without running them', () => {
  expect(embeddedMajor()).toBe(findBinaries(undefined, path.join(folder, 'programs')).major);
});

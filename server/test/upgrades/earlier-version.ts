import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { checkoutRoot } from '../../src/platform/paths.ts';

/**
 * Checks out a commit into an empty folder with the packages of this checkout, and builds its server and simulator with its own scripts.
 * @throws Error when the history of this checkout lacks the commit, as a shallow clone's does
 */
export function buildEarlierVersion(commit: string, folder: string): void {
  const root = checkoutRoot();
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, maxBuffer: 1 << 30 });
  if (git('cat-file', '-e', `${commit}^{commit}`).status !== 0) {
    throw new Error(`The git history lacks commit ${commit}, whose version this test starts. Fetch the whole history (git fetch --unshallow)`);
  }
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit).stdout });
  linkPackages(root, folder);
  const build = `const { build } = await import('./scripts/build.mjs'); for (const only of ['server', 'simulator']) await build({ only });`;
  execFileSync(process.execPath, ['--input-type=module', '-e', build], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** The installed packages are shared; the workspaces are those that the earlier version names. */
function linkPackages(root: string, folder: string): void {
  const installed = path.join(root, 'node_modules');
  const packages = path.join(folder, 'node_modules');
  mkdirSync(path.join(packages, '@stowage'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name === '.installed-lock') copyFileSync(path.join(installed, name), path.join(packages, name));
    else if (name !== '@stowage') symlinkSync(path.join(installed, name), path.join(packages, name));
  }
  const { workspaces } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { workspaces: readonly string[] };
  for (const name of workspaces) symlinkSync(path.join(folder, name), path.join(packages, '@stowage', name));
}

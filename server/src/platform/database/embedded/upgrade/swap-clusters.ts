import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The data root of the new cluster while it is made. */
export function upgradeRoot(root: string): string {
  return path.join(root, 'postgres-upgrade');
}

const markerOf = (root: string) => path.join(upgradeRoot(root), 'complete');

/** Whether the new cluster is complete and only has to take the place of the old one. */
export function hasCompleteUpgrade(root: string): boolean {
  return existsSync(markerOf(root));
}

/** Decides for the new cluster. Both servers must be stopped. From here on, each start continues with `finishSwap`. */
export function markComplete(root: string, oldMajor: number): void {
  writeFileSync(markerOf(root), nameForOld(root, oldMajor), { flush: true });
  syncFolder(upgradeRoot(root));
}

/** Renames the old cluster to `postgres-<major>` and the new one to `postgres`, if an upgrade decided so. A process that is killed here repeats it. */
export function finishSwap(root: string): void {
  if (!hasCompleteUpgrade(root)) return;
  const current = path.join(root, 'postgres');
  const made = path.join(upgradeRoot(root), 'postgres');
  if (existsSync(made)) {
    if (existsSync(current)) renameSync(current, path.join(root, readFileSync(markerOf(root), 'utf8')));
    renameSync(made, current);
    syncFolder(root);
  }
  rmSync(upgradeRoot(root), { recursive: true, force: true });
}

function nameForOld(root: string, major: number): string {
  for (let nth = 1; ; nth++) {
    const name = `postgres-${major}${nth === 1 ? '' : `-${nth}`}`;
    if (!existsSync(path.join(root, name))) return name;
  }
}

/** Renames survive a power failure once their folder is written. */
function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

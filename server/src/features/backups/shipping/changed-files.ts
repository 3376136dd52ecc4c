import * as disk from 'node:fs/promises';
import path from 'node:path';
import { followLooks } from './last-look.ts';

export interface ChangedFile {
  readonly folder: string;
  readonly name: string;
}

/** The files that were written since the last confirmed look. */
export interface ChangedFiles {
  since(now: Date): Promise<ChangedFile[]>;
  /** What the last look returned is stored. */
  confirm(): void;
}

/** Clocks of file systems tick coarsely, and a file is renamed a moment after its last write. */
const OVERLAP_MS = 5_000;

/**
 * Looks only into folders whose time changed: a file that is added or replaced changes that of its folder.
 * @param from files that were written before are stored
 */
export function followFiles(dataFolder: string, folders: readonly string[], from: Date): ChangedFiles {
  const looks = followLooks(from, OVERLAP_MS);
  return {
    async since(now) {
      const since = looks.since(now);
      const changed: ChangedFile[] = [];
      for (const folder of folders) await addChanged({ root: path.join(dataFolder, folder), folder, since, changed }, '');
      return changed;
    },
    confirm: looks.confirm,
  };
}

async function addChanged(look: { root: string; folder: string; since: number; changed: ChangedFile[] }, below: string): Promise<void> {
  const { root, folder, since, changed } = look;
  const here = path.join(root, below);
  const entries = await disk.readdir(here, { withFileTypes: true }).catch(() => []);
  const isChanged = (await disk.stat(here).catch(() => undefined))?.mtimeMs ?? 0;
  for (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) await addChanged(look, name);
    else if (isChanged >= since) {
      const stat = await disk.stat(path.join(root, name)).catch(() => undefined);
      if (stat !== undefined && stat.ctimeMs >= since) changed.push({ folder, name });
    }
  }
}

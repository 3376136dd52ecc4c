import { existsSync, mkdirSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder and those above it, one by one: where the system takes no folders, such as in /proc, Node's own way never ends.
 * @throws the system's error, also when a file has the name
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  try {
    await disk.mkdir(folder, { mode });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await disk.stat(folder)).isDirectory()) return;
    if (!hasCode(error, 'ENOENT') || path.dirname(folder) === folder) throw error;
    await makeFolder(path.dirname(folder), mode);
    await makeLast(folder, mode);
  }
}

/** The same for the data folder, before the process does anything else. */
export function makeFolderSync(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolderSync(path.dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Another call may have made it meanwhile. */
async function makeLast(folder: string, mode: number): Promise<void> {
  await disk.mkdir(folder, { mode }).catch((error: unknown) => {
    if (!hasCode(error, 'EEXIST')) throw error;
  });
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

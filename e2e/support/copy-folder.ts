import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';

/** Copies the content of a folder with its owners, which PostgreSQL checks; on file systems that share blocks, in no time. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', `${from}/.`, to]);
}

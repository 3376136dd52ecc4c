import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';

/** Copies the content of a folder with its owners, which PostgreSQL checks. File systems that share blocks do it instantly. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', `${from}/.`, to]);
}

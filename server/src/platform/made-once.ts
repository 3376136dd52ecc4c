import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';

/** The text of a file that only this account can read. It is made when it is missing: whole or not at all, and of several processes the first wins. */
export function madeOnce(file: string, make: () => string): string {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, 'utf8');
}

import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokenKey: string;
}

/** The generated secrets of this installation; made on the first start, readable by its account alone. */
export function loadSecrets(dataFolder: string): Secrets {
  const file = path.join(dataFolder, 'secrets.json');
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify({ accessTokenKey: randomBytes(48).toString('base64url') }), { mode: 0o600 });
  try {
    // Whole or not at all, and the first of several processes wins.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
}

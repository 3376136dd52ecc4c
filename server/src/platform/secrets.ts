import { createHash, randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokenKey: string;
  /** Encrypts secrets in the database: 32 bytes. */
  readonly encryptionKey: Buffer;
}

/**
 * The secrets of this installation, generated on the first start and readable by its account only.
 * @param encryptionKey from the environment, for processes that share a database and no data directory
 */
export function loadSecrets(dataFolder: string, encryptionKey?: string): Secrets {
  const { accessTokenKey } = madeOnce(path.join(dataFolder, 'secrets.json'), () => ({ accessTokenKey: randomBytes(48).toString('base64url') }));
  const key = encryptionKey ?? madeOnce(path.join(dataFolder, 'encryption-key.json'), () => ({ key: randomBytes(48).toString('base64url') })).key;
  return { accessTokenKey, encryptionKey: createHash('sha256').update(key).digest() };
}

function madeOnce<Content extends object>(file: string, make: () => Content): Content {
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(make()), { mode: 0o600 });
  try {
    // Written atomically; of several processes the first wins.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Content;
}

import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { madeOnce } from './made-once.ts';

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
  const { accessTokenKey } = jsonMadeOnce(path.join(dataFolder, 'secrets.json'), () => ({ accessTokenKey: randomBytes(48).toString('base64url') }));
  const key = encryptionKey ?? jsonMadeOnce(path.join(dataFolder, 'encryption-key.json'), () => ({ key: randomBytes(48).toString('base64url') })).key;
  return { accessTokenKey, encryptionKey: createHash('sha256').update(key).digest() };
}

function jsonMadeOnce<Content extends object>(file: string, make: () => Content): Content {
  return JSON.parse(madeOnce(file, () => JSON.stringify(make()))) as Content;
}

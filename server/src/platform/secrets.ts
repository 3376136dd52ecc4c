import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { madeOnce } from './made-once.ts';

export interface Secrets {
  /** Signs access tokens. */
  readonly accessTokenKey: string;
  /** Encrypts secrets in the database: 32 bytes. */
  readonly encryptionKey: Buffer;
}

/** Secrets from the environment, for processes that share a database and no data directory. */
interface GivenKeys {
  readonly tokenKey?: string | undefined;
  readonly encryptionKey?: string | undefined;
}

/** The secrets of this installation: given, or generated on the first start and readable by its account only. */
export function loadSecrets(dataFolder: string, given: GivenKeys = {}): Secrets {
  const accessTokenKey = given.tokenKey ?? jsonMadeOnce(path.join(dataFolder, 'secrets.json'), () => ({ accessTokenKey: generate() })).accessTokenKey;
  const key = given.encryptionKey ?? jsonMadeOnce(path.join(dataFolder, 'encryption-key.json'), () => ({ key: generate() })).key;
  return { accessTokenKey, encryptionKey: createHash('sha256').update(key).digest() };
}

const generate = () => randomBytes(48).toString('base64url');

function jsonMadeOnce<Content extends object>(file: string, make: () => Content): Content {
  return JSON.parse(madeOnce(file, () => JSON.stringify(make()))) as Content;
}

import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf } from '@stowage/contract/errors';
import { ObjectMissingError, type ObjectStore } from '../../../integrations/storage/object-store.ts';
import { ageDecrypt, ageEncrypt } from '../../../platform/age/age.ts';
import { AgeError, WrongKeyError } from '../../../platform/age/header.ts';
import { type AgeIdentity, newIdentity, readIdentity } from '../../../platform/age/keys.ts';
import { BackupError, TargetChangedError } from '../backup-error.ts';

export interface Written {
  /** As stored: compressed and encrypted. */
  readonly bytes: number;
  /** SHA-256 of the stored bytes, in hexadecimal. */
  readonly sha256: string;
}

/** Encrypted objects. A name that ends with `.gz.age` is compressed as well, so that `age -d -i key | gunzip` reads it. */
export interface Vault {
  readonly store: ObjectStore;
  write(name: string, content: AsyncIterable<Uint8Array>): Promise<Written>;
  /**
   * @param see receives the stored bytes
   * @throws ObjectMissingError; while reading, BackupError when the object is cut or changed
   */
  read(name: string, see?: (stored: Uint8Array) => unknown): Promise<AsyncIterable<Uint8Array>>;
  /**
   * A disk that is not mounted any more leaves a folder that takes everything.
   * @throws TargetChangedError when the target has no key, or another one than when the vault was opened
   */
  requireKey(): Promise<void>;
}

/** The key pair of all objects, encrypted with the passphrase: scrypt runs once, not for each object. */
const KEY = 'key.age';
const MIN_PASSPHRASE = 12;
/** The fastest level halves a database; the next ones take twice as long for a tenth. */
const GZIP = { level: 1, chunkSize: 256 * 1024 };

export interface VaultOptions {
  /** Whether a target without a key gets one. */
  readonly create: boolean;
  /** Completes the sentence that there is no backup. */
  readonly orElse?: string | undefined;
}

/**
 * @throws BackupError when there is no backup, or the passphrase is another one
 */
export async function openVault(store: ObjectStore, passphrase: string, { create, orElse = '' }: VaultOptions): Promise<Vault> {
  const key = (await readKey(store, passphrase)) ?? (create ? await createKey(store, passphrase) : undefined);
  if (key === undefined) throw new BackupError(`There is no backup in ${store.address}${orElse}`);
  const { identity, stored } = key;
  return {
    store,
    async requireKey() {
      if ((await findKey(store))?.equals(stored)) return;
      throw new TargetChangedError(`${store.address} has no longer the key of the backups: its disk is not mounted, or backups began anew there`);
    },
    async write(name, content) {
      const hash = createHash('sha256');
      let bytes = 0;
      const encrypted = ageEncrypt(name.endsWith('.gz.age') ? through(content, createGzip(GZIP)) : content, identity);
      const counted = async function* () {
        for await (const part of encrypted) {
          hash.update(part);
          bytes += part.length;
          yield part;
        }
      };
      await store.put(name, counted());
      return { bytes, sha256: hash.digest('hex') };
    },
    async read(name, see) {
      const stored = await store.get(name);
      const content = ageDecrypt(see === undefined ? stored : tee(stored, see), identity);
      return naming(name, name.endsWith('.gz.age') ? through(content, createGunzip({ chunkSize: GZIP.chunkSize })) : content);
    },
  };
}

/** @throws BackupError when the file is missing or its passphrase is too short */
export function readPassphrase(file: string): string {
  let passphrase = '';
  try {
    passphrase = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new BackupError(`The passphrase can't be read from ${file}: ${messageOf(error)}`);
  }
  if (passphrase.length < MIN_PASSPHRASE) throw new BackupError(`The passphrase in ${file} must have at least ${MIN_PASSPHRASE} characters`);
  return passphrase;
}

interface Key {
  readonly identity: AgeIdentity;
  /** Encrypted, as it is in the target. */
  readonly stored: Buffer;
}

async function findKey(store: ObjectStore): Promise<Buffer | undefined> {
  try {
    return await readWhole(await store.get(KEY));
  } catch (error) {
    if (error instanceof ObjectMissingError) return undefined;
    throw error;
  }
}

async function readKey(store: ObjectStore, passphrase: string): Promise<Key | undefined> {
  const stored = await findKey(store);
  if (stored === undefined) return undefined;
  try {
    return { identity: readIdentity((await readWhole(ageDecrypt(Readable.from([stored]), { passphrase }))).toString()), stored };
  } catch (error) {
    if (error instanceof WrongKeyError) throw new BackupError(`The passphrase does not open the backups in ${store.address}`);
    if (error instanceof AgeError) throw new BackupError(`${KEY} in ${store.address} is damaged: ${error.message}`);
    throw error;
  }
}

async function createKey(store: ObjectStore, passphrase: string): Promise<Key> {
  const identity = newIdentity();
  const stored = await readWhole(ageEncrypt(Readable.from([Buffer.from(`${identity.text}\n`)]), { passphrase }));
  await store.put(KEY, Readable.from([stored]));
  return { identity, stored };
}

/** Sends bytes through a stream. A failure of either side ends both. */
async function* through(content: AsyncIterable<Uint8Array>, transform: ReturnType<typeof createGzip | typeof createGunzip>): AsyncGenerator<Uint8Array> {
  const output = new PassThrough({ highWaterMark: GZIP.chunkSize });
  const done = pipeline(Readable.from(content, { objectMode: false, highWaterMark: GZIP.chunkSize }), transform, output);
  done.catch((error) => output.destroy(error));
  try {
    yield* output as AsyncIterable<Uint8Array>;
    await done;
  } finally {
    if (!output.closed) {
      output.destroy();
      await Promise.race([done.catch(() => {}), once(output, 'close').catch(() => {})]);
    }
  }
}

async function* naming(name: string, content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    const isDamage = error instanceof AgeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_');
    throw isDamage ? new BackupError(`${name} in the backups is damaged: ${(error as Error).message}`) : error;
  }
}

export async function* tee(content: AsyncIterable<Uint8Array>, see: (part: Uint8Array) => unknown): AsyncGenerator<Uint8Array> {
  for await (const part of content) {
    see(part);
    yield part;
  }
}

export async function readWhole(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts);
}

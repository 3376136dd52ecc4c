import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { ageDecrypt, ageEncrypt } from '../../../platform/age/age.ts';
import { AgeError } from '../../../platform/age/header.ts';
import { BackupError } from '../backup-error.ts';
import { readWhole } from './vault.ts';

const keys = z.object({ accessTokenKey: z.string(), encryptionKey: z.string() });
/** What an installation needs besides its data: stored apart, so that neither opens anything alone. */
export type InstallationKeys = z.infer<typeof keys>;

const SECRETS = 'secrets.json';
const ENCRYPTION_KEY = 'encryption-key.json';

/** The keys from the environment, and from the data directory those that are not there. */
export function readKeys(dataFolder: string, given: { readonly tokenKey?: string | undefined; readonly encryptionKey?: string | undefined }): InstallationKeys {
  return {
    accessTokenKey: given.tokenKey ?? (readJson(path.join(dataFolder, SECRETS)) as { accessTokenKey: string }).accessTokenKey,
    encryptionKey: given.encryptionKey ?? (readJson(path.join(dataFolder, ENCRYPTION_KEY)) as { key: string }).key,
  };
}

export async function placeKeys(dataFolder: string, { accessTokenKey, encryptionKey }: InstallationKeys): Promise<void> {
  await disk.writeFile(path.join(dataFolder, SECRETS), JSON.stringify({ accessTokenKey }), { mode: 0o600 });
  await disk.writeFile(path.join(dataFolder, ENCRYPTION_KEY), JSON.stringify({ key: encryptionKey }), { mode: 0o600 });
}

/** Writes the keys to a file that the passphrase opens. */
export async function writeKeysFile(file: string, content: InstallationKeys, passphrase: string): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists. Name another file`);
  const encrypted = await readWhole(ageEncrypt(Readable.from([Buffer.from(JSON.stringify(content))]), { passphrase }));
  await disk.writeFile(file, encrypted, { mode: 0o600, flush: true, flag: 'wx' });
}

/** @throws BackupError when the file is missing, damaged, or has another passphrase */
export async function readKeysFile(file: string, passphrase: string): Promise<InstallationKeys> {
  if (!existsSync(file)) throw new BackupError(`The file of keys ${file} does not exist`);
  try {
    return keys.parse(JSON.parse((await readWhole(ageDecrypt(createReadStream(file), { passphrase }))).toString()));
  } catch (error) {
    if (error instanceof AgeError) throw new BackupError(`The passphrase does not open the file of keys ${file}: ${error.message}`);
    throw new BackupError(`The file of keys ${file} is damaged`);
  }
}

/** As the server derives it. */
export function keyOf({ encryptionKey }: InstallationKeys): Buffer {
  return createHash('sha256').update(encryptionKey).digest();
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

import { createReadStream, existsSync, readFileSync } from 'node:fs';
import * as disk from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { ageDecrypt, ageEncrypt } from '../../../platform/age/age.ts';
import { WrongKeyError } from '../../../platform/age/header.ts';
import type { EncryptionFile } from '../../../platform/keys/key-files.ts';
import { createKeyring, type Keyring } from '../../../platform/keys/keyring.ts';
import { writeNewFile } from '../../../platform/made-once.ts';
import { type GivenKeys, ringIn } from '../../../platform/secrets.ts';
import { BackupError } from '../backup-error.ts';
import { readWhole } from './vault.ts';

const keys = z.object({
  accessTokenKey: z.string(),
  encryptionKey: z.string(),
  /** During a rotation, and null afterwards. */
  formerEncryptionKey: z.string().nullish(),
});
/** What an installation needs besides its data: stored apart, so that neither opens anything alone. */
export type InstallationKeys = z.infer<typeof keys>;

const SECRETS = 'secrets.json';
const ENCRYPTION_KEY = 'encryption-key.json';

/** The keys from the environment, and from the data directory those that are not there. */
export function readKeys(dataFolder: string, given: GivenKeys): InstallationKeys {
  return {
    accessTokenKey: given.tokenKey ?? (readJson(path.join(dataFolder, SECRETS)) as { accessTokenKey: string }).accessTokenKey,
    ...encryptionKeysIn(dataFolder, given),
  };
}

function encryptionKeysIn(dataFolder: string, { encryptionKey, otherEncryptionKey }: GivenKeys): Omit<InstallationKeys, 'accessTokenKey'> {
  if (encryptionKey !== undefined) return { encryptionKey, ...(otherEncryptionKey !== undefined && { formerEncryptionKey: otherEncryptionKey }) };
  const { key, former } = readJson(path.join(dataFolder, ENCRYPTION_KEY)) as EncryptionFile;
  return { encryptionKey: key, ...(former !== undefined && { formerEncryptionKey: former }) };
}

export async function placeKeys(dataFolder: string, { accessTokenKey, ...encryption }: InstallationKeys): Promise<void> {
  await disk.writeFile(path.join(dataFolder, SECRETS), JSON.stringify({ accessTokenKey }), { mode: 0o600 });
  await disk.writeFile(path.join(dataFolder, ENCRYPTION_KEY), JSON.stringify(encryptionFileOf(encryption)), { mode: 0o600 });
}

/** Writes the keys to a file that the passphrase opens. */
export async function writeKeysFile(file: string, content: InstallationKeys, passphrase: string, openFile = disk.open): Promise<void> {
  if (existsSync(file)) throw new BackupError(`${file} exists. Name another file`);
  if (!existsSync(path.dirname(file))) throw new BackupError(`The folder ${path.dirname(file)} does not exist`);
  const encrypted = await readWhole(ageEncrypt(Readable.from([Buffer.from(JSON.stringify(content))]), { passphrase }));
  await writeNewFile(file, [encrypted], openFile);
}

/** @throws BackupError when the file is missing, damaged, or has another passphrase */
export async function readKeysFile(file: string, passphrase: string): Promise<InstallationKeys> {
  if (!existsSync(file)) throw new BackupError(`The file of keys ${file} does not exist`);
  try {
    return keys.parse(JSON.parse((await readWhole(ageDecrypt(createReadStream(file), { passphrase }))).toString()));
  } catch (error) {
    if (error instanceof WrongKeyError) throw new BackupError(`The passphrase does not open the file of keys ${file}`);
    throw new BackupError(`The file of keys ${file} is damaged`);
  }
}

/** As the server reads them. */
export function keyOf(installation: InstallationKeys): Keyring {
  const content = ringIn(encryptionFileOf(installation));
  return createKeyring(() => content);
}

function encryptionFileOf({ encryptionKey, formerEncryptionKey }: Omit<InstallationKeys, 'accessTokenKey'>): EncryptionFile {
  return { key: encryptionKey, ...(formerEncryptionKey !== undefined && { former: formerEncryptionKey }) };
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

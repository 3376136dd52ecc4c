import { type Clock, systemClock } from './clock.ts';
import { type EncryptionFile, encryptionKeyFile, type TokenFile, tokenKeyFile } from './keys/key-files.ts';
import { type KeyRotation, keyRotationIn } from './keys/key-rotation.ts';
import { createKeyring, encryptionKeyOf, type Keyring, type RingContent } from './keys/keyring.ts';
import { createTokenKeys, type TokenKeyContent, type TokenKeys } from './keys/token-keys.ts';

export interface Secrets {
  /** Sign access tokens. */
  readonly accessTokenKey: TokenKeys;
  /** Encrypt secrets in the database, and files. */
  readonly encryptionKey: Keyring;
  /** Exchanges the keys in the data directory; a rotation of keys in the environment is up to the operator. */
  readonly rotation?: KeyRotation;
}

/** Secrets from the environment, for processes that share a database and no data directory. */
export interface GivenKeys {
  readonly tokenKey?: string | undefined;
  /** Accepted too, during a rotation. */
  readonly otherTokenKey?: string | undefined;
  readonly encryptionKey?: string | undefined;
  /** Opens too, during a rotation. */
  readonly otherEncryptionKey?: string | undefined;
}

/** The secrets of this installation: given, or generated on the first start and readable by its account only. */
export function loadSecrets(dataFolder: string, given: GivenKeys = {}, clock: Clock = systemClock): Secrets {
  return {
    accessTokenKey: loadTokenKeys(dataFolder, given, clock),
    encryptionKey: loadKeyring(dataFolder, given),
    rotation: keyRotationIn(dataFolder, { rotatesToken: given.tokenKey === undefined, rotatesEncryption: given.encryptionKey === undefined }),
  };
}

function loadTokenKeys(dataFolder: string, { tokenKey, otherTokenKey }: GivenKeys, clock: Clock): TokenKeys {
  if (tokenKey !== undefined) {
    const content: TokenKeyContent = { current: tokenKey, ...(otherTokenKey !== undefined && { other: { key: otherTokenKey } }) };
    return createTokenKeys(() => content);
  }
  const file = tokenKeyFile(dataFolder);
  file.read();
  return createTokenKeys(() => tokenKeysIn(file.read()), clock);
}

function tokenKeysIn({ accessTokenKey, former, replacedAt = 0 }: TokenFile): TokenKeyContent {
  return { current: accessTokenKey, ...(former !== undefined && { other: { key: former, replacedAt } }) };
}

export function loadKeyring(dataFolder: string, { encryptionKey, otherEncryptionKey }: GivenKeys): Keyring {
  if (encryptionKey !== undefined) {
    const texts = [encryptionKey, otherEncryptionKey].filter((text) => text !== undefined);
    const content = { keys: texts.map(encryptionKeyOf), namesKeys: texts.length > 1 };
    return createKeyring(() => content);
  }
  const file = encryptionKeyFile(dataFolder);
  file.read();
  return createKeyring(
    () => ringIn(file.read()),
    () => ringIn(file.readAgain()),
  );
}

const rings = new WeakMap<EncryptionFile, RingContent>();

/** @param content of the key file, or of a backup of the keys */
export function ringIn(content: EncryptionFile): RingContent {
  const known = rings.get(content);
  if (known !== undefined) return known;
  const { key, former, retired = [] } = content;
  const ring = { keys: [key, former].filter((text) => typeof text === 'string').map(encryptionKeyOf), namesKeys: former !== undefined, retired };
  rings.set(content, ring);
  return ring;
}

import { createHash } from 'node:crypto';

/** A key that seals texts and files. */
export interface EncryptionKey {
  /** Stored beside what the key sealed; it reveals nothing of a key of this length. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

/** The encryption keys of the installation: the current one, and one other during a rotation. */
export interface Keyring {
  /** Seals. */
  current(): EncryptionKey;
  /** All that open, the current one first. */
  all(): readonly EncryptionKey[];
  /** The key with an id. One that is unknown may have come with a rotation, so the keys are read again. */
  find(id: string): EncryptionKey | undefined;
  /** Reads the keys again, also when they were just read. */
  refresh(): void;
  /** Whether what is sealed names its key. Versions without rotation can't open it, so this begins with the first rotation. */
  namesKeys(): boolean;
  /** Names the keys that a process of the same installation may hold: also one that another process has retired meanwhile. */
  known(): readonly string[];
}

const ID_LENGTH = 8;

/** @param text as generated or configured */
export function encryptionKeyOf(text: string): EncryptionKey {
  return keyWithId(createHash('sha256').update(text).digest());
}

export function keyWithId(key: Buffer): EncryptionKey {
  return { id: createHash('sha256').update('stowage key id').update(key).digest('hex').slice(0, ID_LENGTH), key };
}

export interface RingContent {
  /** The current one first. */
  readonly keys: readonly EncryptionKey[];
  readonly namesKeys: boolean;
  readonly retired?: readonly string[];
}

/** @param read at every use. @param readAgain for an unknown key, even right after another read */
export function createKeyring(read: () => RingContent, readAgain: () => RingContent = read): Keyring {
  return {
    current: () => first(read().keys),
    all: () => read().keys,
    find: (id) => [read, readAgain].map((from) => from().keys.find((key) => key.id === id)).find((key) => key !== undefined),
    refresh: () => void readAgain(),
    namesKeys: () => read().namesKeys,
    known: () => {
      const { keys, retired = [] } = read();
      return [...keys.map(({ id }) => id), ...retired];
    },
  };
}

/** A ring that does not change. @param keys the current one first */
export function fixedKeyring(...keys: readonly [Buffer, ...Buffer[]]): Keyring {
  const content = { keys: keys.map(keyWithId), namesKeys: keys.length > 1 };
  return createKeyring(() => content);
}

function first([key]: readonly EncryptionKey[]): EncryptionKey {
  if (key === undefined) throw new Error('A keyring needs a key');
  return key;
}

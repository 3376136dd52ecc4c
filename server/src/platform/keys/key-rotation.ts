import { HOUR_MS, MINUTE_MS } from '@stowage/contract/formats/durations';
import { encryptionKeyFile, generateKey, tokenKeyFile } from './key-files.ts';
import { encryptionKeyOf } from './keyring.ts';

export interface KeyRotation {
  /** Whether the token key is in the data directory, and is exchanged with the encryption key. */
  readonly rotatesToken: boolean;
  /** Whether the encryption key is in the data directory. */
  readonly rotatesEncryption: boolean;
  /** Makes new keys current, unless a rotation is under way. @returns whether one began */
  begin(now: number): boolean;
  /** Exchanges the token key by itself, where the encryption key is not in the data directory. @returns whether it did */
  exchangeToken(now: number): boolean;
  /** When the rotation that is under way began. */
  begunAt(): number | undefined;
  /** Forgets the former keys, once nothing uses them. */
  retire(): void;
}

/** Only one former token key is stored, and what it signed is valid for at most two hours. */
const SIGNED_FOR_MS = 2 * HOUR_MS + MINUTE_MS;

/** Exchanges the keys in the files of the data directory. Each process notices within a second. */
export function keyRotationIn(folder: string, which: Pick<KeyRotation, 'rotatesToken' | 'rotatesEncryption'>): KeyRotation {
  const { rotatesToken, rotatesEncryption } = which;
  const encryption = encryptionKeyFile(folder);
  const token = tokenKeyFile(folder);
  const begunAt = () => {
    const { former, replacedAt = 0 } = encryption.readAgain();
    return typeof former === 'string' ? replacedAt : undefined;
  };
  const writeToken = (now: number) => token.write({ accessTokenKey: generateKey(), former: token.readAgain().accessTokenKey, replacedAt: now });
  return {
    ...which,
    begin(now) {
      if (!rotatesEncryption || begunAt() !== undefined) return false;
      const { key, retired = [] } = encryption.readAgain();
      if (rotatesToken) writeToken(now);
      encryption.write({ key: generateKey(), former: key, replacedAt: now, retired });
      return true;
    },
    exchangeToken(now) {
      if (!rotatesToken || rotatesEncryption || now < (token.readAgain().replacedAt ?? 0) + SIGNED_FOR_MS) return false;
      writeToken(now);
      return true;
    },
    begunAt: () => (rotatesEncryption ? begunAt() : undefined),
    retire() {
      const { key, former, retired = [] } = encryption.readAgain();
      if (typeof former !== 'string') return;
      encryption.write({ key, former: null, retired: [...retired, encryptionKeyOf(former).id] });
    },
  };
}

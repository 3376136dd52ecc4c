import { createHash } from 'node:crypto';
import type { ProcessRole } from '../config/config.ts';
import type { Secrets } from '../secrets.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { DatabaseWatch } from './connection/watch.ts';

interface Dependencies {
  readonly watch: Pick<DatabaseWatch, 'holdShared'>;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey'>;
}

/**
 * Shows the other processes of the installation which keys this one has, by locks under fingerprints of them: a fingerprint
 * stored in a table would stand in the way of a change of the keys.
 * @throws Error when a running process has another key: people would be signed out by every second call, or files not open
 */
export async function refuseOtherKeys({ watch, secrets }: Dependencies, role: ProcessRole): Promise<void> {
  const keys = [
    // A process that only runs jobs signs no tokens and reads none.
    ...(role === 'worker' ? [] : [{ variable: 'STOWAGE_TOKEN_KEY', file: 'secrets.json', lock: ADVISORY_LOCKS.tokenKey, key: secrets.accessTokenKey }]),
    { variable: 'STOWAGE_ENCRYPTION_KEY', file: 'encryption-key.json', lock: ADVISORY_LOCKS.encryptionKey, key: secrets.encryptionKey },
  ];
  for (const { variable, file, lock, key } of keys) {
    const others = await watch.holdShared({ lock, id: fingerprintOf(key) });
    if (others.length > 0) {
      throw new Error(
        `Another process on this database has another key. Start all processes with the same ${variable}, or on the same data directory with its ${file}`,
      );
    }
  }
}

/** 32 bits, which reveal nothing of a key of this length. */
function fingerprintOf(key: string | Buffer): number {
  return createHash('sha256').update('fingerprint of a key').update(key).digest().readInt32BE();
}

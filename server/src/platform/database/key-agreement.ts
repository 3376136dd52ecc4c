import { createHash } from 'node:crypto';
import type { ProcessRole } from '../config/process-role.ts';
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
    ...(role === 'worker' ? [] : [tokenKeysOf(secrets)]),
    {
      ...{ variable: 'STOWAGE_ENCRYPTION_KEY', file: 'encryption-key.json', lock: ADVISORY_LOCKS.encryptionKey },
      ids: [...new Set([secrets.encryptionKey.current().id, ...secrets.encryptionKey.known()])].map((id) => Buffer.from(id, 'hex').readInt32BE()),
    },
  ];
  for (const { variable, file, lock, ids } of keys) {
    // During a rotation, processes that started before hold the other key.
    const others = (await watch.holdShared({ lock, id: ids[0] ?? 0 })).filter((id) => !ids.includes(id));
    if (others.length > 0) {
      throw new Error(
        `Another process on this database has another key. Start all processes with the same ${variable}, or on the same data directory with its ${file}`,
      );
    }
  }
}

function tokenKeysOf({ accessTokenKey }: Dependencies['secrets']) {
  const ids = accessTokenKey.accepted(Number.POSITIVE_INFINITY).map(fingerprintOf);
  return { variable: 'STOWAGE_TOKEN_KEY', file: 'secrets.json', lock: ADVISORY_LOCKS.tokenKey, ids };
}

/** 32 bits, which reveal nothing of a key of this length. */
function fingerprintOf(key: string): number {
  return createHash('sha256').update('fingerprint of a key').update(key).digest().readInt32BE();
}

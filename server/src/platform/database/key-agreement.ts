import { createHash } from 'node:crypto';
import type { ProcessRole } from '../config/process-role.ts';
import type { Secrets } from '../secrets.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { DatabaseWatch } from './connection/watch.ts';

interface Dependencies {
  readonly watch: Pick<DatabaseWatch, 'holdShared' | 'listHolders'>;
  readonly secrets: Pick<Secrets, 'accessTokenKey' | 'encryptionKey' | 'rotation'>;
}

/**
 * Shows the other processes of the installation which keys this one has, by locks under fingerprints of them: a fingerprint
 * stored in a table would stand in the way of a change of the keys.
 * @throws Error when a running process has another key: people would be signed out by every second call, or files not open
 */
export async function refuseOtherKeys({ watch, secrets }: Dependencies, role: ProcessRole): Promise<void> {
  const { encryptionKey } = secrets;
  const keys = [
    // A process that only runs jobs signs no tokens and reads none.
    ...(role === 'worker' ? [] : [tokenKeysOf(secrets)]),
    {
      ...{ variable: 'STOWAGE_ENCRYPTION_KEY', file: 'encryption-key.json', lock: ADVISORY_LOCKS.encryptionKey },
      ids: [...new Set([encryptionKey.current().id, ...encryptionKey.known()])].map(numberOf),
    },
  ];
  // A key in the data directory is noticed by its processes within a second.
  if (secrets.rotation?.rotatesEncryption !== true) {
    for (const { id } of encryptionKey.all()) await watch.holdShared({ lock: ADVISORY_LOCKS.opensWith, id: numberOf(id) });
  }
  for (const { variable, file, lock, ids } of keys) {
    // During a rotation, processes that started before hold the other key.
    const others = (await watch.holdShared({ lock, id: ids[0] ?? 0 })).filter((id) => !ids.includes(id));
    if (others.length > 0) {
      throw new Error(
        `Another process on this database has another key. Start all processes with the same ${variable}, or on the same data directory with its ${file}`,
      );
    }
  }
  await refuseUnknownKey({ watch, secrets });
}

/** @throws Error when a running process can't open what the current encryption key seals */
export async function refuseUnknownKey({ watch, secrets }: Pick<Dependencies, 'watch'> & { readonly secrets: Pick<Secrets, 'encryptionKey'> }): Promise<void> {
  const current = numberOf(secrets.encryptionKey.current().id);
  const opened = await watch.listHolders(ADVISORY_LOCKS.opensWith);
  if (opened.every((ids) => ids.includes(current))) return;
  throw new Error(
    'A running process does not know the encryption key of this one, and could not read what is encrypted with it. Set it as STOWAGE_ENCRYPTION_KEY_OTHER for every process first, and restart each',
  );
}

/** @throws Error when a running process has the encryption key in its environment, and would not notice a new one in the data directory */
export async function refuseGivenKeys({ watch }: Pick<Dependencies, 'watch'>): Promise<void> {
  if ((await watch.listHolders(ADVISORY_LOCKS.opensWith)).length === 0) return;
  throw new Error(
    'A running process has the key in STOWAGE_ENCRYPTION_KEY, and would not notice a new one in the data directory. Set the variable for every process, and for this command',
  );
}

const numberOf = (id: string) => Buffer.from(id, 'hex').readInt32BE();

function tokenKeysOf({ accessTokenKey }: Pick<Secrets, 'accessTokenKey'>) {
  const ids = accessTokenKey.accepted(Number.POSITIVE_INFINITY).map(fingerprintOf);
  return { variable: 'STOWAGE_TOKEN_KEY', file: 'secrets.json', lock: ADVISORY_LOCKS.tokenKey, ids };
}

/** 32 bits, which reveal nothing of a key of this length. */
function fingerprintOf(key: string): number {
  return createHash('sha256').update('fingerprint of a key').update(key).digest().readInt32BE();
}

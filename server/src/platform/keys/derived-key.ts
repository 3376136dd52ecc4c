import { hkdfSync } from 'node:crypto';
import type { Database } from '../database/connection/connect.ts';
import { seal, unseal } from '../sealing.ts';
import { findDerivedKey, insertDerivedKey, listDerivedKeys, type StoredKey } from './derived-key.repository.ts';
import type { Keyring } from './keyring.ts';

/** Keys that stay the same for ever, and how each follows from the first encryption key. */
const DERIVED = {
  'audit chain': (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'stowage audit chain', 32)),
  'ledger seals': (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'stowage ledger seals', 32)),
  archives: (key: Buffer) => Buffer.from(hkdfSync('sha256', key, '', 'stowage archives', 32)),
  // Authenticators store the handles of people.
  'passkey handles': (key: Buffer) => key,
} as const;

type DerivedPurpose = keyof typeof DERIVED;

interface Dependencies {
  readonly db: Database;
  readonly encryptionKey: Keyring;
}

export const derivedKeyContext = (purpose: string) => `derived key ${purpose}`;

/**
 * A key that must outlive the encryption key that it follows from. It is stored, sealed with the current one.
 * @throws Error when none of the keys opens it
 */
export async function derivedKey({ db, encryptionKey }: Dependencies, purpose: DerivedPurpose): Promise<Buffer> {
  const context = derivedKeyContext(purpose);
  const stored = await findDerivedKey(db, purpose);
  if (stored !== undefined) {
    const text = unseal(stored, { key: encryptionKey, context });
    if (text === undefined) throw new Error(`The key of the ${purpose} was sealed with another encryption key`);
    return Buffer.from(text, 'base64url');
  }
  if (encryptionKey.all().length > 1) throw new Error('Start Stowage once with the former encryption key alone, before the keys are rotated');
  const made = DERIVED[purpose](encryptionKey.current().key);
  await insertDerivedKey(db, { purpose, sealed: seal(made.toString('base64url'), { key: encryptionKey, context }) });
  return made;
}

const PURPOSES = Object.keys(DERIVED) as DerivedPurpose[];

/**
 * Stores the derived keys while there is one encryption key: afterwards nothing says from which one they follow.
 * @returns whether the encryption key opens each stored key. With another one, audit entries are not chained and the ledger is not sealed
 */
export async function storeDerivedKeys(deps: Dependencies): Promise<boolean> {
  const stored = await listDerivedKeys(deps.db);
  if (deps.encryptionKey.all().length === 1) {
    for (const purpose of PURPOSES) if (!stored.some((each) => each.purpose === purpose)) await derivedKey(deps, purpose);
  }
  return opensEach(stored, deps.encryptionKey);
}

/** The same without storing any. */
export async function opensDerivedKeys({ db, encryptionKey }: Dependencies): Promise<boolean> {
  return opensEach(await listDerivedKeys(db), encryptionKey);
}

function opensEach(stored: readonly StoredKey[], key: Keyring): boolean {
  return stored.every(({ purpose, sealed }) => unseal(sealed, { key, context: derivedKeyContext(purpose) }) !== undefined);
}

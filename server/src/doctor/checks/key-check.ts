import type { Config } from '../../config/config.ts';
import type { FileStore } from '../../integrations/storage/file-store.ts';
import { createSealedFileStore } from '../../integrations/storage/sealed-file-store.ts';
import { AppError } from '../../platform/app-error.ts';
import { isMissingFile } from '../../platform/http/files/missing-file.ts';
import { hasEncryptionKeyFile } from '../../platform/keys/key-files.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { loadKeyring } from '../../platform/secrets.ts';
import { type Check, fail, ok, warn } from '../check.ts';

const NAME = 'stored secrets';
const WRONG_KEY = 'Restore encryption-key.json, or set STOWAGE_ENCRYPTION_KEY as before. Without that key, files can not be read again.';

/** The key of stored credentials and files; nothing is generated here. @returns undefined without one */
export function readEncryptionKey(folder: string, config: Pick<Config, 'encryptionKey' | 'otherEncryptionKey'>): Keyring | undefined {
  try {
    return config.encryptionKey === undefined && !hasEncryptionKeyFile(folder) ? undefined : loadKeyring(folder, config);
  } catch {
    return undefined;
  }
}

interface Stored {
  /** The files of documents. */
  readonly stored: FileStore;
  readonly key: Keyring;
  /** Whether the key opens the keys of the audit log and the ledger. */
  readonly opensKeys: boolean;
  /** The newest document's file; undefined without documents. */
  readonly newestFile: string | undefined;
  /** The account that an administrator entered. */
  readonly entered: { readonly account: unknown } | undefined;
}

/** Whether the key opens what was encrypted with the installation's key. */
export async function checkStoredSecrets({ stored, key, opensKeys, newestFile, entered }: Stored): Promise<Check> {
  if (!opensKeys) return fail(NAME, 'The audit log and the ledger of this database have another encryption key', WRONG_KEY);
  if (entered !== undefined && entered.account === undefined) return fail(NAME, 'The marketplace account was encrypted with another key', WRONG_KEY);
  if (newestFile === undefined) return ok(NAME, entered === undefined ? 'Nothing is encrypted yet.' : 'The key opens the marketplace account.');
  const files = createSealedFileStore(stored, { key, isOn: async () => true });
  try {
    const { read } = await files.open(newestFile);
    for await (const _ of await read({ first: 0, last: 0 })) break;
    return ok(NAME, 'The key opens the newest document.');
  } catch (error) {
    if (isMissingFile(error))
      return warn(NAME, "The newest document's file is missing", 'Check that the data folder is the right one; restore the file from a backup.');
    if (error instanceof AppError) return warn(NAME, `The newest document can't be read: ${error.message}`, 'See the check of the object store.');
    return fail(NAME, 'The newest document does not open: it was encrypted with another key, or changed', WRONG_KEY);
  }
}

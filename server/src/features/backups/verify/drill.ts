import * as disk from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createFileStore } from '../../../integrations/storage/file-store.ts';
import { createSealedFileStore } from '../../../integrations/storage/sealed-file-store.ts';
import { openDatabase } from '../../../platform/database/connection/connect.ts';
import { checkStoredFiles, DOCUMENT_FOLDER } from '../../documents/index.ts';
import { countLedgerDifferences } from '../../inventory/index.ts';
import { BackupError } from '../backup-error.ts';
import type { RestorePlan, Wanted } from '../restore/plan-restore.ts';
import { type Restored, restore } from '../restore/restore.ts';
import { type InstallationKeys, keyOf } from '../vault/keys-file.ts';
import type { Vault } from '../vault/vault.ts';

interface Options extends Wanted {
  readonly keys: InstallationKeys;
  /** Where the folder is made; by default the system's folder for temporary files. */
  readonly in?: string | undefined;
  readonly say: (line: string) => void;
}

/**
 * Restores a backup into a folder of its own, replays the ledger against the stock, compares every document with its hash, and
 * removes the folder.
 * @throws BackupError when something differs
 */
export async function drill(vault: Vault, { in: parent, say, ...wanted }: Options): Promise<RestorePlan> {
  const folder = await disk.mkdtemp(path.join(parent ?? os.tmpdir(), 'stowage-drill-'));
  await disk.chmod(folder, 0o711);
  try {
    return await restore(vault, { ...wanted, folder, say, check: (restored) => checkRestored(restored, wanted.keys, say) });
  } finally {
    await disk.rm(folder, { recursive: true, force: true });
  }
}

async function checkRestored({ folder, connection }: Restored, keys: InstallationKeys, say: (line: string) => void): Promise<void> {
  if (connection === undefined) return;
  const database = openDatabase(connection, { max: 2, onError: () => {} });
  try {
    const differences = await countLedgerDifferences(database.db);
    if (differences > 0) throw new BackupError(`The replayed ledger differs from the stock in ${differences} places`);
    say('The replayed ledger equals the stock');
    const files = createSealedFileStore(createFileStore(path.join(folder, DOCUMENT_FOLDER)), { key: keyOf(keys), isOn: async () => true });
    const { checked, broken } = await checkStoredFiles({ db: database.db, files });
    if (broken.length > 0)
      throw new BackupError(`${broken.length} of ${checked} documents are missing or differ from their hash; the first is document ${broken[0]}`);
    say(`${checked} documents have the content of their hash`);
  } finally {
    await database.close();
  }
}

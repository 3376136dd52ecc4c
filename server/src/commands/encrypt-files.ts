import type { AppContext } from '../app-context.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { sealFiles } from '../key-rotation/seal-files.task.ts';
import { startFileEncryption } from '../platform/database/file-encryption.repository.ts';
import { refuseUnknownKey } from '../platform/database/key-agreement.ts';
import { opensDerivedKeys } from '../platform/keys/derived-key.ts';
import { withPlatform } from './with-platform.ts';

type Context = Pick<AppContext, 'db' | 'openFiles' | 'secrets' | 'watch'>;

const OTHER_KEY =
  'The encryption key is not the one of this database, and Stowage could not read the files. Set STOWAGE_ENCRYPTION_KEY or STOWAGE_DATA_DIR as for the start';

/** `stowage files encrypt` */
export const encryptStoredFiles = () => withPlatform((context) => encryptFiles(context, console.log));

/**
 * Encrypts new files from now on, and the stored ones before it returns.
 * @throws Error when the encryption key is not the one of the database and of running processes: they could not read the files
 */
export async function encryptFiles({ db, openFiles, secrets, watch }: Context, say: (line: string) => void): Promise<number> {
  if (!(await opensDerivedKeys({ db, encryptionKey: secrets.encryptionKey }))) throw new Error(OTHER_KEY);
  await refuseUnknownKey({ watch, secrets });
  await startFileEncryption(db);
  const sealed = await sealFiles(FILE_FOLDERS.map((folder) => openFiles(folder)));
  say(`Files are encrypted from now on, and ${sealed} stored files were encrypted. Earlier versions of Stowage can't read them.`);
  return 0;
}

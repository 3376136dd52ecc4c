import type { AppContext } from '../app-context.ts';
import { FILE_FOLDERS } from '../file-folders.ts';
import { sealFiles } from '../key-rotation/seal-files.task.ts';
import { startFileEncryption } from '../platform/database/file-encryption.repository.ts';
import { withPlatform } from './with-platform.ts';

/** `stowage files encrypt` */
export const encryptStoredFiles = () => withPlatform((context) => encryptFiles(context, console.log));

/** Encrypts new files from now on, and the stored ones before it returns. */
export async function encryptFiles({ db, openFiles }: Pick<AppContext, 'db' | 'openFiles'>, say: (line: string) => void): Promise<number> {
  await startFileEncryption(db);
  const sealed = await sealFiles(FILE_FOLDERS.map((folder) => openFiles(folder)));
  say(`Files are encrypted from now on, and ${sealed} stored files were encrypted. Earlier versions of Stowage can't read them.`);
  return 0;
}

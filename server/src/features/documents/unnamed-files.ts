import type { FileStore } from '../../integrations/storage/file-store.ts';
import type { Context } from '../../platform/context.ts';
import { listOrphanedFiles, lockFilesExclusive } from './document.repository.ts';

/**
 * Removes those of these files that no row names. Only after the commit that deleted their rows, because a rollback brings rows
 * back, and no files. The same content may have been filed since, so this checks again under the lock. Files that a crash leaves
 * are removed by the nightly purge.
 * @param isRemovable a further condition, checked under the lock
 */
export async function removeUnnamedFiles(
  { db, files }: Pick<Context, 'db'> & { readonly files: FileStore },
  places: readonly string[],
  isRemovable: (place: string) => Promise<boolean> = async () => true,
): Promise<void> {
  if (places.length === 0) return;
  await db.transaction().execute(async (tx) => {
    await lockFilesExclusive(tx);
    for (const place of await listOrphanedFiles(tx, places)) if (await isRemovable(place)) await files.remove(place);
  });
}

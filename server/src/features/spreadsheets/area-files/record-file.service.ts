import type { AreaFileKindName } from '@stowage/contract/spreadsheets/area-files';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { FileChange } from '../kinds/area-file.ts';
import { insertApplied, insertChanges } from './area-file.repository.ts';

interface RecordedFile {
  readonly kind: AreaFileKindName;
  readonly fileName: string;
  readonly rowCount: number;
  readonly changes: readonly FileChange[];
  readonly actorId: number;
}

/** Records what an area's file changed, in the transaction that applies it, so that the file can be undone. */
export async function recordFile(tx: Database, { changes, ...file }: RecordedFile): Promise<void> {
  if (changes.length === 0) return;
  const newCount = changes.filter(({ before }) => before === null).length;
  const id = await insertApplied(tx, { ...file, newCount, changedCount: changes.length - newCount });
  await insertChanges(tx, id, changes);
}

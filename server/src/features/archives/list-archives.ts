import { stat } from 'node:fs/promises';
import { type ArchiveContext, keyOf } from './archive.service.ts';
import { listArchivedPartitions } from './archived-partition.repository.ts';
import { isSealed } from './manifest.ts';

const STATES = { WRITTEN: 'interrupted: repeat stowage archive', ARCHIVED: 'archived', ATTACHED: 'in the database again' } as const;

/** Says for each partition that was archived where its rows are. */
export async function listArchives(context: Pick<ArchiveContext, 'db' | 'encryptionKey' | 'say'>): Promise<void> {
  const { db, say } = context;
  const archived = await listArchivedPartitions(db);
  if (archived.length === 0) return say('No partition was archived.');
  const key = await keyOf(context);
  for (const { state, file, manifest, seal } of archived) {
    const { partition, rows, firstAt, lastAt } = manifest;
    const isThere = await stat(file).then(
      () => true,
      () => false,
    );
    const facts = [
      STATES[state],
      `file ${file}${isThere ? '' : ' (not on this machine)'}`,
      ...(isSealed(key, state, manifest, seal) ? [] : ['its record was changed']),
    ];
    say(`${partition}: ${rows} rows from ${firstAt.slice(0, 10)} to ${lastAt.slice(0, 10)}; ${facts.join('; ')}`);
  }
}

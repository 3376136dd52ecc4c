import { AREA_FILE_KIND_NAMES, AREA_FILES, type AreaFile } from '@stowage/contract/spreadsheets/area-files';
import type { Context } from '../../../platform/context.ts';
import { integrityProblem } from '../../../platform/database/failures.ts';
import { type Caller, requirePermitted } from '../../../platform/http/caller.ts';
import { type AreaFileKind, laterChange } from '../kinds/area-file.ts';
import { setState } from '../spreadsheet.repository.ts';
import { notFound } from '../work/spreadsheet-runs.ts';
import { findAreaFile } from './area-file.read-model.ts';
import { listFileChanges, lockFile } from './area-file.repository.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly areaFiles: readonly AreaFileKind[];
}

/** @returns a function that undoes a file once, in one transaction */
export function createUndoFile({ db, clock, areaFiles }: Dependencies) {
  return async (id: number, { userId, roles }: Caller): Promise<AreaFile> => {
    const kind = await db.transaction().execute(async (tx) => {
      const file = await lockFile(tx, id);
      const name = AREA_FILE_KIND_NAMES.find((one) => one === file?.kind);
      const undoing = areaFiles.find((one) => one.name === name);
      if (file === undefined || name === undefined || undoing === undefined) throw notFound();
      requirePermitted(roles, AREA_FILES[name].permission);
      if (file.state === 'UNDONE') return undefined;
      const now = clock.now();
      await undoing.undo(tx, { id, fileName: file.fileName, changes: await listFileChanges(tx, id) }, { userId, now }).catch(explain);
      await setState(tx, id, 'UNDONE', { undone_by: userId, undone_at: now });
      return undoing;
    });
    kind?.announce?.();
    const undone = await findAreaFile(db, id);
    if (undone === undefined) throw notFound();
    return undone;
  };
}

/** A record that another area has built on since is held by its foreign keys. */
function explain(error: unknown): never {
  const problem = integrityProblem(error);
  throw problem === undefined ? error : laterChange(`A record of this file is in use: ${problem.message}`);
}

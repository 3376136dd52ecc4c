import { unreadCell } from '@stowage/contract/formats/formula-cells';
import { SPREADSHEET_KINDS } from '@stowage/contract/spreadsheets/kinds';
import { AppError } from '../../../platform/app-error.ts';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { csvLine, csvName, csvOf, withMark } from '../../../platform/formats/csv.ts';
import { readPages } from '../../../platform/formats/read-pages.ts';
import type { NewFile } from '../../documents/index.ts';
import type { Author, SpreadsheetKind } from '../kinds/index.ts';
import * as rows from '../rows/row.repository.ts';
import type { LockedSpreadsheet } from '../spreadsheet.repository.ts';
import { stateOf } from './check.service.ts';

const STEP_ROWS = 1_000;

interface Applying {
  readonly kind: SpreadsheetKind;
  readonly author: Author;
  /** Reports the rows that are written, though not committed. The transaction doesn't wait for it. */
  readonly progress: (done: number) => void;
}

/**
 * Applies the good rows of a checked file in the caller's transaction.
 * @throws AppError `conflict` with `changed_since` when a row would now have another result than the check showed
 */
export async function applyRows(tx: DatabaseTransaction, file: LockedSpreadsheet, { kind, author, progress }: Applying): Promise<void> {
  await kind.lock?.(tx, () => rows.listTargets(tx, file.id));
  // Two files with the same row have the same locks, so the second one sees here what the first one brought in.
  const doubled = kind.isAdding ? await rows.findBroughtIn(tx, file.id, kind) : undefined;
  if (doubled !== undefined) throw changedSince(doubled);
  let done = 0;
  for (let after = 0, isMore = true; isMore; ) {
    const part = await rows.listToApply(tx, file.id, { after, limit: STEP_ROWS });
    const checks = await kind.check(tx, part);
    const checked = part.map(({ state, ...row }, nth) => {
      const check = checks[nth];
      if (check === undefined || 'problems' in check || stateOf(row.values, check) !== state) throw changedSince(row.row);
      return { ...row, id: check.found?.id ?? null, before: check.found?.values ?? null, target: check.target ?? null };
    });
    if (checked.length > 0) await rows.saveChanges(tx, file.id, await kind.apply(tx, checked, author));
    done += part.length;
    progress(done);
    after = part.at(-1)?.row ?? after;
    isMore = part.length === STEP_ROWS;
  }
  if (kind.isAdding) await rows.saveRowKeys(tx, file.id, kind);
}

/** Undoes an applied file in the caller's transaction. @throws AppError `conflict` that names what prevents it */
export async function undoRows(tx: DatabaseTransaction, file: LockedSpreadsheet, { kind, author, progress }: Applying): Promise<void> {
  await kind.lock?.(tx, async () => []);
  await kind.lockUndo?.(tx, () => rows.listApplied(tx, file.id));
  let done = 0;
  for (let before = Number.MAX_SAFE_INTEGER, isMore = true; isMore; ) {
    const part = await rows.listChanges(tx, file.id, { before: Math.min(before, 2_147_483_647), limit: STEP_ROWS });
    if (part.length > 0) await kind.undo(tx, part, author);
    done += part.length;
    progress(done);
    before = part.at(-1)?.row ?? before;
    isMore = part.length === STEP_ROWS;
  }
}

export const CHANGED_SINCE = 'changed_since';

function changedSince(row: number): AppError {
  return new AppError('conflict', `Row ${row} has another result than the check showed, so nothing was applied. The file was checked again.`, {
    reason: CHANGED_SINCE,
  });
}

/** Writes the uploaded rows to a begun file and files it as a document, in the transaction that applies them. */
export async function withDocument(tx: DatabaseTransaction, file: LockedSpreadsheet, document: NewFile, work: () => Promise<void>): Promise<void> {
  await document.write(withMark(fileLines(tx, file)));
  await work();
  const area = SPREADSHEET_KINDS[file.kind].permission;
  await document.add(tx, { name: csvName(file.fileName), mediaType: 'text/csv', area, actorId: file.appliedBy, sourceKey: `spreadsheet ${file.id}` }, [
    { type: 'OTHER' },
  ]);
}

type Cells = Awaited<ReturnType<typeof rows.listCells>>[number];

function fileLines(tx: DatabaseTransaction, { id, headers }: LockedSpreadsheet): AsyncIterable<string> {
  return csvOf(
    { head: csvLine(headers), line: ({ cells }: Cells) => csvLine(cells.map(unreadCell)) },
    readPages(STEP_ROWS, (last?: Cells) => rows.listCells(tx, id, { after: last?.row ?? 0, limit: STEP_ROWS })),
  );
}

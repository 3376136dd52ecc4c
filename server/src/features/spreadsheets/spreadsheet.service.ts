import { numberText } from '@stowage/contract/formats/text/number-text';
import { guessColumns } from '@stowage/contract/spreadsheets/column-guess';
import { type SpreadsheetKindName, spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { AppError } from '../../platform/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { ownHeaders, withoutProblems } from './problem-file.ts';
import { areStored, saveRows } from './rows/row.repository.ts';
import type { FileRow } from './rows/row.rules.ts';
import * as files from './spreadsheet.repository.ts';
import { createRuns } from './work/spreadsheet-runs.ts';
import type { SpreadsheetWork } from './work/work.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly work: SpreadsheetWork;
}

interface NewFile {
  readonly kind: SpreadsheetKindName;
  readonly fileName: string;
  readonly headers: readonly string[];
  readonly headerRow: number;
  readonly rowCount: number;
}

export type SpreadsheetService = ReturnType<typeof createSpreadsheetService>;

export function createSpreadsheetService({ db, clock, topics, work }: Dependencies) {
  const change = createRuns({ db, topics, work });
  return {
    /** @returns its id */
    async begin({ kind, headers: written, ...file }: NewFile, createdBy: number): Promise<number> {
      const headers = ownHeaders(written);
      const remembered = await files.findRememberedColumns(db, kind, headers, withoutProblems(headers));
      const columns = remembered ?? guessColumns(spreadsheetKind(kind).columns, headers);
      const areRemembered = remembered !== undefined;
      return files.insertSpreadsheet(db, { ...file, kind, headers, columns, areRemembered, createdBy, now: clock.now() });
    },

    /** Adds a part; the last one starts the check. @returns how many rows have arrived */
    async addRows(id: number, rows: readonly FileRow[], userId: number): Promise<number> {
      let received = 0;
      await change(id, userId, async (tx, file) => {
        if (file.state !== 'UPLOADING') {
          // The last part, sent again after a lost answer.
          if (!(await areStored(tx, id, rows))) throw new AppError('conflict', 'All rows of this file have arrived already', { reason: 'not_uploading' });
          received = file.rowCount;
          return false;
        }
        received = await saveRows(tx, id, rows);
        if (received < file.rowCount) return false;
        await files.startCheck(tx, id, file.columns);
        return true;
      });
      return received;
    },

    setColumns: (id: number, columns: Readonly<Record<string, number>>, userId: number) =>
      change(id, userId, async (tx, file) => {
        if (file.state !== 'CHECKED' && !(file.state === 'CHECKING' && file.isStopped)) {
          throw file.state === 'UPLOADING' || file.state === 'CHECKING'
            ? notChecked()
            : new AppError('conflict', 'This file was applied already', { reason: 'already_applied' });
        }
        refuseColumns(file, columns);
        await files.startCheck(tx, id, columns);
        return true;
      }),

    apply: (id: number, onlyGood: boolean, userId: number) =>
      change(id, userId, async (tx, file) => {
        if (file.state === 'APPLIED') return false;
        // Continues when the job was canceled or has failed.
        if (file.state === 'APPLYING') return true;
        if (file.state !== 'CHECKED') throw notChecked();
        if (file.wrongCount > 0 && !onlyGood) {
          throw new AppError('rule_violated', `${numberText(file.wrongCount)} rows are wrong. Correct the file, or choose to apply only the good rows.`, {
            reason: 'wrong_rows',
          });
        }
        if (file.toApply === 0)
          throw new AppError('rule_violated', 'There is nothing to apply: no row adds or changes anything', { reason: 'nothing_to_apply' });
        await files.setState(tx, id, 'APPLYING', { applied_by: userId, done: 0 });
        return true;
      }),

    undo: (id: number, userId: number) =>
      change(id, userId, async (tx, file) => {
        if (file.state === 'UNDONE') return false;
        if (file.state === 'UNDOING') return true;
        if (file.state !== 'APPLIED') throw new AppError('conflict', 'This file was not applied', { reason: 'not_applied' });
        await files.setState(tx, id, 'UNDOING', { undone_by: userId, done: 0 });
        return true;
      }),

    stop: (id: number, userId: number) =>
      change(id, userId, async (tx, file) => {
        if (file.state !== 'APPLYING' && file.state !== 'UNDOING') return false;
        if (!file.isStopped) throw new AppError('conflict', 'The job of this file is still running: cancel it under Jobs first', { reason: 'still_running' });
        // The transaction of the job was rolled back.
        if (file.state === 'APPLYING') await files.setState(tx, id, 'CHECKED', { applied_by: null });
        else await files.setState(tx, id, 'APPLIED', { undone_by: null });
        return false;
      }),
  };
}

function refuseColumns({ kind, headers }: files.LockedSpreadsheet, columns: Readonly<Record<string, number>>): void {
  const known = new Set(spreadsheetKind(kind).columns.map(({ name }) => name));
  const wrong = Object.entries(columns).find(([name, position]) => !known.has(name) || position >= headers.length);
  if (wrong !== undefined) throw new AppError('invalid_input', `There is no column ${wrong[0]}, or the file has too few`);
}

function notChecked(): AppError {
  return new AppError('conflict', 'The rows of this file are not checked yet', { reason: 'not_checked' });
}

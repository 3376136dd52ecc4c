import { unreadCell, withoutTextMarks } from '@stowage/contract/formats/formula-cells';
import type { SpreadsheetRow } from '@stowage/contract/spreadsheets/spreadsheets';
import type { Database } from '../../platform/database/connection/connect.ts';
import { csvLine, csvOf } from '../../platform/formats/csv.ts';
import { readPages } from '../../platform/formats/read-pages.ts';
import { listRows } from './spreadsheet.read-model.ts';

/** The wrong rows of a file as a file: people correct it and upload it again, so that it is read as the first one was. */

const PROBLEM_HEADER = 'Problem';

/** The headers of a file without the column that `problemFile` adds. */
export function withoutProblems(headers: readonly string[]): readonly string[] {
  return headers.at(-1) === PROBLEM_HEADER ? headers.slice(0, -1) : headers;
}

/** The headers as people wrote them, also of a file that Stowage wrote. */
export function ownHeaders(headers: readonly string[]): readonly string[] {
  return headers.map(withoutTextMarks);
}

const EXPORT_ROWS = 1_000;

export function problemFile(db: Database, id: number, headers: readonly string[]): AsyncIterable<string> {
  const own = withoutProblems(headers);
  const line = ({ cells, problems }: SpreadsheetRow) => {
    const reported = problems.map(({ cell, problem }) => (cell === null ? problem : `${cell}: ${problem}`)).join('; ');
    return csvLine([...own.map((_, position) => unreadCell(cells[position] ?? '')), reported]);
  };
  return csvOf(
    { head: csvLine([...own, PROBLEM_HEADER]), line },
    readPages(EXPORT_ROWS, (last?: SpreadsheetRow) => listRows(db, id, { state: 'WRONG', after: last?.row ?? 0, limit: EXPORT_ROWS })),
  );
}

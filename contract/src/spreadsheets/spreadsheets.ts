import * as z from 'zod';
import { answersCsv, endpoint, fileBytes } from '../endpoint.ts';
import { recordParams } from '../formats/ids.ts';
import { numberedPage, pageNumber, rowNumber } from '../formats/paging.ts';
import { SPREADSHEET_KIND_NAMES } from './kinds.ts';

export const SPREADSHEET_MAX_ROWS = 200_000;
export const SPREADSHEET_MAX_COLUMNS = 200;

/** The page sends a file in parts of at most this many rows… */
export const SPREADSHEET_PART_ROWS = 2_000;
/** …and at most this many bytes of JSON. */
export const SPREADSHEET_PART_BYTES = 4 * 1024 * 1024;

export const SPREADSHEET_PAGE_SIZE = 50;
/** A page of rows of a checked file. */
export const SPREADSHEET_ROWS_SHOWN = 50;

const CELL_LENGTH = 4_000;

/**
 * `UPLOADING` until every row has arrived, `CHECKING` and `CHECKED` as often as the columns change, `APPLYING` and `APPLIED`,
 * `UNDOING` and `UNDONE`.
 */
const SPREADSHEET_STATES = ['UPLOADING', 'CHECKING', 'CHECKED', 'APPLYING', 'APPLIED', 'UNDOING', 'UNDONE'] as const;
export type SpreadsheetState = (typeof SPREADSHEET_STATES)[number];

export const ROW_STATES = ['NEW', 'CHANGED', 'SAME', 'WRONG'] as const;
export type RowState = (typeof ROW_STATES)[number];

const kind = z.enum(SPREADSHEET_KIND_NAMES);
const columnPositions = z.record(
  z.string().max(50),
  z
    .int()
    .min(0)
    .max(SPREADSHEET_MAX_COLUMNS - 1),
);

const summary = z.object({
  id: z.number(),
  kind,
  fileName: z.string(),
  state: z.enum(SPREADSHEET_STATES),
  rowCount: z.number(),
  newCount: z.number(),
  changedCount: z.number(),
  sameCount: z.number(),
  wrongCount: z.number(),
  createdBy: z.string(),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  undoneAt: z.string().nullable(),
});
export type SpreadsheetSummary = z.infer<typeof summary>;

const spreadsheet = summary.extend({
  headers: z.array(z.string()),
  /** The row of the headers in the file, from 1. */
  headerRow: z.number(),
  columns: columnPositions,
  /** Whether the columns are those that a person chose for the same headers before. */
  areRemembered: z.boolean(),
  /** The rows that the current check, application or undo has worked through. */
  done: z.number(),
  /** Whether its job was canceled or has failed: it goes on when the columns, `apply` or `undo` are sent again, or is given up by `stop`. */
  isStopped: z.boolean(),
  /** Why the last application or undo changed nothing. */
  failure: z.string().nullable(),
  /** The applied file with the same rows, if there is one. */
  twin: z.object({ id: z.number(), fileName: z.string(), appliedAt: z.string(), appliedBy: z.string() }).nullable(),
});
export type Spreadsheet = z.infer<typeof spreadsheet>;

const cellProblem = z.object({
  /** The name of the column; null for the whole row. */
  column: z.string().nullable(),
  /** `C7`; null for the whole row. */
  cell: z.string().nullable(),
  /** The cell as it is in the file. */
  value: z.string(),
  problem: z.string(),
});
export type CellProblem = z.infer<typeof cellProblem>;

const spreadsheetRow = z.object({
  row: z.number(),
  state: z.enum(ROW_STATES),
  cells: z.array(z.string()),
  problems: z.array(cellProblem),
  /** For a changed row: the values before, by column. */
  before: z.record(z.string(), z.string().nullable()),
});
export type SpreadsheetRow = z.infer<typeof spreadsheetRow>;

export const listSpreadsheets = endpoint('GET /api/spreadsheets', {
  summary: 'The files that were brought in, newest first',
  query: z.object({ page: pageNumber }),
  response: numberedPage(summary),
});

export const downloadTemplate = endpoint('GET /api/spreadsheets/templates/:kind/:format', {
  summary: 'An empty file with the columns of a kind, as CSV or as a workbook whose codes stay text',
  params: z.object({ kind, format: z.enum(['csv', 'xlsx']) }),
  response: fileBytes,
  format: 'file',
});

export const createSpreadsheet = endpoint('POST /api/spreadsheets', {
  summary: 'Begin to bring in a file; its rows are sent in parts, checked and then applied',
  body: z.object({
    kind,
    fileName: z.string().trim().min(1).max(255),
    headers: z.array(z.string().max(CELL_LENGTH)).min(1).max(SPREADSHEET_MAX_COLUMNS),
    headerRow: z.int().min(1).max(SPREADSHEET_MAX_ROWS),
    rowCount: z.int().min(1, 'There are no rows').max(SPREADSHEET_MAX_ROWS),
  }),
  response: z.object({ id: z.number() }),
});

export const addSpreadsheetRows = endpoint('POST /api/spreadsheets/:id/rows', {
  summary: 'Add a part of the rows; sending it again replaces it. The last part starts the check',
  params: recordParams,
  body: z.object({
    rows: z
      .array(z.object({ row: z.int().min(1).max(10_000_000), cells: z.array(z.string().max(CELL_LENGTH)).max(SPREADSHEET_MAX_COLUMNS) }))
      .min(1)
      .max(SPREADSHEET_PART_ROWS)
      .refine((rows) => new Set(rows.map(({ row }) => row)).size === rows.length, 'Send each row once'),
  }),
  maxBodyBytes: SPREADSHEET_PART_BYTES,
  response: z.object({ received: z.number() }),
});

export const getSpreadsheet = endpoint('GET /api/spreadsheets/:id', {
  summary: 'A file with its columns and counts',
  params: recordParams,
  response: spreadsheet,
});

export const setSpreadsheetColumns = endpoint('PUT /api/spreadsheets/:id/columns', {
  summary: 'Set which column of the file holds what, and check the rows again',
  params: recordParams,
  body: z.object({ columns: columnPositions }),
  response: spreadsheet,
  reasons: ['not_checked', 'already_applied'],
});

export const listSpreadsheetRows = endpoint('GET /api/spreadsheets/:id/rows', {
  summary: 'The checked rows of a state, by row number',
  params: recordParams,
  query: z.object({ state: z.enum(ROW_STATES), after: rowNumber }),
  response: z.object({ rows: z.array(spreadsheetRow), hasMore: z.boolean() }),
});

export const exportWrongRows = endpoint('GET /api/spreadsheets/:id/problems.csv', {
  summary: 'The wrong rows as in the file, with an added column Problem',
  isUncopied: true,
  params: recordParams,
  ...answersCsv,
});

export const applySpreadsheet = endpoint('POST /api/spreadsheets/:id/apply', {
  summary: 'Apply a checked file in one transaction; a repeated call changes nothing',
  params: recordParams,
  body: z.object({
    /** Leaves the wrong rows out. Without it, a file with wrong rows is refused. */
    onlyGood: z.boolean().default(false),
  }),
  response: spreadsheet,
  reasons: ['not_checked', 'wrong_rows', 'nothing_to_apply'],
});

export const undoSpreadsheet = endpoint('POST /api/spreadsheets/:id/undo', {
  summary: 'Undo an applied file in one transaction; refused when later work depends on it',
  params: recordParams,
  response: spreadsheet,
  reasons: ['not_applied'],
});

export const stopSpreadsheet = endpoint('POST /api/spreadsheets/:id/stop', {
  summary: 'Give up an application or an undo whose job was canceled or has failed; it has changed nothing',
  params: recordParams,
  response: spreadsheet,
  reasons: ['still_running'],
});

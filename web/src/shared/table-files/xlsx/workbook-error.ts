/** A workbook that can't be read; the message says what the user can do. */
export class WorkbookError extends Error {}

export const DAMAGED = 'The workbook is damaged. Open it in a spreadsheet program, save it again, and choose that file.';

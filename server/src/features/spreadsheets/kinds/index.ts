// A separate entry: areas that offer kinds call this, while the engine depends on other areas.
export { isSame, recordKind } from './record-kind.ts';
export type { AppliedRow, Author, RowCheck, RowToApply, SpreadsheetKind, SpreadsheetRecord } from './spreadsheet-kind.ts';

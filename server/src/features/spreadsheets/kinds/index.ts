// A separate entry: areas that offer kinds call this, while the engine depends on other areas.
export { recordFile } from '../area-files/record-file.service.ts';
export { type AreaFileKind, type FileChange, laterChange } from './area-file.ts';
export { setGiven } from './given-values.condition.ts';
export { isSame, recordKind } from './record-kind.ts';
export type { AppliedRow, Author, RowCheck, RowToApply, SpreadsheetKind, SpreadsheetRecord } from './spreadsheet-kind.ts';

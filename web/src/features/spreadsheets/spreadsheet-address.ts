import { LAST_PAGE } from '@stowage/contract/formats/paging';
import { SPREADSHEET_KIND_NAMES } from '@stowage/contract/spreadsheets/kinds';
import { ROW_STATES } from '@stowage/contract/spreadsheets/spreadsheets';
import { addressReader, oneOf, pageUpTo, positive } from '../../shared/address-parts.ts';

/** Reads the address of "Bring in data": the chosen kind, the open file, the state of its rows that are shown, and the page of the files. */
export const readSpreadsheetAddress = addressReader({
  kind: oneOf(...SPREADSHEET_KIND_NAMES),
  file: positive,
  rows: oneOf(...ROW_STATES),
  page: pageUpTo(LAST_PAGE),
});
export type SpreadsheetAddress = ReturnType<typeof readSpreadsheetAddress>;

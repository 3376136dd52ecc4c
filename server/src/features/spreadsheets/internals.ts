// For the demo data and for tests.
export { createSpreadsheetService } from './spreadsheet.service.ts';
export { createSpreadsheetWork } from './work/work.service.ts';

export { createSpreadsheets } from './spreadsheets.ts';

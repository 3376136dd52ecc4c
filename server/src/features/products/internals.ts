// For tests: they remove listings that no file added.
export { removeListings } from './spreadsheets/remove-rows.service.ts';

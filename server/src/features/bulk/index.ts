export { createBulk } from './bulk.ts';
export type { BulkAction, BulkAuthor, RowResult } from './bulk-action.ts';

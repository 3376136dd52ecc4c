export { createBulk } from './bulk.ts';
export type { BulkAction, RowResult } from './bulk-action.ts';

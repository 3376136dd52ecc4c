import type { BulkAction } from '@stowage/contract/bulk/bulk';

/** An answer of the server: an action for many records that has ended. */
export function bulkAnswer(change: Partial<BulkAction>): BulkAction {
  return {
    ...{ id: 1, kind: 'move-units', state: 'DONE', total: 1, done: 1, unchanged: 0, refused: 0, undoable: 0, undoes: null, job_id: null },
    ...{ requested_by: 'Ann', created_at: '2026-11-20T14:03:05.000Z', finished_at: '2026-11-20T14:03:06.000Z', refused_rows: [] },
    ...change,
  };
}

import { BULK_ACTIONS, type BulkSummary } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';

/** `Move units (1,200)`, for an action whose own title is not known any more. */
export function bulkTitle({ kind, total, undoes }: Pick<BulkSummary, 'kind' | 'total' | 'undoes'>): string {
  return `${undoes === null ? '' : 'Undo: '}${BULK_ACTIONS[kind].title} (${numberText(total)})`;
}

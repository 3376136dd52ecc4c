import { BULK_PAGE_SIZE, type BulkSummary, listBulkActions } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { useListQuery } from '../../api/live-query.ts';
import { bulkTitle } from '../../shared/bulk/bulk-title.ts';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { BulkStateBadge } from './BulkState.tsx';
import type { BulkPageAddress } from './bulk-page-address.ts';

/** The actions for many records that the signed-in person started, with a result for each record. */
export function BulkActionsPage({ address, onAddress }: AddressProps<BulkPageAddress>) {
  const { page, onPage } = numberedList(address, onAddress);
  const actions = useListQuery(listBulkActions, { query: { page } }, { topic: jobsTopic });
  return (
    <Card title="Your bulk actions" description="What you did with many selected records in the last 90 days.">
      <QueryResult
        query={actions}
        failure="The bulk actions could not be loaded"
        empty={<EmptyState title="No bulk actions yet">Select records in a list, such as stock or orders, and choose an action.</EmptyState>}
      >
        {({ data, totalCount }) => (
          <>
            <DataTable label="Your bulk actions" columns={columns((action) => onAddress({ action: action.id }))} rows={data} keyOf={({ id }) => id} />
            <Pagination page={page} pageSize={BULK_PAGE_SIZE} totalCount={totalCount} isOld={actions.isPlaceholderData} onPage={onPage} />
          </>
        )}
      </QueryResult>
      {address.action !== undefined && (
        <BulkDialog
          key={address.action}
          id={address.action}
          outcome={address.outcome}
          onOutcome={(outcome) => onAddress({ outcome })}
          onClose={() => onAddress({ action: undefined, outcome: undefined })}
        />
      )}
    </Card>
  );
}

function columns(open: (action: BulkSummary) => void): readonly Column<BulkSummary>[] {
  return [
    { heading: 'Action', isTitle: true, cell: bulkTitle },
    { heading: 'State', cell: (action) => <BulkStateBadge action={action} /> },
    { heading: 'Done', cell: ({ done }) => numberText(done) },
    { heading: 'Already so', cell: ({ unchanged }) => numberText(unchanged) },
    { heading: 'Refused', cell: ({ refused }) => numberText(refused) },
    { heading: 'Started', cell: ({ created_at }) => <time dateTime={created_at}>{dateTime24(new Date(created_at))}</time> },
    buttonColumn({ heading: 'Results', text: 'Results', nameOf: (action) => `of ${bulkTitle(action)}, action ${action.id}`, onPress: open }),
  ];
}

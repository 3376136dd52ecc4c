import { counted } from '@stowage/contract/formats/text/counted';
import { type FailedEvent, getMarketplaceEvents, retryFailedEvents } from '@stowage/contract/marketplace-events/marketplace-events';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Moment } from '../../../ui/format/Moment.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

const COLUMNS: readonly Column<FailedEvent>[] = [
  { heading: 'Event', isTitle: true, cell: ({ type }) => <span className="break-all">{type}</span> },
  { heading: 'Error', cell: ({ error }) => <span className="break-words">{error}</span> },
  { heading: 'Failed', cell: ({ failed_at }) => <Moment text={failed_at} /> },
];

/** The messages that could not be processed. The imports bring what they were about. */
export function FailedEvents({ failed, count }: { failed: readonly FailedEvent[]; count: number }) {
  const retry = useCommand(retryFailedEvents, [getMarketplaceEvents]);
  const shown = failed.length < count ? ` The newest ${failed.length} are shown.` : '';
  return (
    <Card
      level={4}
      title={counted(count, 'failed event')}
      description={`Regular imports bring what they were about. They are deleted after 30 days.${shown}`}
      aside={
        <Button size="small" disabled={retry.isPending} onClick={() => retry.mutate({})}>
          {retry.isPending ? 'Processing...' : 'Process again'}
        </Button>
      }
    >
      {retry.data !== undefined && !retry.data.success && (
        <Banner tone="warn" isInCard>
          {retry.data.message}
        </Banner>
      )}
      {retry.isError && (
        <Banner tone="bad" isInCard>
          {retry.error.message}
        </Banner>
      )}
      <DataTable label="Failed events" columns={COLUMNS} rows={failed} keyOf={({ id }) => id} />
    </Card>
  );
}

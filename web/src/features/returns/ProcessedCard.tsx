import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { listProcessedToday, type ProcessedReturn } from '@stowage/contract/returns/dispositions';
import { returnsTopic } from '@stowage/contract/returns/returns';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { useTopicRefresh } from '../../api/live.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { buttonColumn } from '../../ui/column/button-column.tsx';
import { dateFormat } from '../../ui/format/date-time.ts';
import { When } from '../../ui/format/When.tsx';
import { MoreButton } from '../../ui/MoreButton.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';

interface ProcessedCardProps {
  readonly onOpen: (trackingNumber: string) => void;
  /** Shows the recent packages. */
  readonly onAll: () => void;
}

/** The disposition decisions since midnight. */
export function ProcessedCard({ onOpen, onAll }: ProcessedCardProps) {
  const { timeZone } = dateFormat();
  const list = useInfiniteQuery({
    queryKey: [listProcessedToday.path, timeZone],
    queryFn: ({ pageParam }) => call(listProcessedToday, { query: { timeZone, ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const refresh = () => void list.refetch();
  useTopicRefresh(returnsTopic, refresh);
  const units = list.data?.pages[0]?.units ?? 0;
  return (
    <Card
      title="Processed today"
      description={list.data === undefined ? `Since midnight in ${timeZone}` : `${counted(units, 'unit')} since midnight in ${timeZone}`}
      aside={
        <Button size="small" className="max-sm:min-h-11" onClick={onAll}>
          Recent packages
        </Button>
      }
    >
      <QueryResult
        query={list}
        failure={() => "Today's dispositions could not be loaded"}
        rows={6}
        empty={<EmptyState title="No returned unit got a disposition today" />}
      >
        {({ pages }) => <DataTable label="Processed today" columns={columns(onOpen)} rows={pages.flatMap(({ data }) => data)} keyOf={({ id }) => id} />}
      </QueryResult>
      <MoreButton query={list} label="Older" />
    </Card>
  );
}

function columns(onOpen: ProcessedCardProps['onOpen']): readonly Column<ProcessedReturn>[] {
  return [
    { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
    { heading: 'Item', isTitle: true, cell: (row) => row.item_name ?? row.sku },
    { heading: 'SKU', cell: (row) => <span className="font-mono break-all">{row.sku}</span> },
    { heading: 'Disposition', cell: (row) => row.disposition },
    { heading: 'Units', align: 'right', cell: (row) => numberText(row.quantity) },
    { heading: 'Tracking number', cell: (row) => <span className="font-mono break-all">{row.tracking_number}</span> },
    { heading: 'User', cell: (row) => row.actor ?? 'The system' },
    buttonColumn({
      heading: 'Actions',
      text: 'Open',
      nameOf: (row) => `${boxOf(row)}: ${row.disposition}, ${row.item_name ?? row.sku}`,
      onPress: (row) => onOpen(boxOf(row)),
    }),
  ];
}

/** A line in several packages lists all their numbers; each of them opens it. */
function boxOf({ tracking_number: numbers }: ProcessedReturn): string {
  return numbers.split(', ')[0] ?? numbers;
}

import { CHANGES_PAGE_SIZE, type ChangeKind, listPurchasingChanges, type PurchasingChange } from '@stowage/contract/purchasing/change-log';
import { useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { When } from '../../../ui/format/When.tsx';
import { MoreButton } from '../../../ui/MoreButton.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface ChangeLogDialogProps {
  readonly poNumber: string;
  /** Only the changes of this packing list. */
  readonly list?: { readonly value: number; readonly label: string };
  readonly onClose: () => void;
}

/** The change log of an order or of one packing list. */
export function ChangeLogDialog({ poNumber, list, onClose }: ChangeLogDialogProps) {
  const query = { poNumber, ...(list !== undefined && { packingListId: list.value }) };
  const changes = useInfiniteQuery({
    queryKey: [listPurchasingChanges.path, query],
    queryFn: ({ pageParam }) => call(listPurchasingChanges, { query: { ...query, ...(pageParam !== undefined && { before: pageParam }) } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < CHANGES_PAGE_SIZE ? undefined : page.at(-1)?.id),
  });
  const columns = list === undefined ? COLUMNS : COLUMNS.filter(({ heading }) => heading !== 'Packing list');
  return (
    <Dialog
      title="Change log"
      description={list === undefined ? `${poNumber} and its packing lists` : `${list.label} of ${poNumber}`}
      size="wide"
      open
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <QueryResult query={changes} failure="The changes could not be loaded" rows={3} empty={<EmptyState title="No changes yet" />}>
          {({ pages }) => (
            <ScrollBox label="Changes" className="max-h-[60dvh] rounded-card border border-line">
              <DataTable label="Change log" columns={columns} rows={pages.flat()} keyOf={({ id }) => id} />
            </ScrollBox>
          )}
        </QueryResult>
        <MoreButton query={changes} />
      </div>
    </Dialog>
  );
}

const KINDS: Readonly<Record<ChangeKind, string>> = {
  CREATED: 'Packing list created',
  HEADER: 'Header changed',
  QUANTITY: 'Quantity on the list',
  IMPORTED: 'Quantities from a file',
  LINE_ADDED: 'Line added to the order',
  LINE_REMOVED: 'Line removed',
  SPLIT: 'Split',
  CANCELED: 'Canceled',
  CLOSED: 'Closed',
  REOPENED: 'Reopened',
  UNEXPECTED: 'Unexpected item',
  RECEIPT: 'Scanned quantity',
  LINE: 'Notes or damage',
};

const COLUMNS: readonly Column<PurchasingChange>[] = [
  { heading: 'When', cell: ({ at }) => <When text={at} /> },
  { heading: 'Who', cell: ({ by }) => by },
  { heading: 'Packing list', cell: ({ packing_list_name }) => packing_list_name ?? 'N/A' },
  {
    heading: 'What',
    isTitle: true,
    cell: ({ kind, subject }) => (
      <>
        {KINDS[kind]}
        {subject !== null && <span className="block text-muted">{subject}</span>}
      </>
    ),
  },
  { heading: 'Before', cell: ({ before }) => <span className="break-words">{before ?? '–'}</span> },
  { heading: 'After', cell: ({ after }) => <span className="break-words">{after ?? '–'}</span> },
];

import type { OutputOf } from '@stowage/contract/endpoint';
import { type PriceListItem, priceHistory } from '@stowage/contract/price-lists/price-lists';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { RecordNeighbors } from '../../shared/list/RecordNeighbors.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { rowElement } from '../../ui/table/rows/use-row-keys.ts';
import { AmountChange, Change } from './Change.tsx';

type HistoryRow = OutputOf<typeof priceHistory>[number];

interface ItemDialogProps {
  readonly id: number;
  readonly item: PriceListItem | undefined;
  /** Opens another item. */
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** The changes that files made to an item. */
export function ItemDialog({ id, item, onOpen, onClose }: ItemDialogProps) {
  const history = useQuery(queryFor(priceHistory, { params: { id } }));
  return (
    <Dialog
      title={item?.product_title ?? 'Price History'}
      description={item && `${item.gtin} · ${item.vendor ?? 'no vendor'}`}
      size="wide"
      open
      onClose={onClose}
      returnFocusTo={() => rowElement(id)}
    >
      <RecordNeighbors list="price-lists" record={String(id)} onOpen={(next) => onOpen(Number(next))} />
      <QueryResult query={history} failure="The price history could not be loaded" rows={3}>
        {(rows) => <DataTable label="Price history" columns={COLUMNS} rows={rows} keyOf={({ uploadId }) => uploadId} isStruck={({ undone }) => undone} />}
      </QueryResult>
    </Dialog>
  );
}

const COLUMNS: readonly Column<HistoryRow>[] = [
  { heading: 'Time', cell: ({ changedAt }) => <span className="lg:whitespace-nowrap">{dateTime24(new Date(changedAt))}</span> },
  { heading: 'MAP', align: 'right', cell: ({ oldMap, newMap }) => <AmountChange before={oldMap} after={newMap} /> },
  { heading: 'Cost', align: 'right', cell: ({ oldCost, newCost }) => <AmountChange before={oldCost} after={newCost} /> },
  { heading: 'Texts', cell: ({ kind, words }) => kind === 'CHANGED' && words && <WordChanges words={words} /> },
  { heading: 'File', isTitle: true, cell: ({ fileName }) => <span className="break-words">{fileName}</span> },
  { heading: 'By', cell: ({ changedBy }) => changedBy },
  { heading: 'State', cell: ({ kind, undone }) => (undone ? <Badge>Undone</Badge> : kind === 'ADDED' && <Badge tone="accent">New</Badge>) },
];

function WordChanges({ words }: { words: NonNullable<HistoryRow['words']> }) {
  const changes = [
    ['Title', words.oldTitle, words.newTitle],
    ['Item code', words.oldItemCode, words.newItemCode],
    ['Vendor', words.oldVendor, words.newVendor],
  ] as const;
  return (
    <ul className="grid gap-1">
      {changes
        .filter(([, before, after]) => before !== after)
        .map(([name, before, after]) => (
          <li key={name}>
            {name}: <Change before={before} after={after} />
          </li>
        ))}
    </ul>
  );
}

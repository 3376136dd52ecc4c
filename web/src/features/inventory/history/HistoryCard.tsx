import { conditionName } from '@stowage/contract/catalog/conditions';
import type { OutputOf } from '@stowage/contract/endpoint';
import { HISTORY_PAGE_SIZE, type HistoryRow, type historyPage } from '@stowage/contract/inventory/scan';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AddProductLink, ProductLink } from '../../../shared/product-links.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Clock } from '../../../ui/format/Clock.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { useDialogRow } from '../../../ui/table/rows/use-dialog-row.ts';
import type { ScanTabAddress } from '../scan/scan-tab-address.ts';
import { DeleteOrRestoreDialog } from './DeleteOrRestoreDialog.tsx';
import { EditItemDialog } from './EditItemDialog.tsx';
import { itemName, rowName } from './item-name.ts';
import { RowButton } from './RowButton.tsx';

interface HistoryCardProps extends AddressProps<ScanTabAddress> {
  readonly history: UseQueryResult<OutputOf<typeof historyPage>>;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function HistoryCard({ history, address, onAddress, onChanged, returnFocusTo }: HistoryCardProps) {
  const item = useDialogRow(history.data?.data, 'id', address.item);
  const open = (dialog: ScanTabAddress['dialog'], row: HistoryRow) => onAddress({ dialog, item: row.id });
  const close = () => onAddress({ dialog: undefined, item: undefined });
  const changed = () => {
    onChanged();
    onAddress({ dialog: undefined, item: undefined, page: undefined });
  };
  return (
    <Card title="Inventory History" description="A record of recent inventory updates, including ASIN, SKU, FNSKU, and GTIN." aside={<Clock />}>
      <History
        {...{ history, open }}
        page={(address.page ?? 1) - 1}
        onPage={(page, replaces) => onAddress({ page: page === 0 ? undefined : page + 1, dialog: undefined, item: undefined }, replaces)}
      />
      {item !== undefined && address.dialog === 'edit' && item.deleted === 0 && (
        <EditItemDialog item={item} locationSource="fixed" onClose={close} onSaved={changed} returnFocusTo={returnFocusTo} />
      )}
      {item !== undefined && (address.dialog === 'delete' || address.dialog === 'restore') && (
        <DeleteOrRestoreDialog item={item} action={address.dialog} onClose={close} onDone={changed} returnFocusTo={returnFocusTo} />
      )}
    </Card>
  );
}

interface HistoryProps {
  readonly history: HistoryCardProps['history'];
  readonly page: number;
  readonly onPage: (page: number, replaces?: boolean) => void;
  readonly open: (dialog: ScanTabAddress['dialog'], row: HistoryRow) => void;
}

function History({ history, page, onPage, open }: HistoryProps) {
  return (
    <QueryResult
      query={history}
      failure="The history could not be loaded"
      rows={HISTORY_PAGE_SIZE}
      empty={<EmptyState title="No scans yet">Choose a location and scan the first unit.</EmptyState>}
    >
      {({ data, totalCount, hasOlder }) => (
        <>
          <DataTable label="Inventory History" columns={columns(open)} rows={data} keyOf={(row) => row.id} isStruck={(row) => row.deleted === 1} />
          <Pagination pageSize={HISTORY_PAGE_SIZE} {...{ page, totalCount, hasOlder, onPage }} isOld={history.isPlaceholderData} />
        </>
      )}
    </QueryResult>
  );
}

function columns(open: HistoryProps['open']): readonly Column<HistoryRow>[] {
  const struck = (cell: (row: HistoryRow) => ReactNode) => (row: HistoryRow) => <Struck row={row}>{cell(row)}</Struck>;
  return [
    { heading: 'Item Name', isTitle: true, cell: (row) => <Item row={row} /> },
    { heading: 'FNSKU', cell: struck((row) => <Identifier value={row.identifier} label="FNSKU" />) },
    { heading: 'ASIN', cell: struck((row) => <Identifier value={row.asin} label="ASIN" />) },
    { heading: 'SELLER SKU', cell: struck((row) => <Identifier value={row.seller_sku} label="seller SKU" />) },
    { heading: 'CONDITION', cell: struck((row) => conditionName(row.sku_condition)) },
    { heading: 'LOCATION', cell: struck((row) => row.location) },
    { heading: 'DATE', cell: struck((row) => <When text={row.created_at} />) },
    {
      heading: 'EDIT',
      isAction: true,
      cell: (row) => <RowButton icon={Pencil} text="Edit" disabled={row.deleted === 1} aria-label={`Edit ${rowName(row)}`} onClick={() => open('edit', row)} />,
    },
    { heading: 'DELETE/RESTORE', isAction: true, cell: (row) => <DeleteOrRestore row={row} open={open} /> },
  ];
}

function DeleteOrRestore({ row, open }: { row: HistoryRow; open: HistoryProps['open'] }) {
  return row.deleted === 1 ? (
    <RowButton icon={RotateCcw} text="Restore" aria-label={`Restore ${rowName(row)}`} onClick={() => open('restore', row)} />
  ) : (
    <RowButton icon={Trash2} text="Delete" className="text-bad" aria-label={`Delete ${rowName(row)}`} onClick={() => open('delete', row)} />
  );
}

/** The item with a link to its product, or to adding a product for an unknown code. A deleted one is plain text. */
function Item({ row }: { row: HistoryRow }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      {row.deleted === 1 ? <Struck row={row}>{itemName(row)}</Struck> : <ProductLink id={row.product_id}>{itemName(row)}</ProductLink>}
      {row.product_id === null && row.deleted === 0 && row.identifier !== null && <AddProductLink code={row.identifier} />}
    </span>
  );
}

function Struck({ row, children }: { row: HistoryRow; children: ReactNode }) {
  // Inline blocks in a cell don't inherit the line.
  return row.deleted === 1 ? <s className="[&_*]:line-through">{children}</s> : children;
}

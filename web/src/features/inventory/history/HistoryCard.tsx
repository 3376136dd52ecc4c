import { conditionName } from '@stowage/contract/catalog/conditions';
import type { OutputOf } from '@stowage/contract/endpoint';
import { HISTORY_PAGE_SIZE, type HistoryRow, type historyPage } from '@stowage/contract/inventory/scan';
import type { UseQueryResult } from '@tanstack/react-query';
import { Pencil, RotateCcw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { AddProductLink, ProductLink } from '../../../shared/product-links.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Clock } from '../../../ui/format/Clock.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import type { ScanPageAddress } from '../scan/scan-page-address.ts';
import { DeleteOrRestoreDialog } from './DeleteOrRestoreDialog.tsx';
import { EditItemDialog } from './EditItemDialog.tsx';
import { itemName, rowName } from './item-name.ts';
import { useDialogRow } from './use-dialog-row.ts';

interface HistoryCardProps {
  readonly history: UseQueryResult<OutputOf<typeof historyPage>>;
  readonly address: ScanPageAddress;
  readonly onAddress: ChangeAddress<ScanPageAddress>;
  readonly onChanged: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

export function HistoryCard({ history, address, onAddress, onChanged, returnFocusTo }: HistoryCardProps) {
  const item = useDialogRow(history.data?.data, address.item);
  const open = (dialog: ScanPageAddress['dialog'], row: HistoryRow) => onAddress({ dialog, item: row.id });
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
  readonly open: (dialog: ScanPageAddress['dialog'], row: HistoryRow) => void;
}

function History({ history, page, onPage, open }: HistoryProps) {
  if (history.isPending) return <SkeletonRows count={HISTORY_PAGE_SIZE} />;
  if (history.data === undefined) {
    return <ErrorState title="The history could not be loaded" detail={history.error?.message} onRetry={() => void history.refetch()} />;
  }
  const { data, totalCount } = history.data;
  return (
    <>
      {history.isError && <p className="bg-warn-soft px-4 py-2 text-warn">Not up to date: {history.error.message}. Trying again with the next change.</p>}
      {totalCount === 0 ? (
        <EmptyState title="Nothing has been scanned yet">Choose a location and scan the first unit: it appears here.</EmptyState>
      ) : (
        <DataTable label="Inventory History" columns={columns(open)} rows={data} keyOf={(row) => row.id} isStruck={(row) => row.deleted === 1} />
      )}
      <Pagination page={page} pageSize={HISTORY_PAGE_SIZE} totalCount={totalCount} isOld={history.isPlaceholderData} onPage={onPage} />
    </>
  );
}

function columns(open: HistoryProps['open']): readonly Column<HistoryRow>[] {
  return [
    { heading: 'Item Name', isTitle: true, cell: (row) => <Item row={row} /> },
    {
      heading: 'FNSKU',
      cell: (row) => (
        <Struck row={row}>
          <Identifier value={row.identifier} label="FNSKU" />
        </Struck>
      ),
    },
    {
      heading: 'ASIN',
      cell: (row) => (
        <Struck row={row}>
          <Identifier value={row.asin} label="ASIN" />
        </Struck>
      ),
    },
    {
      heading: 'SELLER SKU',
      cell: (row) => (
        <Struck row={row}>
          <Identifier value={row.seller_sku} label="seller SKU" />
        </Struck>
      ),
    },
    { heading: 'CONDITION', cell: (row) => <Struck row={row}>{conditionName(row.sku_condition)}</Struck> },
    { heading: 'LOCATION', cell: (row) => <Struck row={row}>{row.location}</Struck> },
    {
      heading: 'DATE',
      cell: (row) => (
        <Struck row={row}>
          <When text={row.created_at} />
        </Struck>
      ),
    },
    {
      heading: 'EDIT',
      isAction: true,
      cell: (row) => (
        <Button size="small" disabled={row.deleted === 1} aria-label={`Edit ${rowName(row)}`} onClick={() => open('edit', row)}>
          <Pencil size={14} aria-hidden /> <span className="lg:max-xl:hidden">Edit</span>
        </Button>
      ),
    },
    { heading: 'DELETE/RESTORE', isAction: true, cell: (row) => <DeleteOrRestore row={row} open={open} /> },
  ];
}

function DeleteOrRestore({ row, open }: { row: HistoryRow; open: HistoryProps['open'] }) {
  return row.deleted === 1 ? (
    <Button size="small" aria-label={`Restore ${rowName(row)}`} onClick={() => open('restore', row)}>
      <RotateCcw size={14} aria-hidden /> <span className="lg:max-xl:hidden">Restore</span>
    </Button>
  ) : (
    <Button size="small" aria-label={`Delete ${rowName(row)}`} className="text-bad" onClick={() => open('delete', row)}>
      <Trash2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Delete</span>
    </Button>
  );
}

/** Its name leads to the product; a code that nobody knows, to adding one. */
function Item({ row }: { row: HistoryRow }) {
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Struck row={row}>
        <ProductLink id={row.product_id}>{itemName(row)}</ProductLink>
      </Struck>
      {row.product_id === null && row.deleted === 0 && row.identifier !== null && <AddProductLink code={row.identifier} />}
    </span>
  );
}

function Struck({ row, children }: { row: HistoryRow; children: ReactNode }) {
  return row.deleted === 1 ? <s>{children}</s> : children;
}

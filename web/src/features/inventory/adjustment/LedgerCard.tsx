import { LEDGER_PAGE_SIZE, type LedgerRow, ledgerPage, undoMovement } from '@stowage/contract/inventory-adjustment';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { failureMessage } from '../../../api/problem.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Identifier } from '../../../ui/Identifier.tsx';
import { Pagination } from '../../../ui/Pagination.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/States.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { When } from '../../../ui/When.tsx';
import { MovementBadge } from '../MovementBadge.tsx';
import { SkuFilter } from '../SkuFilter.tsx';

interface LedgerCardProps {
  readonly sku: string;
  /** Zero-based. */
  readonly page: number;
  readonly onSku: (sku: string) => void;
  readonly onPage: (page: number) => void;
}

/** Every movement with who did it; what nothing later depends on can be taken back. */
export function LedgerCard({ sku, page, onSku, onPage }: LedgerCardProps) {
  const list = useQuery({ ...queryFor(ledgerPage, { query: { sku, page, size: LEDGER_PAGE_SIZE } }), placeholderData: keepPreviousData, retry: false });
  const command = useCommand(undoMovement, [ledgerPage]);
  const undo = (row: LedgerRow) =>
    command.mutate(
      { body: { id: row.id } },
      {
        onSuccess: () => toast('good', `Undone: ${row.reason}`),
        onError: (error) => toast('bad', failureMessage(error) ?? 'Not undone: the server does not answer. Please try again.'),
      },
    );
  return (
    <Card title="Adjustments" description="Newest first. A correction is an opposite movement; nothing is ever erased.">
      <SkuFilter sku={sku} isBusy={list.isFetching} onFilter={onSku} />
      {list.isError && (
        <div className="px-4 pb-4">
          <Banner tone="bad">Failed to load adjustments</Banner>
        </div>
      )}
      {list.isPending && <SkeletonRows count={10} />}
      {list.data?.totalCount === 0 && <EmptyState title="No adjustments found" />}
      {list.data !== undefined && list.data.totalCount > 0 && (
        <>
          <DataTable
            label="Adjustments"
            columns={columns(undo, command.isPending)}
            rows={list.data.data}
            keyOf={(row) => row.id}
            isStruck={(row) => row.undone}
          />
          <Pagination page={page} pageSize={LEDGER_PAGE_SIZE} totalCount={list.data.totalCount} onPage={onPage} />
        </>
      )}
    </Card>
  );
}

function columns(undo: (row: LedgerRow) => void, isBusy: boolean): readonly Column<LedgerRow>[] {
  return [
    { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
    { heading: 'SKU', cell: (row) => <Identifier value={row.sku} label="SKU" /> },
    { heading: 'Item', isTitle: true, cell: (row) => row.item_name ?? 'N/A' },
    { heading: 'Type', cell: (row) => <MovementBadge type={row.type} /> },
    { heading: 'Qty', align: 'right', cell: (row) => row.quantity },
    { heading: 'From → To', cell: (row) => <span className="whitespace-nowrap">{`${row.from_location ?? '–'} → ${row.to_location ?? '–'}`}</span> },
    { heading: 'Reason', cell: (row) => row.reason },
    { heading: 'Note', cell: (row) => row.note ?? '' },
    { heading: 'User', cell: (row) => row.actor ?? 'N/A' },
    {
      heading: 'Undo',
      isAction: true,
      cell: (row) =>
        row.undone ? (
          <Badge>Undone</Badge>
        ) : (
          !row.is_undo &&
          row.type !== 'AUDIT_COUNT' && (
            <Button size="small" disabled={isBusy} aria-label={`Undo ${row.reason}, ${row.sku}`} onClick={() => undo(row)}>
              <Undo2 size={14} aria-hidden /> <span className="lg:max-xl:hidden">Undo</span>
            </Button>
          )
        ),
    },
  ];
}

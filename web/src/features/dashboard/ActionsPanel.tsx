import { type LedgerPageRow, ledgerPage } from '@stowage/contract/inventory/adjustment';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { UndoMovement, useUndo } from '../../shared/scan/UndoMovement.tsx';
import { Card } from '../../ui/Card.tsx';
import { When } from '../../ui/format/When.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { NotRenewed } from './NotRenewed.tsx';

const SHOWN = 20;

/** What was undone stands there once, struck through: what undid it says the same again. */
function collapsed(rows: readonly LedgerPageRow[]): LedgerPageRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  return rows.filter(({ undoes }) => undoes === null || !ids.has(undoes));
}

/** The last things that people did with the stock; what nothing later depends on can be taken back. */
export function ActionsPanel({ mayUndo, onOpen }: { mayUndo: boolean; onOpen: (path: string) => void }) {
  const list = useQuery({ ...queryFor(ledgerPage, { query: { by: 'PEOPLE', page: 0, size: SHOWN } }), retry: false });
  const { undo, isBusy } = useUndo();
  const columns: Column<LedgerPageRow>[] = [
    { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
    { heading: 'Action', cell: (row) => row.reason },
    { heading: 'Item', isTitle: true, cell: (row) => row.item_name ?? row.sku },
    { heading: 'From → To', cell: (row) => <span className="whitespace-nowrap">{`${row.from_location ?? '–'} → ${row.to_location ?? '–'}`}</span> },
    { heading: 'User', cell: (row) => row.actor ?? 'The system' },
    ...(mayUndo ? [{ heading: 'Undo', isAction: true, cell: (row: LedgerPageRow) => <UndoMovement row={row} isBusy={isBusy} onUndo={undo} /> }] : []),
  ];
  return (
    <Card
      title="Recent actions"
      description={`The last ${SHOWN} of people in stock`}
      aside={
        <PageLink path="/localinventoryadjustment?tab=adjustments" onOpen={onOpen}>
          All actions
        </PageLink>
      }
    >
      {list.isPending && <SkeletonRows count={6} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="Recent actions could not be loaded" retryLabel="Retry" onRetry={() => void list.refetch()} />
      )}
      <div className="px-4 pb-2 empty:hidden">
        <NotRenewed name="Recent actions" query={list} />
      </div>
      {list.data?.data.length === 0 && <EmptyState title="Nothing was done yet" />}
      {list.data !== undefined && list.data.data.length > 0 && (
        <DataTable label="Recent actions" columns={columns} rows={collapsed(list.data.data)} keyOf={(row) => row.id} isStruck={(row) => row.undone} />
      )}
    </Card>
  );
}

import { type LedgerPageRow, ledgerPage } from '@stowage/contract/inventory/adjustment';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../api/query.ts';
import { UndoMovement, useUndo } from '../../shared/scan/UndoMovement.tsx';
import { Card } from '../../ui/Card.tsx';
import { When } from '../../ui/format/When.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { PageLink } from '../../ui/table/PageLink.tsx';
import { PartResult } from './PartResult.tsx';

const ACTION_COUNT = 20;

/** Hides the entries that undid a listed one, which is struck through itself. */
function withoutUndoEntries(rows: readonly LedgerPageRow[]): LedgerPageRow[] {
  const ids = new Set(rows.map(({ id }) => id));
  return rows.filter(({ undoes }) => undoes === null || !ids.has(undoes));
}

export function ActionsPanel({ mayUndo, onOpen }: { mayUndo: boolean; onOpen: (path: string) => void }) {
  const list = useQuery({ ...queryFor(ledgerPage, { query: { by: 'PEOPLE', page: 0, size: ACTION_COUNT } }), retry: false });
  const { undo, isBusy } = useUndo();
  const columns: Column<LedgerPageRow>[] = [
    { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
    { heading: 'Action', cell: (row) => row.reason },
    { heading: 'Item', isTitle: true, cell: (row) => row.item_name ?? row.sku },
    { heading: 'From → To', cell: (row) => <span className="whitespace-nowrap">{`${row.from_location ?? '–'} → ${row.to_location ?? '–'}`}</span> },
    { heading: 'User', cell: (row) => row.actor ?? 'System' },
    ...(mayUndo ? [{ heading: 'Undo', isAction: true, cell: (row: LedgerPageRow) => <UndoMovement row={row} isBusy={isBusy} onUndo={undo} /> }] : []),
  ];
  return (
    <Card
      title="Recent actions"
      description={`The last ${ACTION_COUNT} stock changes that people made`}
      aside={
        <PageLink path="/localinventoryadjustment?tab=adjustments" onOpen={onOpen}>
          All actions
        </PageLink>
      }
    >
      <PartResult name="Recent actions" query={list} rows={6} failure="Recent actions could not be loaded" empty={<EmptyState title="No actions yet" />}>
        {({ data }) => (
          <DataTable label="Recent actions" columns={columns} rows={withoutUndoEntries(data)} keyOf={(row) => row.id} isStruck={(row) => row.undone} />
        )}
      </PartResult>
    </Card>
  );
}

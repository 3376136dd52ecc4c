import { type Adjustment, exportAdjustments, inventoryAdjustments, REPORT_LIST_LIMIT } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { MovementBadge } from '../history/MovementBadge.tsx';
import { SkuFilter } from '../SkuFilter.tsx';

const COLUMNS: readonly Column<Adjustment>[] = [
  { heading: 'SKU', isTitle: true, cell: (row) => <Identifier value={row.sku} label="SKU" /> },
  { heading: 'Type', cell: (row) => <MovementBadge type={row.type} /> },
  { heading: 'Quantity', align: 'right', cell: (row) => row.quantity },
  {
    heading: 'Reason',
    cell: (row) => (
      <span title={row.reason} className="block max-w-xs truncate">
        {row.reason}
      </span>
    ),
  },
  { heading: 'Created At', cell: (row) => <When text={row.created_at} /> },
];

/** The newest movements, of all stock or of one SKU. */
export function AdjustmentsCard({ sku, onSku }: { sku: string; onSku: (sku: string) => void }) {
  const list = useQuery({ ...queryFor(inventoryAdjustments, { body: { sku } }), retry: false });
  const filter = (wanted: string) => {
    if (wanted === sku) void list.refetch();
    onSku(wanted);
  };
  return (
    <Card
      title="Inventory Adjustments"
      aside={<ExportButton endpoint={exportAdjustments} input={{ query: { sku } }} name={sku === '' ? 'adjustments.csv' : `adjustments-${sku}.csv`} />}
    >
      <SkuFilter sku={sku} isBusy={list.isFetching} onFilter={filter} />
      <QueryResult query={list} look="cardBanner" failure={() => 'Failed to load adjustments'} rows={10} empty={<EmptyState title="No adjustments found" />}>
        {(rows) => (
          <>
            <DataTable label="Inventory Adjustments" columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />
            {rows.length === REPORT_LIST_LIMIT && <p className="px-4 py-3 text-muted">The newest {REPORT_LIST_LIMIT} are shown; the CSV holds all.</p>}
          </>
        )}
      </QueryResult>
    </Card>
  );
}

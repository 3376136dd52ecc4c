import { conditionName } from '@stowage/contract/catalog/conditions';
import { type LedgerRow, ledgerPage } from '@stowage/contract/inventory/adjustment';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { LISTING_UNITS_LIMIT, listingUnits, type StockRow, type StockUnit } from '@stowage/contract/inventory/stock';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Age } from '../../../shared/Age.tsx';
import { refusedOf } from '../../../shared/bulk/run-bulk.ts';
import { RecordNeighbors } from '../../../shared/list/RecordNeighbors.tsx';
import { ProductLink } from '../../../shared/product-links.tsx';
import { OfferedQuantity } from '../../../shared/quantities/OfferedQuantity.tsx';
import { selectColumn } from '../../../ui/column/select-column.tsx';
import { Drawer } from '../../../ui/dialog/Drawer.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { useLastRow } from '../../../ui/table/rows/use-last-row.ts';
import { BulkMove, unitCount } from '../bulk/BulkMove.tsx';
import { useSelection } from '../bulk/use-selection.ts';
import { MovementBadge } from '../history/MovementBadge.tsx';
import { UnitStatus } from '../history/UnitStatus.tsx';
import { LastDecision } from './LastDecision.tsx';

interface ListingDrawerProps {
  /** The drawer is open while there is a row. */
  readonly row: StockRow | undefined;
  readonly onOpen: (listing: number) => void;
  /** Undefined until they are loaded. */
  readonly locations: readonly LocationOption[] | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

const LEDGER_ROWS = 25;

/** One listing: its units, its last price decision, and its newest movements. */
export function ListingDrawer({ row, locations, onOpen, onClose, onChanged }: ListingDrawerProps) {
  const lastRow = useLastRow(row?.listing_id);
  return (
    <Drawer label="Listing" side="right" isWide open={row !== undefined} onClose={onClose} returnFocusTo={lastRow}>
      {row !== undefined && (
        <div className="flex min-h-14 items-center px-5 pt-2">
          <RecordNeighbors list="stock" record={String(row.listing_id)} onOpen={(id) => onOpen(Number(id))} />
        </div>
      )}
      {row !== undefined && <Listing key={row.listing_id} row={row} locations={locations} onChanged={onChanged} />}
    </Drawer>
  );
}

function Listing({ row, locations, onChanged }: Pick<ListingDrawerProps, 'locations' | 'onChanged'> & { row: StockRow }) {
  const sku = row.seller_sku ?? row.fnsku ?? '';
  const ledger = useQuery({ ...queryFor(ledgerPage, { query: { sku, size: LEDGER_ROWS } }), enabled: sku !== '' });
  return (
    <div className="grid gap-5 px-5 pb-5">
      <header>
        <h2 className="text-lg font-semibold">
          <ProductLink id={row.product_id}>{row.item_name}</ProductLink>
        </h2>
        <p className="flex flex-wrap gap-x-4 text-muted">
          {conditionName(row.sku_condition)} <Identifier value={row.seller_sku} label="seller SKU" /> <Identifier value={row.fnsku} label="FNSKU" />{' '}
          <Identifier value={row.gtin} label="GTIN" />
        </p>
      </header>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        <StatCard name="On hand" value={row.on_hand} />
        <StatCard name="Pending" value={row.pending} />
        <StatCard name="Quarantine" value={row.quarantine} />
        <StatCard name="Available" value={row.available} />
      </div>
      <Units row={row} locations={locations} onMoved={onChanged} />
      {row.seller_sku !== null && <OfferedQuantity listingId={row.listing_id} />}
      {row.seller_sku !== null && <LastDecision sku={row.seller_sku} />}
      <section aria-label="Newest movements">
        <h3 className="mb-2 font-semibold">Newest movements</h3>
        {sku === '' ? (
          <EmptyState title="No movements" />
        ) : (
          <QueryResult query={ledger} failure="The movements could not be loaded" rows={3} empty={<EmptyState title="No movements" />}>
            {({ data }) => (
              <DataTable
                label="Newest movements"
                columns={MOVEMENT_COLUMNS}
                rows={data}
                keyOf={(movement) => movement.id}
                isStruck={(movement) => movement.undone}
              />
            )}
          </QueryResult>
        )}
      </section>
    </div>
  );
}

function Units({ row, locations, onMoved }: Pick<ListingDrawerProps, 'locations'> & { row: StockRow; onMoved: () => void }) {
  const { selected, select, toggle } = useSelection();
  const units = useQuery(queryFor(listingUnits, { params: { listingId: String(row.listing_id) } }));
  return (
    <section aria-label="Units">
      <h3 className="mb-2 font-semibold">Units</h3>
      {selected.size > 0 && (
        <BulkMove
          chosen={`${selected.size} selected`}
          count={unitCount(selected.size)}
          selection={{ ids: [...selected] }}
          locations={locations}
          onMoved={(action) => {
            select(refusedOf(action));
            void units.refetch();
            onMoved();
          }}
        />
      )}
      <QueryResult query={units} failure="The units could not be loaded" rows={3} empty={<EmptyState title="No units in stock" />}>
        {(rows) => (
          <>
            <DataTable label="Units" columns={unitColumns(selected, toggle)} rows={rows} keyOf={(unit) => unit.id} />
            {rows.length === LISTING_UNITS_LIMIT && <p className="py-2 text-muted">The oldest {LISTING_UNITS_LIMIT} are shown.</p>}
          </>
        )}
      </QueryResult>
    </section>
  );
}

function unitColumns(selected: ReadonlySet<number>, toggle: (id: number) => void): readonly Column<StockUnit>[] {
  return [
    selectColumn(
      ({ id }) => `unit ${id}`,
      ({ id }) => selected.has(id),
      ({ id }) => toggle(id),
    ),
    { heading: 'Unit', isTitle: true, cell: ({ id }) => id },
    { heading: 'Location', cell: ({ location }) => location },
    { heading: 'Status', cell: ({ status }) => <UnitStatus status={status} /> },
    { heading: 'Age', cell: ({ created_at }) => <Age since={created_at} /> },
    { heading: 'Notes', cell: ({ notes }) => notes ?? '' },
  ];
}

const MOVEMENT_COLUMNS: readonly Column<LedgerRow>[] = [
  { heading: 'Time', cell: (row) => <When text={row.created_at} /> },
  { heading: 'Type', cell: (row) => <MovementBadge type={row.type} /> },
  { heading: 'What', isTitle: true, cell: (row) => row.reason },
  { heading: 'User', cell: (row) => row.actor ?? 'N/A' },
];

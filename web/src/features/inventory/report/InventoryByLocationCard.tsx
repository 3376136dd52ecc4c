import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportLocationListings, exportLocations, type LocationDetail, type LocationSummary, localInventoryDetails } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { EmptyState, SkeletonRows } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

const DETAIL_COLUMNS: readonly Column<LocationDetail>[] = [
  { heading: 'Seller SKU', isTitle: true, cell: (row) => <Identifier value={row.seller_sku} label="seller SKU" /> },
  { heading: 'Identifier', cell: (row) => <Identifier value={row.identifier} label="identifier" /> },
  { heading: 'ASIN', cell: (row) => <Identifier value={row.asin} label="ASIN" /> },
  { heading: 'Count', align: 'right', cell: (row) => numberText(row.count) },
];

/**
 * The units by location. A row expands to its listings, which are loaded once, and again when the report is refreshed.
 * @param rows undefined while the report is loading
 */
export function InventoryByLocationCard({ rows }: { rows: readonly LocationSummary[] | undefined }) {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string>();

  const collapse = (location: string) => setExpanded((current) => new Set([...current].filter((other) => other !== location)));
  const toggle = ({ location }: LocationSummary) => {
    setProblem(undefined);
    if (expanded.has(location)) collapse(location);
    else setExpanded(new Set([...expanded, location]));
  };
  const failed = (location: string) => {
    setProblem(`Failed to load details for location ${location}`);
    collapse(location);
  };

  return (
    <Card title="Inventory by Location" aside={<ExportButton endpoint={exportLocations} input={{}} name="inventory-by-location.csv" />}>
      {problem !== undefined && (
        <Banner tone="bad" isInCard>
          {problem}
        </Banner>
      )}
      {rows === undefined && <SkeletonRows count={8} />}
      {rows?.length === 0 && <EmptyState title="No inventory data found" />}
      {rows !== undefined && rows.length > 0 && (
        <DataTable
          label="Inventory by Location"
          isNarrow
          columns={columns(expanded, toggle)}
          rows={rows}
          keyOf={(row) => row.location}
          onRow={toggle}
          below={({ location }) => expanded.has(location) && <Details location={location} onFailed={() => failed(location)} />}
        />
      )}
    </Card>
  );
}

function Details({ location, onFailed }: { location: string; onFailed: () => void }) {
  // Loads once, and again with the report.
  const read = { staleTime: Number.POSITIVE_INFINITY, refetchOnMount: true, retry: false };
  const details = useQuery({ ...queryFor(localInventoryDetails, { body: { location } }), ...read });
  const isFailed = details.isError && !details.isFetching;
  const reportFailure = useEffectEvent(onFailed);
  useEffect(() => {
    if (isFailed) reportFailure();
  }, [isFailed]);
  if (details.data === undefined) return <SkeletonRows count={2} />;
  if (details.data.length === 0) return <EmptyState title="No items found in this location" />;
  return (
    <div className="grid lg:pl-8">
      <div className="justify-self-end p-2">
        <ExportButton endpoint={exportLocationListings} input={{ query: { location } }} name={`listings-${location}.csv`} />
      </div>
      <DataTable label={`Listings in ${location}`} columns={DETAIL_COLUMNS} rows={details.data} keyOf={(row) => `${row.seller_sku} ${row.identifier}`} />
    </div>
  );
}

function columns(expanded: ReadonlySet<string>, toggle: (row: LocationSummary) => void): readonly Column<LocationSummary>[] {
  return [
    {
      heading: 'Location',
      isTitle: true,
      cell: (row) => {
        const isOpen = expanded.has(row.location);
        const Icon = isOpen ? ChevronDown : ChevronRight;
        return (
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={(event) => {
              event.stopPropagation();
              toggle(row);
            }}
            className="inline-flex min-h-8 items-center gap-1.5 rounded-md font-medium"
          >
            <Icon size={16} aria-hidden /> {row.location}
          </button>
        );
      },
    },
    { heading: 'Item Count', align: 'right', cell: (row) => numberText(row.item_count) },
  ];
}

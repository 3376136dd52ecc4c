import { numberText } from '@stowage/contract/formats/text/number-text';
import { exportLocationItems, type LocationItem, locationInventoryPriceList, REPORT_LIST_LIMIT } from '@stowage/contract/inventory/report';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { useLocations } from '../../../shared/use-locations.ts';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { locationOptions } from '../locations/location-options.ts';

interface LocationItemsCardProps {
  readonly location: string | undefined;
  /** The number of units in the report; the table can show fewer. */
  readonly itemCount: number | undefined;
  readonly onLocation: (location: string | undefined) => void;
}

const COLUMNS: readonly Column<LocationItem>[] = [
  { heading: 'ID', cell: (row) => row.id },
  { heading: 'Item Code', cell: (row) => <Identifier value={row.item_code} label="item code" /> },
  { heading: 'Product Title', isTitle: true, cell: (row) => row.product_title ?? 'N/A' },
  { heading: 'Identifier', cell: (row) => <Identifier value={row.identifier} label="identifier" /> },
  { heading: 'ASIN', cell: (row) => <Identifier value={row.asin} label="ASIN" /> },
];

/** The units in one location. */
export function LocationItemsCard({ location = '', itemCount, onLocation }: LocationItemsCardProps) {
  const locations = useLocations();
  const items = useQuery({ ...queryFor(locationInventoryPriceList, { body: { location } }), enabled: location !== '', retry: false });
  useEffect(() => {
    if (locations.error) console.warn('The locations could not be loaded', locations.error);
  }, [locations.error]);
  const total = itemCount ?? items.data?.length;
  const exportButton = location !== '' && <ExportButton endpoint={exportLocationItems} input={{ query: { location } }} name={`location-${location}.csv`} />;
  return (
    <Card title="Items in a Location" aside={exportButton}>
      <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-[14rem_1fr]">
        <SelectField
          label="Location"
          value={location}
          options={locationOptions('-- Select a Location --', locations.data)}
          error={locations.problem}
          onChange={({ target }) => onLocation(target.value || undefined)}
        />
        {items.data !== undefined && location !== '' && (
          <p className="pb-2 text-muted" aria-live="polite">
            <strong className="font-semibold text-ink">{numberText(total ?? 0)}</strong> {total === 1 ? 'item' : 'items'} in {location}
            {items.data.length === REPORT_LIST_LIMIT && `, the first ${REPORT_LIST_LIMIT} are shown; the CSV holds all`}
          </p>
        )}
      </div>
      {location !== '' && (
        <QueryResult
          query={items}
          look="cardBanner"
          failure={() => `Failed to load inventory for location ${location}`}
          empty={<EmptyState title="No inventory found in this location" />}
        >
          {(rows) => (
            <ScrollBox label={`Scrolling list of ${location}`} className="max-h-[34rem] border-t border-line">
              <DataTable label={`Items in ${location}`} columns={COLUMNS} rows={rows} keyOf={(row) => row.id} />
            </ScrollBox>
          )}
        </QueryResult>
      )}
    </Card>
  );
}

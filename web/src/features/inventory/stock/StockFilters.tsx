import { CONDITION_NAMES, conditionName } from '@stowage/contract/catalog/conditions';
import { COUNT_DUE_DAYS, stockFilterOptions } from '@stowage/contract/inventory/stock';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { chipsOf } from '../../../shared/list/chips.ts';
import type { useLocations } from '../../../shared/use-locations.ts';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { useScannedSearch } from '../../../ui/form/use-scanned-search.ts';
import { locationOptions } from '../locations/location-options.ts';
import { STOCK_SHOWS, type StockAddress, type StockShow } from './stock-address.ts';

interface StockFiltersProps {
  readonly address: StockAddress;
  readonly locations: ReturnType<typeof useLocations>;
  readonly onNarrow: (change: Partial<StockAddress>) => void;
}

const SHOW_NAMES: Readonly<Record<StockShow, string>> = {
  in_stock: 'In stock',
  no_sku: 'No SKU',
  count_due: `Not counted for ${COUNT_DUE_DAYS} days`,
  out_of_sync: 'Out of sync',
  below_map: 'New below MAP',
  negative_margin: 'Negative margin',
};

/** The filters that are set. */
export function stockChips(address: StockAddress) {
  return chipsOf(address, {
    q: (q) => `Find: ${q}`,
    show: (show) => `Show: ${SHOW_NAMES[show]}`,
    at: (location) => `Location: ${location}`,
    condition: (condition) => `Condition: ${conditionName(condition)}`,
    vendor: (vendor) => `Vendor: ${vendor}`,
  });
}

/** The list's filters. A scanned code becomes the search. */
export function StockFilters({ address, locations, onNarrow }: StockFiltersProps) {
  const field = useScannedSearch();
  const options = useQuery(queryFor(stockFilterOptions, {}));
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[minmax(16rem,2fr)_repeat(4,minmax(0,1fr))]">
      <SearchForm
        ref={field}
        label="Find"
        placeholder="A code, or words of the title"
        maxLength={256}
        search={address.q ?? ''}
        isMain
        onSearch={(q) => onNarrow({ q })}
        className="sm:max-lg:col-span-2"
      />
      <SelectField
        label="Show"
        value={address.show ?? ''}
        options={[{ value: '', label: 'All listings' }, ...STOCK_SHOWS.map((value) => ({ value, label: SHOW_NAMES[value] }))]}
        onText={(show) => onNarrow({ show: show || undefined })}
      />
      <SelectField
        label="Location"
        value={address.at ?? ''}
        options={locationOptions('All locations', locations.data)}
        error={locations.problem}
        onChange={({ target }) => onNarrow({ at: target.value || undefined })}
      />
      <SelectField
        label="Condition"
        value={String(address.condition ?? '')}
        options={[{ value: '', label: 'All conditions' }, ...Object.entries(CONDITION_NAMES).map(([value, label]) => ({ value, label }))]}
        onChange={({ target }) => onNarrow({ condition: Number(target.value) || undefined })}
      />
      <SelectField
        label="Vendor"
        value={address.vendor ?? ''}
        options={[{ value: '', label: 'All vendors' }, ...(options.data?.vendors ?? []).map((value) => ({ value, label: value }))]}
        onChange={({ target }) => onNarrow({ vendor: target.value || undefined })}
      />
    </div>
  );
}

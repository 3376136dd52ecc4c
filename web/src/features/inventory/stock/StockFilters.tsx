import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { stockFilterOptions } from '@stowage/contract/inventory/stock';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { useWedge } from '../../../ui/scan/use-wedge.ts';
import { locationOptions } from '../locations/location-options.ts';
import { STOCK_SHOWS, type StockAddress, type StockShow } from './stock-address.ts';

interface StockFiltersProps {
  readonly address: StockAddress;
  readonly locations: readonly LocationOption[];
  readonly onNarrow: (change: Partial<StockAddress>) => void;
}

const SHOW_NAMES: Readonly<Record<StockShow, string>> = {
  in_stock: 'In stock',
  no_sku: 'No SKU',
  count_due: 'Not counted for 90 days',
  out_of_sync: 'Out of sync',
  below_map: 'New below MAP',
  negative_margin: 'Negative margin',
};
const SEARCH_ID = 'stock-search';

/** The list's filters. A scanned code becomes the search. */
export function StockFilters({ address, locations, onNarrow }: StockFiltersProps) {
  const [text, setText] = useState(address.q ?? '');
  const options = useQuery(queryFor(stockFilterOptions, {}));
  const search = (code: string) => {
    setText(code.trim());
    onNarrow({ q: code.trim() || undefined });
  };
  useWedge({ onScan: search, focusField: () => document.getElementById(SEARCH_ID)?.focus() });
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[minmax(16rem,2fr)_repeat(4,minmax(0,1fr))]">
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          search(text);
        }}
        className="grid grid-cols-[1fr_auto] items-end gap-2 sm:max-lg:col-span-2"
      >
        <TextField
          id={SEARCH_ID}
          label="Find"
          placeholder="Scan or type a code, or words of the title"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" look="primary">
          Search
        </Button>
      </form>
      <SelectField
        label="Show"
        value={address.show ?? ''}
        options={[{ value: '', label: 'All listings' }, ...STOCK_SHOWS.map((value) => ({ value: value as string, label: SHOW_NAMES[value] }))]}
        onChange={({ target }) => onNarrow({ show: STOCK_SHOWS.find((show) => show === target.value) })}
      />
      <SelectField
        label="Location"
        value={address.at ?? ''}
        options={locationOptions('All locations', locations)}
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

import { useRef } from 'react';
import { SearchForm, type SearchFormHandle } from '../../ui/form/SearchForm.tsx';
import { useWedge } from '../../ui/scan/use-wedge.ts';

interface SkuFilterProps {
  readonly sku: string;
  readonly isBusy: boolean;
  /** Called with the trimmed text; empty means all. */
  readonly onFilter: (sku: string) => void;
}

/** Filters a list of movements by SKU. */
export function SkuFilter({ sku, isBusy, onFilter }: SkuFilterProps) {
  const field = useRef<SearchFormHandle>(null);
  useWedge({ onScan: (code) => field.current?.search(code), focusField: () => field.current?.focus() });
  return (
    <SearchForm
      ref={field}
      label="SKU"
      placeholder="All SKUs"
      search={sku}
      verb="Filter"
      isBusy={isBusy}
      isMain
      onSearch={(text = '') => onFilter(text)}
      className="px-4 pb-4 sm:max-w-md"
    />
  );
}

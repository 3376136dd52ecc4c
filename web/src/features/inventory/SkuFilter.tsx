import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { useScannedSearch } from '../../ui/form/use-scanned-search.ts';

interface SkuFilterProps {
  readonly sku: string;
  readonly isBusy: boolean;
  /** Called with the trimmed text; empty means all. */
  readonly onFilter: (sku: string) => void;
}

/** Filters a list of movements by SKU. */
export function SkuFilter({ sku, isBusy, onFilter }: SkuFilterProps) {
  const field = useScannedSearch();
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

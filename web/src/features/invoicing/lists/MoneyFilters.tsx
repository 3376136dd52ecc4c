import { moneyVendors } from '@stowage/contract/invoicing/purchase-money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import type { InvoicingAddress, InvoicingTabProps } from '../invoicing-address.ts';

interface MoneyFiltersProps extends InvoicingTabProps {
  readonly placeholder: string;
  /** What the days are: 'Order date'. */
  readonly dateName: string;
  /** The states to choose from, by their names; none where the list has one kind only. */
  readonly statuses?: Readonly<Record<string, string>>;
}

/** Narrows a list by vendor, days, state and text. Another filter begins with the first page. */
export function MoneyFilters({ address, onAddress, placeholder, dateName, statuses }: MoneyFiltersProps) {
  const vendors = useQuery(queryFor(moneyVendors, {}));
  const change = (part: Partial<InvoicingAddress>) => onAddress({ ...part, page: undefined });
  // The lists know no capitals: an address that spells a vendor otherwise means the one that is known.
  const known = vendors.data?.find((name) => name.toUpperCase() === address.vendor?.trim().toUpperCase());
  const vendor = known ?? address.vendor ?? '';
  const [isOpen, setOpen] = useState(false);
  const set = [vendor !== '', address.from !== undefined, address.to !== undefined, statuses !== undefined && address.status !== undefined];
  const count = set.filter(Boolean).length;
  const names = [...(vendors.data ?? []), ...(known === undefined && vendor !== '' ? [vendor] : [])];
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 xl:grid-cols-[minmax(0,1fr)_13rem_10rem_10rem_11rem]">
      <SearchForm label="Search" placeholder={placeholder} search={address.q ?? ''} onSearch={(q) => change({ q })} />
      <Button className="sm:hidden" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {count === 0 ? 'Filters' : `Filters (${count})`}
      </Button>
      {/* A phone has room for the list or for all of them. */}
      <div className={isOpen ? 'contents' : 'contents max-sm:hidden'}>
        <SelectField
          label="Vendor"
          value={vendor}
          options={[{ value: '', label: 'All vendors' }, ...names.map((name) => ({ value: name, label: name }))]}
          onChange={({ target }) => change({ vendor: target.value || undefined })}
        />
        <DateField label={`${dateName} from`} value={address.from ?? ''} onDay={(from) => change({ from })} />
        <DateField label={`${dateName} to`} value={address.to ?? ''} onDay={(to) => change({ to })} />
        {statuses !== undefined && (
          <SelectField
            label="Status"
            value={address.status ?? ''}
            options={[{ value: '', label: 'All' }, ...Object.entries(statuses).map(([value, label]) => ({ value, label }))]}
            onChange={({ target }) => change({ status: target.value || undefined })}
          />
        )}
      </div>
    </div>
  );
}

/** The filters as a call takes them. @param statuses the states that the list has: another one's is none */
export function queryOf<Status extends string>({ vendor, from, to, status, q }: InvoicingAddress, statuses: readonly Status[]) {
  const known = statuses.find((one) => one === status);
  return {
    ...(vendor !== undefined && { vendor }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(q !== undefined && { search: q }),
    ...(known !== undefined && { status: known }),
  };
}

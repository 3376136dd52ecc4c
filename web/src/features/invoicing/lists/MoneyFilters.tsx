import { moneyVendors } from '@stowage/contract/invoicing/purchase-money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { chipsOf } from '../../../shared/list/chips.ts';
import type { StateLooks } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { dayText } from '../../../ui/format/date-time.ts';
import type { InvoicingAddress, InvoicingTabProps } from '../invoicing-address.ts';

interface MoneyFiltersProps extends InvoicingTabProps {
  readonly placeholder: string;
  /** The name of the date: 'Order date'. */
  readonly dateName: string;
  /** The states with their names. */
  readonly statuses?: StateLooks<string>;
}

/** Filters a list by vendor, dates, state and text. A changed filter starts at the first page. */
export function MoneyFilters({ address, onAddress, placeholder, dateName, statuses }: MoneyFiltersProps) {
  const vendors = useQuery(queryFor(moneyVendors, {}));
  const change = (part: Partial<InvoicingAddress>) => onAddress({ ...part, page: undefined });
  // The address may spell a vendor with other capitals, which the calls ignore.
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
      {/* A phone hides the filters to make room for the list. */}
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
            options={[{ value: '', label: 'All' }, ...Object.entries(statuses).map(([value, { label }]) => ({ value, label }))]}
            onChange={({ target }) => change({ status: target.value || undefined })}
          />
        )}
      </div>
    </div>
  );
}

/** The parts of the address that a view of a list has. */
export const VIEWED = ['q', 'vendor', 'from', 'to', 'status', 'sort', 'ascending'] as const;

/** The set filters. @param statuses the list's states; a state of another tab is ignored */
export function moneyChips(address: InvoicingAddress, dateName: string, statuses: StateLooks<string>) {
  return chipsOf(address, {
    q: (text) => `Search: ${text}`,
    vendor: (vendor) => `Vendor: ${vendor}`,
    from: (day) => `${dateName} from ${dayText(day)}`,
    to: (day) => `${dateName} to ${dayText(day)}`,
    status: (status) => statuses[status] && `Status: ${statuses[status].label}`,
  });
}

/** The query of a list. @param statuses the list's states; a state of another tab is ignored */
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

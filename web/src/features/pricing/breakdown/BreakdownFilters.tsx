import { numberText } from '@stowage/contract/formats/text/number-text';
import { type BreakdownJob, breakdownJobs, STRATEGY_JOBS } from '@stowage/contract/pricing/pricing-breakdown';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import type { ReportsAddress } from '../reports/report-address.ts';

interface BreakdownFiltersProps {
  readonly address: ReportsAddress;
  /** The values of the date fields. */
  readonly shown: { readonly startDate: string; readonly endDate: string };
  readonly onNarrow: (change: Partial<ReportsAddress>) => void;
}

const METHODS = [
  { value: '', label: 'All Methods' },
  { value: 'lowest_price_per_condition', label: 'Competitive Pricing' },
  { value: 'percentage_off_map_fallback', label: 'MAP Fallback' },
  { value: 'error_fallback_to_map', label: 'Error Fallback' },
];
const JOB_LETTERS = 8;

export function BreakdownFilters({ address, shown, onNarrow }: BreakdownFiltersProps) {
  const jobs = useQuery(queryFor(breakdownJobs, {}));
  const options = (jobs.data ?? []).map((job) => ({ value: job.job_id, label: labelOf(job) }));
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-[repeat(4,minmax(0,1fr))_minmax(14rem,1.5fr)]">
      <SelectField
        label="Sync Job"
        value={address.job ?? ''}
        options={[{ value: '', label: 'All Jobs' }, ...options]}
        onChange={({ target }) => onNarrow({ job: target.value || undefined })}
      />
      <DateField label="Start Date" value={shown.startDate} onDay={(from) => onNarrow({ from })} />
      <DateField
        label="End Date"
        value={shown.endDate}
        error={shown.endDate < shown.startDate ? 'The end date is before the start date' : undefined}
        onDay={(to) => onNarrow({ to })}
      />
      <SelectField
        label="Pricing Method"
        value={address.method ?? ''}
        options={METHODS}
        onChange={({ target }) => onNarrow({ method: target.value || undefined })}
      />
      <SearchForm label="Search SKU/ASIN" search={address.q ?? ''} onSearch={(q) => onNarrow({ q })} className="sm:max-lg:col-span-2" />
    </div>
  );
}

function labelOf({ job_id, item_count, is_preview }: BreakdownJob): string {
  const name = job_id === STRATEGY_JOBS ? 'Price strategies' : `${job_id.slice(0, JOB_LETTERS)}...`;
  return `${name} (${numberText(item_count)} items)${is_preview ? ', preview' : ''}`;
}

import { BACKWARDS, inOrder } from '@stowage/contract/formats/day';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { DRIFT_PAGE_SIZE, DRIFT_RETENTION_DAYS, exportQuantityDrift, listQuantityDrift, type QuantityDriftDay } from '@stowage/contract/pricing/quantity-drift';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { ProductLink } from '../../../shared/product-links.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult, UNASKED } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import type { ReportProps } from '../reports/report-address.ts';
import { rangeOf } from '../reports/report-days.ts';

const DEFAULT_DAYS = 7;
const SHOWN = [
  { value: '', label: 'All differences' },
  { value: 'over', label: 'Amazon showed too many' },
];

/** How long Amazon showed another quantity than the one to offer. */
export function QuantityDrift({ address, onAddress }: ReportProps) {
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const { startDate, endDate } = rangeOf(address, DEFAULT_DAYS, new Date());
  const query = { startDate, endDate, search: address.q ?? '', over: String(address.over === true) };
  const isReadable = inOrder(query);
  const list = useListQuery(listQuantityDrift, { query: { ...query, page } }, { enabled: isReadable });
  return (
    <>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatCard name="Listings and days" value={list.data?.totalCount} />
        <StatCard name="Time too high" value={list.data && duration(list.data.over_seconds)} />
        <StatCard name="Time too low" value={list.data && duration(list.data.under_seconds)} />
      </div>
      <Card
        title="Amazon quantities against stock"
        description={`While quantities are on: how long Amazon showed another quantity than the one to offer. Days are in UTC and stay for ${DRIFT_RETENTION_DAYS} days.`}
        aside={<ExportButton endpoint={exportQuantityDrift} input={{ query }} name="quantity-drift.csv" />}
      >
        <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
          <DateField label="Start Date" value={startDate} onDay={(from) => narrow({ from })} />
          <DateField
            label="End Date"
            value={endDate}
            error={endDate < startDate ? 'The end date is before the start date' : undefined}
            onDay={(to) => narrow({ to })}
          />
          <SelectField label="Show" value={address.over ? 'over' : ''} options={SHOWN} onText={(text) => narrow({ over: text === 'over' || undefined })} />
          <SearchForm label="Search SKU" search={address.q ?? ''} onSearch={(q) => narrow({ q })} />
        </div>
        <QueryResult
          query={isReadable ? list : UNASKED}
          failure="The report could not be loaded"
          rows={8}
          {...(!isReadable && { loading: <EmptyState title={BACKWARDS} /> })}
          empty={<EmptyState title="No differences">Amazon showed the quantities to offer on these days, or quantities were not on.</EmptyState>}
        >
          {({ data, totalCount }) => (
            <>
              <DataTable label="Quantity differences" columns={COLUMNS} rows={data} keyOf={(row) => `${row.day} ${row.listing_id}`} />
              {totalCount > DRIFT_PAGE_SIZE && (
                <Pagination page={page} pageSize={DRIFT_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />
              )}
            </>
          )}
        </QueryResult>
      </Card>
    </>
  );
}

const COLUMNS: readonly Column<QuantityDriftDay>[] = [
  { heading: 'Day', cell: ({ day }) => day },
  { heading: 'SKU', cell: ({ sku }) => sku },
  { heading: 'Item', isTitle: true, cell: ({ product_id, title }) => <ProductLink id={product_id}>{title}</ProductLink> },
  { heading: 'Times', align: 'right', cell: ({ periods }) => numberText(periods) },
  { heading: 'Time too high', align: 'right', cell: ({ over_seconds }) => duration(over_seconds) },
  { heading: 'Time too low', align: 'right', cell: ({ under_seconds }) => duration(under_seconds) },
  {
    heading: 'At worst',
    cell: ({ worst_over, worst_shown, worst_available }) => (worst_over === 0 ? 'Never too high' : `${worst_shown} on Amazon, ${worst_available} available`),
  },
];

/** `4 s`, `12 min`, `3.5 h`. */
function duration(seconds: number): string {
  if (seconds < 90) return `${seconds < 10 ? Number(seconds.toFixed(1)) : Math.round(seconds)} s`;
  return seconds < 5_400 ? `${Math.round(seconds / 60)} min` : `${Number((seconds / 3_600).toFixed(1))} h`;
}

import { BACKWARDS, inOrder } from '@stowage/contract/formats/day';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  BREAKDOWN_PAGE_SIZE,
  BREAKDOWN_SORTS,
  type BreakdownItem,
  breakdownData,
  breakdownSummary,
  exportBreakdown,
} from '@stowage/contract/pricing/pricing-breakdown';
import { useState } from 'react';
import { downloadCsv } from '../../../api/download.ts';
import { useListQuery } from '../../../api/live-query.ts';
import { useMay } from '../../../api/session.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Card } from '../../../ui/Card.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult, UNASKED } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { sortingOf } from '../../../ui/table/sorting.ts';
import { toggled } from '../../../ui/table/toggled.ts';
import type { ReportProps } from '../reports/report-address.ts';
import { BreakdownDetails } from './BreakdownDetails.tsx';
import { BreakdownFilters } from './BreakdownFilters.tsx';
import { breakdownColumns } from './breakdown-columns.tsx';
import { breakdownQuery } from './breakdown-query.ts';
import { HeldPrices, useIsHeld } from './HeldPrices.tsx';

const NEWEST = 'created_at';
/** The first sort is the default, newest first; all others start in ascending order. */
const SORTS = [NEWEST, ...BREAKDOWN_SORTS.filter((by) => by !== NEWEST)] as const;

/** The pricing decisions with their reasons. */
export function PricingBreakdown({ address, onAddress }: ReportProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const isHeld = useIsHeld(address.job);
  const mayDecide = useMay('prices.approve') && isHeld;
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const filters = breakdownQuery(address, new Date());
  const isReadable = inOrder(filters);
  const list = useListQuery(breakdownData, { body: { ...filters, page, size: BREAKDOWN_PAGE_SIZE } }, { enabled: isReadable });
  const { sortField: _field, sortDirection: _direction, ...matching } = filters;
  const skuOf = ({ merchant_sku }: BreakdownItem) => merchant_sku;
  const selection = useListSelection({ rows: list.data?.data ?? [], idOf: skuOf, nameOf: skuOf, matching });
  const sorting = sortingOf(address, { sorts: SORTS, names: BREAKDOWN_SORTS.filter((by) => by !== NEWEST), onSort: narrow });
  const count = isReadable ? (list.data?.totalCount ?? 0) : 0;
  return (
    <>
      {isReadable && <Summary filters={filters} />}
      <Card
        title={`Pricing Breakdown Data (${numberText(count)} items)`}
        description="Days are in UTC."
        aside={
          <div className="flex flex-wrap gap-2">
            {mayDecide && address.job !== undefined && (
              <HeldPrices jobId={address.job} matching={matching} selected={selection.rows.map(skuOf)} onDecided={selection.clear} />
            )}
            <ExportCsv filters={filters} isDisabled={list.isFetching || count === 0} />
          </div>
        }
      >
        <BreakdownFilters address={address} shown={filters} onNarrow={narrow} />
        {address.held && <OnlySome onAll={() => narrow({ held: undefined })}>Only prices that the last sync holds and that wait for a decision</OnlySome>}
        <QueryResult
          query={isReadable ? list : UNASKED}
          failure="Failed to load pricing breakdown data"
          rows={10}
          {...(!isReadable && { loading: <EmptyState title={BACKWARDS} /> })}
          empty={<EmptyState title="No data found for the selected filters." />}
        >
          {({ data }) => (
            <>
              <DataTable
                label="Pricing breakdown"
                columns={breakdownColumns(open, (id) => setOpen(toggled(open, id)), mayDecide ? selection : undefined)}
                rows={data}
                keyOf={({ id }) => id}
                below={(row: BreakdownItem) => (open.has(row.id) ? <BreakdownDetails item={row} /> : null)}
                sorting={sorting}
              />
              {(count > BREAKDOWN_PAGE_SIZE || page > 0) && (
                <Pagination page={page} pageSize={BREAKDOWN_PAGE_SIZE} totalCount={count} isOld={list.isPlaceholderData} onPage={onPage} />
              )}
            </>
          )}
        </QueryResult>
      </Card>
    </>
  );
}

function Summary({ filters: { jobId, startDate, endDate } }: { filters: ReturnType<typeof breakdownQuery> }) {
  const { data } = useListQuery(breakdownSummary, { query: { jobId, startDate, endDate } });
  return (
    <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <StatCard name="Total Items" value={data?.total_items} />
      <StatCard name="Competitive Pricing" value={data?.competitive_pricing_count} />
      <StatCard name="MAP Fallbacks" value={data?.map_fallback_count} />
      <StatCard name="Errors" value={data?.error_count} />
    </div>
  );
}

function ExportCsv({ filters, isDisabled }: { filters: ReturnType<typeof breakdownQuery>; isDisabled: boolean }) {
  return (
    <SaveFileButton
      label="Export CSV"
      isDisabled={isDisabled}
      save={() => downloadCsv(exportBreakdown, { body: { ...filters, page: null, size: null } })}
      problem={() => 'Error exporting data. Please try again.'}
    />
  );
}

import { isPermitted } from '@stowage/contract/permissions';
import {
  approvePrices,
  BREAKDOWN_PAGE_SIZE,
  BREAKDOWN_SORTS,
  type BreakdownItem,
  breakdownData,
  breakdownJobs,
  breakdownSummary,
  exportBreakdown,
} from '@stowage/contract/pricing/pricing-breakdown';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { downloadCsv } from '../../../api/download.ts';
import { queryFor, useCommand } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { toPage } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { sortingOf } from '../../../ui/table/sorting.ts';
import type { ReportProps, ReportsAddress } from '../reports/report-address.ts';
import { BreakdownDetails } from './BreakdownDetails.tsx';
import { BreakdownFilters } from './BreakdownFilters.tsx';
import { breakdownColumns } from './breakdown-columns.tsx';
import { breakdownQuery } from './breakdown-query.ts';

const NEWEST = 'created_at';
/** The newest first; whatever else it is sorted by begins with the smallest. */
const SORTS = [NEWEST, ...BREAKDOWN_SORTS.filter((by) => by !== NEWEST)] as const;

/** Why each listing's price is what it is. */
export function PricingBreakdown({ address, onAddress }: ReportProps) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const page = (address.page ?? 1) - 1;
  const filters = breakdownQuery(address, new Date());
  const list = useQuery({ ...queryFor(breakdownData, { body: { ...filters, page, size: BREAKDOWN_PAGE_SIZE } }), placeholderData: keepPreviousData });
  const toggle = (id: number) => {
    const next = new Set(open);
    if (!next.delete(id)) next.add(id);
    setOpen(next);
  };
  const narrow = (change: Partial<ReportsAddress>) => onAddress({ ...change, page: undefined });
  const sorting = sortingOf(address, { sorts: SORTS, names: BREAKDOWN_SORTS.filter((by) => by !== NEWEST), onSort: narrow });
  const rows = list.data?.data ?? [];
  const count = list.data?.totalCount ?? 0;
  return (
    <>
      <Summary filters={filters} />
      <Card
        title={`Pricing Breakdown Data (${count.toLocaleString()} items)`}
        description="Days are in UTC."
        aside={
          <div className="flex flex-wrap gap-2">
            <ApproveButton jobId={address.job} />
            <ExportCsv filters={filters} isDisabled={list.isFetching || rows.length === 0} />
          </div>
        }
      >
        <BreakdownFilters address={address} shown={filters} onNarrow={narrow} />
        {address.held && <OnlySome onAll={() => narrow({ held: undefined })}>Only prices that the last sync holds back and nobody has approved</OnlySome>}
        {list.isPending && <SkeletonRows count={10} />}
        {list.data === undefined && list.isError && (
          <ErrorState title="Failed to load pricing breakdown data" detail={list.error.message} onRetry={() => void list.refetch()} />
        )}
        {list.data !== undefined && rows.length === 0 && <EmptyState title="No data found for the selected filters." />}
        {rows.length > 0 && (
          <DataTable
            label="Pricing breakdown"
            columns={breakdownColumns(open, toggle)}
            rows={rows}
            keyOf={({ id }) => id}
            below={(row: BreakdownItem) => (open.has(row.id) ? <BreakdownDetails item={row} /> : null)}
            sorting={sorting}
          />
        )}
        {(count > BREAKDOWN_PAGE_SIZE || (count > 0 && page > 0)) && (
          <Pagination page={page} pageSize={BREAKDOWN_PAGE_SIZE} totalCount={count} isOld={list.isPlaceholderData} onPage={toPage(onAddress)} />
        )}
      </Card>
    </>
  );
}

function Summary({ filters: { jobId, startDate, endDate } }: { filters: ReturnType<typeof breakdownQuery> }) {
  const query = { ...(jobId && { jobId }), ...(startDate && { startDate }), ...(endDate && { endDate }) };
  const { data } = useQuery({ ...queryFor(breakdownSummary, { query }), placeholderData: keepPreviousData });
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

/** Prices that were held for approval pass in the next sync. */
function ApproveButton({ jobId }: { jobId: string | undefined }) {
  const session = useSession();
  const jobs = useQuery(queryFor(breakdownJobs, {}));
  const approve = useCommand(approvePrices, [breakdownData]);
  const isKnown = jobs.data?.some(({ job_id }) => job_id === jobId);
  if (jobId === undefined || !isKnown || session === undefined || !isPermitted(session.roles, 'listings.sync')) return null;
  return (
    <Button
      disabled={approve.isPending}
      onClick={() =>
        approve.mutate(
          { body: { jobId } },
          {
            onSuccess: ({ approvedCount }) =>
              toast('good', approvedCount === 0 ? 'No price of this job waits for approval' : `${approvedCount.toLocaleString()} prices pass in the next sync`),
            onError: (error) => toast('bad', error.message),
          },
        )
      }
    >
      Approve held prices
    </Button>
  );
}

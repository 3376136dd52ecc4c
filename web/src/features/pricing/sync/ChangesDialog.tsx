import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  CHANGE_FILTERS,
  CHANGES_PAGE_SIZE,
  type ChangeFilter,
  exportChanges,
  type ListingChange,
  listChanges,
} from '@stowage/contract/pricing/listing-changes';
import type { ListingJob } from '@stowage/contract/pricing/listing-jobs';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Badge, StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';

const OUTCOMES: StateLooks<ChangeFilter> = {
  ACCEPTED: { label: 'Accepted', tone: 'good' },
  WARNING: { label: 'Accepted with a warning', tone: 'warn' },
  REJECTED: { label: 'Rejected', tone: 'bad' },
  UNCHANGED: { label: 'Unchanged', tone: 'neutral' },
  HELD: { label: 'Held by a guard', tone: 'warn' },
  PREVIEW: { label: 'Would be sent', tone: 'accent' },
  DRIFT: { label: 'Out of sync', tone: 'bad' },
};

/** The changes of a job, filtered by outcome, with an export. */
export function ChangesDialog({ job, onClose, returnFocusTo }: { job: ListingJob; onClose: () => void; returnFocusTo: () => HTMLElement | null }) {
  const counts: Readonly<Record<string, number>> = { ...job.outcomes, DRIFT: job.reread?.driftCount ?? 0 };
  const [only, setOnly] = useState<ChangeFilter | undefined>(() => (['DRIFT', 'REJECTED', 'HELD'] as const).find((one) => (counts[one] ?? 0) > 0));
  const [page, setPage] = useState(0);
  const filter = only === undefined ? {} : { only };
  const list = useListQuery(listChanges, { params: { jobId: job.jobId }, query: { ...filter, page } });
  const total = Object.values(job.outcomes).reduce((sum, count) => sum + count, 0);
  const options = CHANGE_FILTERS.filter((one) => (counts[one] ?? 0) > 0).map((one) => ({
    value: one,
    label: `${OUTCOMES[one].label} (${numberText(counts[one] ?? 0)})`,
  }));
  return (
    <Dialog title="Results" description={job.title} size="wide" open onClose={onClose} returnFocusTo={returnFocusTo}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
        <div className="flex flex-wrap items-end justify-between gap-3">
          <SelectField
            label="Outcome"
            value={only ?? ''}
            options={[{ value: '', label: `All (${numberText(total)})` }, ...options]}
            onChange={({ target }) => {
              setOnly(CHANGE_FILTERS.find((one) => one === target.value));
              setPage(0);
            }}
          />
          <ExportButton endpoint={exportChanges} input={{ params: { jobId: job.jobId }, query: filter }} name={`results ${job.jobId.slice(0, 8)}.csv`} />
        </div>
        <QueryResult query={list} failure="The results could not be loaded" rows={6} empty={<EmptyState title="No results data available" />}>
          {({ data, totalCount }) => (
            <>
              <DataTable label="Results" columns={COLUMNS} rows={data} keyOf={({ sku }) => sku} />
              {totalCount > CHANGES_PAGE_SIZE && <Pagination page={page} pageSize={CHANGES_PAGE_SIZE} totalCount={totalCount} onPage={setPage} />}
            </>
          )}
        </QueryResult>
      </div>
    </Dialog>
  );
}

const COLUMNS: readonly Column<ListingChange>[] = [
  { heading: 'SKU', isTitle: true, cell: ({ sku }) => <span className="font-mono break-all sm:whitespace-nowrap">{sku}</span> },
  { heading: 'ASIN', cell: ({ asin }) => <span className="font-mono">{asin ?? 'N/A'}</span> },
  { heading: 'Price', align: 'right', cell: ({ oldPrice, newPrice }) => <BeforeAfter before={moneyText(oldPrice)} after={moneyText(newPrice)} /> },
  {
    heading: 'Quantity',
    align: 'right',
    cell: ({ oldQuantity, newQuantity }) => <BeforeAfter before={oldQuantity ?? 'N/A'} after={newQuantity ?? 'N/A'} />,
  },
  {
    heading: 'Outcome',
    cell: ({ outcome, drift }) => {
      if (drift !== null) return <StateBadge {...OUTCOMES.DRIFT} />;
      return outcome === null ? <Badge>Waiting</Badge> : <StateBadge {...OUTCOMES[outcome]} />;
    },
  },
  {
    heading: 'Reason',
    cell: ({ reason, hint, drift }) => (
      <>
        {[drift, reason].filter((text) => text !== null).join('; ') || '–'}
        {hint !== null && <span className="block text-muted">{hint}</span>}
      </>
    ),
  },
];

/** Shows a value that does not change only once. */
function BeforeAfter({ before, after }: { before: string | number; after: string | number }) {
  if (before === after) return before;
  return (
    <span className="whitespace-nowrap">
      <span className="text-muted">{before} →</span> <strong className="font-semibold">{after}</strong>
    </span>
  );
}

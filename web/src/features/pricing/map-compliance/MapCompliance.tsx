import { listMapCompetitors, mapReportRangeProblem } from '@stowage/contract/pricing/map-compliance';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/states/States.tsx';
import type { ReportProps, ReportsAddress } from '../reports/report-address.ts';
import { lastDays, rangeOf } from '../reports/report-days.ts';
import { CompetitorPicker } from './CompetitorPicker.tsx';
import { DEFAULT_DAYS, groupByName, QUICK_RANGES, readChosen, writeChosen } from './map-report.ts';
import { useSavedSelection } from './use-saved-selection.ts';
import { Violations } from './Violations.tsx';

/** The competitors that sell below the minimum advertised price. */
export function MapCompliance({ address, onAddress }: ReportProps) {
  const competitors = useQuery(queryFor(listMapCompetitors, { body: {} }));
  const saved = useSavedSelection();
  const accounts = useMemo(() => competitors.data ?? [], [competitors.data]);
  const known = useMemo(() => accounts.map(({ id }) => id), [accounts]);
  const groups = useMemo(() => groupByName(accounts), [accounts]);
  const selection = address.competitors ?? saved.usual(known);
  const chosen = useMemo(() => readChosen(selection ?? 'none', known), [selection, known]);
  const range = rangeOf(address, DEFAULT_DAYS, new Date());
  const problem = mapReportRangeProblem(range);
  // An address with a number of days becomes an explicit range before one of its ends changes.
  const explicitRange = address.days === undefined ? {} : { from: range.startDate, to: range.endDate, days: undefined };
  const goTo = (change: ReportsAddress) => onAddress({ ...explicitRange, ...change, page: undefined });
  const choose = (ids: ReadonlySet<number>) => onAddress({ competitors: writeChosen(ids, known), page: undefined });
  const load = async () => {
    const selection = await saved.load();
    if (selection === undefined) return;
    const ids = new Set(selection.selectedCompetitorIds.filter((id) => known.includes(id)));
    goTo({ competitors: writeChosen(ids, known), from: selection.filters.startDate, to: selection.filters.endDate });
  };
  const save = () => saved.save({ selectedCompetitorIds: [...chosen], filters: range, savedAt: new Date().toISOString() });
  if (competitors.isPending || selection === undefined) return <SkeletonRows count={8} />;
  if (competitors.data === undefined)
    return (
      <ErrorState
        title="Failed to load competitors"
        detail={`Failed to load available competitors: ${competitors.error?.message}`}
        retryLabel="Try Again"
        onRetry={() => location.reload()}
      />
    );
  return (
    <>
      <Card title="Competitor MAP Compliance Report" description="Offers of new products below their minimum advertised price. Days are in UTC.">
        <div className="grid gap-5 px-4 pb-4 lg:grid-cols-[minmax(0,1fr)_minmax(20rem,26rem)]">
          <div className="grid content-start gap-3">
            <fieldset className="flex flex-wrap gap-2">
              <legend className="mb-1.5 font-medium">Quick ranges</legend>
              {QUICK_RANGES.map(({ label, days }) => (
                <Button key={label} size="small" onClick={() => goTo(lastDays(days, new Date()))}>
                  {label}
                </Button>
              ))}
            </fieldset>
            <div className="grid gap-3 sm:grid-cols-2">
              <DateField label="Start Date" value={range.startDate} onDay={(from) => goTo({ from })} />
              <DateField label="End Date" value={range.endDate} error={problem} onDay={(to) => goTo({ to })} />
            </div>
          </div>
          <CompetitorPicker groups={groups} chosen={chosen} notice={saved.notice} onChoose={choose} onLoad={() => void load()} onSave={() => void save()} />
        </div>
      </Card>
      {chosen.size === 0 && (
        <EmptyState title="Select at least one competitor">
          {groups.length === 0 && 'No competitors yet. Offers are sampled every six hours once there are listings and a price list with MAPs.'}
        </EmptyState>
      )}
      {chosen.size > 0 && problem === undefined && (
        <Violations filter={{ ...range, competitorIds: [...chosen] }} accounts={accounts} address={address} onAddress={onAddress} />
      )}
    </>
  );
}

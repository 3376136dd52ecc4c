import { messageOf } from '@stowage/contract/errors';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  exportMapViolations,
  MAX_REPORTED_OFFERS,
  type MapCompetitor,
  type MapCoverage,
  type MapReportRow,
  mapComplianceReport,
  mapCoverage,
} from '@stowage/contract/pricing/map-compliance';
import { useMemo, useState } from 'react';
import { downloadCsv } from '../../../api/download.ts';
import { useListQuery } from '../../../api/live-query.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ChartLegend } from '../../../ui/chart/ChartLegend.tsx';
import { LazyLineChart } from '../../../ui/chart/LazyLineChart.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { toPage } from '../../../ui/table/change-address.ts';
import { toggled } from '../../../ui/table/toggled.ts';
import type { ReportProps } from '../reports/report-address.ts';
import { eachDay } from '../reports/report-days.ts';
import { CountsTable } from './CountsTable.tsx';
import { toSeries } from './map-report.ts';
import { OffersDialog } from './OffersDialog.tsx';

const HEIGHT = 600;
interface ReportFilter {
  readonly startDate: string;
  readonly endDate: string;
  readonly competitorIds: number[];
}

interface ViolationsProps extends ReportProps {
  readonly filter: ReportFilter;
  readonly accounts: readonly MapCompetitor[];
}

/** The violations of the selected competitors as a chart and a table, with the offers behind each figure. */
export function Violations({ filter, accounts, address, onAddress }: ViolationsProps) {
  const { startDate, endDate } = filter;
  const report = useListQuery(mapComplianceReport, { body: filter });
  const coverage = useListQuery(mapCoverage, { query: { startDate, endDate } });
  const days = useMemo(() => eachDay(startDate, endDate), [startDate, endDate]);
  const series = useMemo(() => toSeries(report.data ?? [], days, coverage.data), [report.data, days, coverage.data]);
  const sampledOn = useMemo(() => new Map((coverage.data?.days ?? []).map(({ date, sampled }) => [date, sampled])), [coverage.data]);
  const labels = useMemo(() => days.map(shortDay), [days]);
  const notes = useMemo(() => days.map((day) => sampledNote(sampledOn.get(day))), [days, sampledOn]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (day: string, who: string) => onAddress({ day, who });
  const idsOf = (name: string) => accounts.filter((one) => one.name === name && filter.competitorIds.includes(one.id)).map(({ id }) => id);
  return (
    <Card
      title="Violations"
      description={coverage.data === undefined ? '' : coverageText(coverage.data, days.length)}
      aside={<ExportEvidence filter={filter} isDisabled={report.isFetching || series.length === 0} />}
    >
      <QueryResult
        query={report}
        failure="Failed to load chart data"
        loading={<p className="px-4 py-10 text-center text-muted">Loading chart data...</p>}
        retryLabel="Try Again"
        empty={<EmptyState title="No data available for the selected date range and competitors." />}
      >
        {(rows) => (
          <>
            <p role="status" className="px-4 pb-3">
              {totalText(rows, days.length)}
            </p>
            <div className="px-4">
              <LazyLineChart
                loading="Loading chart data..."
                title="MAP Violations by Competitor Over Time"
                showsTitle
                tension={0.1}
                xTitle="Date"
                yTitle="Number of Violations"
                labels={labels}
                notes={notes}
                series={series}
                hidden={hidden}
                height={HEIGHT}
                onPoint={(who, index) => show(days[index] ?? endDate, who)}
              />
              <ChartLegend series={series} hidden={hidden} onToggle={(name) => setHidden(toggled(hidden, name))} />
            </div>
            <CountsTable rows={rows} sampledOn={sampledOn} page={address.page} onPage={toPage(onAddress)} onShow={show} />
          </>
        )}
      </QueryResult>
      {address.day !== undefined && address.who !== undefined && (
        <OffersDialog day={address.day} name={address.who} competitorIds={idsOf(address.who)} onClose={() => onAddress({ day: undefined, who: undefined })} />
      )}
    </Card>
  );
}

const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortDay = (day: string) => dayFormat.format(new Date(day));

/** The same number as on the dashboard's card when the range is the dashboard's. */
function totalText(rows: readonly MapReportRow[], days: number): string {
  const violations = rows.reduce((sum, { violationCount }) => sum + violationCount, 0);
  const names = new Set(rows.map(({ competitorName }) => competitorName)).size;
  return `${counted(violations, 'violation')} of ${counted(names, 'competitor')} in ${counted(days, 'day')}`;
}

const sampledNote = (sampled: number | undefined) => (sampled === undefined ? 'No products sampled' : `${numberText(sampled)} products sampled`);

function coverageText({ asinsWithMap, days }: MapCoverage, dayCount: number): string {
  const last = days.at(-1);
  if (last === undefined) return 'No products were sampled on these days.';
  const number = (value: number) => numberText(value);
  const cut = last.cutShort === 0 ? '' : ` For ${number(last.cutShort)} of them, Amazon reported only the ${MAX_REPORTED_OFFERS} lowest offers.`;
  return `Sampled on ${number(days.length)} of ${number(dayCount)} days; on ${shortDay(last.date)} ${number(last.sampled)} of ${number(asinsWithMap)} products with a MAP.${cut}`;
}

function ExportEvidence({ filter, isDisabled }: { filter: ReportFilter; isDisabled: boolean }) {
  return (
    <SaveFileButton
      label="Export evidence"
      isDisabled={isDisabled}
      save={() => downloadCsv(exportMapViolations, { body: filter })}
      problem={(error) => `The evidence could not be exported: ${messageOf(error)}`}
    />
  );
}

import {
  exportMapViolations,
  type MapCompetitor,
  type MapCoverage,
  type MapReportRow,
  mapComplianceReport,
  mapCoverage,
  OFFERS_TOLD,
} from '@stowage/contract/pricing/map-compliance';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { downloadCsv } from '../../../api/download.ts';
import { queryFor } from '../../../api/query.ts';
import { SaveFileButton } from '../../../shared/files/SaveFileButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ChartLegend } from '../../../ui/chart/ChartLegend.tsx';
import { EmptyState, ErrorState } from '../../../ui/States.tsx';
import { toPage } from '../../../ui/table/change-address.ts';
import type { ReportProps } from '../reports/report-address.ts';
import { daysBetween } from '../reports/report-days.ts';
import { CountsTable } from './CountsTable.tsx';
import { toSeries } from './map-report.ts';
import { OffersDialog } from './OffersDialog.tsx';

const LineChart = lazy(async () => ({ default: (await import('../../../ui/chart/LineChart.tsx')).LineChart }));
const HEIGHT = 600;
const NONE: readonly MapReportRow[] = [];

interface MapQuestion {
  readonly startDate: string;
  readonly endDate: string;
  readonly competitorIds: number[];
}

interface ViolationsProps extends ReportProps {
  readonly question: MapQuestion;
  readonly accounts: readonly MapCompetitor[];
}

/** The chart, its figures, how much was looked at, and the offers behind each figure. */
export function Violations({ question, accounts, address, onAddress }: ViolationsProps) {
  const { startDate, endDate } = question;
  const report = useQuery({ ...queryFor(mapComplianceReport, { body: question }), placeholderData: keepPreviousData });
  const coverage = useQuery({ ...queryFor(mapCoverage, { query: { startDate, endDate } }), placeholderData: keepPreviousData });
  const days = useMemo(() => daysBetween(startDate, endDate), [startDate, endDate]);
  const series = useMemo(() => toSeries(report.data ?? [], days, coverage.data), [report.data, days, coverage.data]);
  const sampledOn = useMemo(() => new Map((coverage.data?.days ?? []).map(({ date, sampled }) => [date, sampled])), [coverage.data]);
  const labels = useMemo(() => days.map(shortDay), [days]);
  const notes = useMemo(() => days.map((day) => sampledNote(sampledOn.get(day))), [days, sampledOn]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const show = (day: string, who: string) => onAddress({ day, who });
  const toggle = (name: string) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  const idsOf = (name: string) => accounts.filter((one) => one.name === name && question.competitorIds.includes(one.id)).map(({ id }) => id);
  return (
    <Card
      title="Violations"
      description={coverage.data === undefined ? '' : coverageText(coverage.data, days.length)}
      aside={<ExportEvidence question={question} isDisabled={report.isFetching || series.length === 0} />}
    >
      {report.isPending && <p className="px-4 py-10 text-center text-muted">Loading chart data...</p>}
      {report.data === undefined && report.isError && (
        <ErrorState title="Failed to load chart data" detail={report.error.message} retryLabel="Try Again" onRetry={() => void report.refetch()} />
      )}
      {report.data !== undefined && report.data.length > 0 && (
        <p role="status" className="px-4 pb-3">
          {totalText(report.data, days.length)}
        </p>
      )}
      {report.data?.length === 0 && <EmptyState title="No data available for the selected date range and competitors." />}
      {series.length > 0 && (
        <>
          <div className="px-4">
            <Suspense fallback={<p style={{ height: HEIGHT }}>Loading chart data...</p>}>
              <LineChart
                title="MAP Violations by Competitor Over Time"
                xTitle="Date"
                yTitle="Number of Violations"
                labels={labels}
                notes={notes}
                series={series}
                hidden={hidden}
                height={HEIGHT}
                onPoint={(who, index) => show(days[index] ?? endDate, who)}
              />
            </Suspense>
            <ChartLegend series={series} hidden={hidden} onToggle={toggle} />
          </div>
          <CountsTable rows={report.data ?? NONE} sampledOn={sampledOn} page={address.page} onPage={toPage(onAddress)} onShow={show} />
        </>
      )}
      {address.day !== undefined && address.who !== undefined && (
        <OffersDialog day={address.day} name={address.who} competitorIds={idsOf(address.who)} onClose={() => onAddress({ day: undefined, who: undefined })} />
      )}
    </Card>
  );
}

const dayFormat = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortDay = (day: string) => dayFormat.format(new Date(day));

/** The number of the dashboard's card, where its days are asked for. */
function totalText(rows: readonly MapReportRow[], days: number): string {
  const violations = rows.reduce((sum, { violationCount }) => sum + violationCount, 0);
  const names = new Set(rows.map(({ competitorName }) => competitorName)).size;
  return `${counted(violations, 'violation')} of ${counted(names, 'competitor')} in ${counted(days, 'day')}`;
}

const counted = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;

const sampledNote = (sampled: number | undefined) => (sampled === undefined ? 'Nothing was sampled' : `${sampled.toLocaleString()} products sampled`);

function coverageText({ asinsWithMap, days }: MapCoverage, asked: number): string {
  const last = days.at(-1);
  if (last === undefined) return 'Nothing was sampled in these days.';
  const number = (value: number) => value.toLocaleString();
  const cut = last.cutShort === 0 ? '' : ` Of ${number(last.cutShort)} of them the marketplace told only the ${OFFERS_TOLD} lowest offers.`;
  return `Sampled on ${number(days.length)} of ${number(asked)} days; on ${shortDay(last.date)} ${number(last.sampled)} of ${number(asinsWithMap)} products with a MAP.${cut}`;
}

function ExportEvidence({ question, isDisabled }: { question: MapQuestion; isDisabled: boolean }) {
  return (
    <SaveFileButton
      label="Export evidence"
      isDisabled={isDisabled}
      save={() => downloadCsv(exportMapViolations, { body: question })}
      problem={(error) => `The evidence could not be exported: ${error instanceof Error ? error.message : error}`}
    />
  );
}

import { CLAIM_MONTHS, claimMonths, FLOW_DAYS, scanRate, stockFlow } from '@stowage/contract/dashboard/dashboard';
import { PANELS } from '@stowage/contract/dashboard/dashboard-cards';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../api/query.ts';
import { chartColor } from '../../ui/chart/chart-color.ts';
import { dateFormat } from '../../ui/format/date-time.ts';
import { dollars } from '../../ui/format/money.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { REFRESH_MS } from './use-fresh-parts.ts';

const FRESH = { refetchInterval: REFRESH_MS, retry: false } as const;

const FLOWS = [
  ['received', 'Received'],
  ['returned', 'Returned'],
  ['shipped', 'Shipped'],
  ['removed', 'Removed'],
] as const;

/** Units in and out on each of the last days. */
export function FlowPanel() {
  const { timeZone, locale } = dateFormat();
  const query = useQuery({ ...queryFor(stockFlow, { query: { timeZone } }), ...FRESH });
  const chart = useMemo(() => {
    const days = query.data?.days;
    const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    return (
      days && {
        labels: days.map(({ day }) => short.format(new Date(day))),
        series: FLOWS.map(([kind, name], nth) => ({ name, color: chartColor(nth), values: days.map((day) => day[kind]) })),
      }
    );
  }, [query.data, locale]);
  return (
    <ChartPanel
      title={PANELS['stock-flow'].label}
      description={`The last ${FLOW_DAYS} days, each from midnight in ${timeZone}. What was undone counts against its kind.`}
      xTitle="Day"
      yTitle="Units"
      chart={chart}
      query={query}
      empty={`No unit came or went in the last ${FLOW_DAYS} days`}
    />
  );
}

/** Scans of today, a line for each person. */
export function ScanRatePanel() {
  const { timeZone } = dateFormat();
  const query = useQuery({ ...queryFor(scanRate, { query: { timeZone } }), ...FRESH });
  const chart = useMemo(() => {
    const { hours, people } = query.data ?? {};
    if (hours === undefined || people === undefined) return undefined;
    const isTwice = (name: string) => people.filter((other) => other.name === name).length > 1;
    return {
      labels: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
      series: people.map(({ userId, name, scans }, nth) => ({ name: isTwice(name) ? `${name} (${userId})` : name, color: chartColor(nth), values: scans })),
    };
  }, [query.data]);
  return (
    <ChartPanel
      title={PANELS['scan-rate'].label}
      description={`Today in ${timeZone}, by person`}
      xTitle="Hour"
      yTitle="Scans"
      chart={chart}
      query={query}
      empty="Nobody has scanned today"
    />
  );
}

/** What was claimed and what was paid, by month. */
export function ClaimsPanel() {
  const query = useQuery({ ...queryFor(claimMonths, {}), ...FRESH });
  const { locale } = dateFormat();
  const months = query.data?.months;
  const chart = useMemo(() => {
    const short = new Intl.DateTimeFormat(locale, { month: 'short', year: '2-digit', timeZone: 'UTC' });
    return (
      months && {
        labels: months.map(({ month }) => short.format(new Date(month))),
        series: [
          { name: 'Claimed', color: chartColor(0), values: months.map(({ claimed }) => Number(claimed)) },
          { name: 'Paid', color: chartColor(2), values: months.map(({ paid }) => Number(paid)) },
        ],
      }
    );
  }, [months, locale]);
  const unknown = (months ?? []).reduce((sum, month) => sum + month.unknown, 0);
  return (
    <ChartPanel
      title={PANELS.claims.label}
      description={`Dollars by month of the claim and of the decision, the last ${CLAIM_MONTHS} months (UTC)`}
      xTitle="Month"
      yTitle="Dollars"
      chart={chart}
      query={query}
      empty={`Nothing was claimed or paid in the last ${CLAIM_MONTHS} months`}
      format={dollars}
      note={unknown > 0 && <p className="pb-2 text-[13px] text-muted">Without {unknown.toLocaleString()} claims whose amount nobody has entered.</p>}
    />
  );
}

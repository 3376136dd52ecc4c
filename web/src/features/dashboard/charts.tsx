import { CLAIM_MONTHS, claimMonths, FLOW_DAYS, scanRate, stockFlow } from '@stowage/contract/dashboard/dashboard';
import { PANELS } from '@stowage/contract/dashboard/dashboard-cards';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryFor } from '../../api/query.ts';
import { chartColor } from '../../ui/chart/chart-color.ts';
import { dateFormat } from '../../ui/format/date-time.ts';
import { ChartPanel } from './ChartPanel.tsx';
import { REFRESH_MS } from './use-fresh-parts.ts';

const FRESH = { refetchInterval: REFRESH_MS, retry: false } as const;

const FLOWS = [
  ['received', 'Received'],
  ['returned', 'Returned'],
  ['shipped', 'Shipped'],
  ['removed', 'Removed'],
] as const;

export function FlowPanel() {
  const { timeZone, locale } = dateFormat();
  const query = useQuery({ ...queryFor(stockFlow, { query: { timeZone } }), ...FRESH });
  const chart = useMemo(() => {
    const days = query.data?.days;
    const short = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' });
    return (
      days && {
        labels: days.map(({ day }) => short.format(new Date(day))),
        series: FLOWS.map(([kind, name], index) => ({ name, color: chartColor(index), values: days.map((day) => day[kind]) })),
      }
    );
  }, [query.data, locale]);
  return (
    <ChartPanel
      title={PANELS['stock-flow'].label}
      description={`The last ${FLOW_DAYS} days, from midnight to midnight in ${timeZone}. Undone actions are subtracted.`}
      xTitle="Day"
      yTitle="Units"
      chart={chart}
      query={query}
      empty={`No units in or out in the last ${FLOW_DAYS} days`}
    />
  );
}

export function ScanRatePanel() {
  const { timeZone } = dateFormat();
  const query = useQuery({ ...queryFor(scanRate, { query: { timeZone } }), ...FRESH });
  const chart = useMemo(() => {
    const { hours, people } = query.data ?? {};
    if (hours === undefined || people === undefined) return undefined;
    const isAmbiguous = (name: string) => people.filter((other) => other.name === name).length > 1;
    return {
      labels: hours.map((hour) => `${String(hour).padStart(2, '0')}:00`),
      series: people.map(({ userId, name, scans }, index) => ({
        name: isAmbiguous(name) ? `${name} (${userId})` : name,
        color: chartColor(index),
        values: scans,
      })),
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
      empty="No scans yet today"
    />
  );
}

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
          // Null without the permission to see costs.
          ...(months.some(({ claimed }) => claimed !== null)
            ? [{ name: 'Claimed', color: chartColor(0), values: months.map(({ claimed }) => Number(claimed)) }]
            : []),
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
      empty={`No claims or payments in the last ${CLAIM_MONTHS} months`}
      format={dollars}
      note={unknown > 0 && <p className="pb-2 text-[13px] text-muted">Excludes {numberText(unknown)} claims without an amount.</p>}
    />
  );
}

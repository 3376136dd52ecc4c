import { numberText } from '@stowage/contract/formats/text/number-text';
import { type ReactNode, useMemo, useState } from 'react';
import { Card } from '../../ui/Card.tsx';
import { ChartLegend } from '../../ui/chart/ChartLegend.tsx';
import { LazyLineChart } from '../../ui/chart/LazyLineChart.tsx';
import type { Series } from '../../ui/chart/LineChart.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { PartResult } from './PartResult.tsx';
import type { PartQuery } from './StaleNote.tsx';

const HEIGHT = 260;

interface ChartPanelProps {
  readonly title: string;
  readonly description: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** undefined while loading. */
  readonly chart: { readonly labels: readonly string[]; readonly series: readonly Series[] } | undefined;
  readonly query: PartQuery;
  /** The title of the empty state. */
  readonly empty: string;
  /** Formats a value for the table. */
  readonly format?: (value: number) => string;
  readonly note?: ReactNode;
}

/** A line chart with a table of its figures, which screen readers can read. */
export function ChartPanel({ title, description, xTitle, yTitle, chart, query, empty, format = plain, note }: ChartPanelProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const toggle = (name: string) =>
    setHidden((before) => (before.has(name) ? new Set([...before].filter((other) => other !== name)) : new Set([...before, name])));
  const isEmpty = chart?.series.every(({ values }) => values.every((value) => !value));
  const rows = useMemo(
    () => (chart?.labels ?? []).map((label, index) => ({ label, values: chart?.series.map(({ values }) => values[index] ?? null) ?? [] })),
    [chart],
  );
  const columns: Column<(typeof rows)[number]>[] = [
    { heading: xTitle, isTitle: true, cell: (row) => row.label },
    ...(chart?.series ?? []).map(
      ({ name }, index): Column<(typeof rows)[number]> => ({
        heading: name,
        align: 'right',
        cell: (row) => (row.values[index] === null ? '–' : format(row.values[index] ?? 0)),
      }),
    ),
  ];
  return (
    <Card title={title} description={description}>
      <PartResult name={title} query={query} rows={5} failure={`${title} could not be loaded`}>
        {() => (isEmpty === true ? <EmptyState title={empty} /> : null)}
      </PartResult>
      {chart !== undefined && !isEmpty && (
        <>
          <div className="px-4">
            <LazyLineChart title={title} xTitle={xTitle} yTitle={yTitle} labels={chart.labels} series={chart.series} hidden={hidden} height={HEIGHT} />
            <ChartLegend series={chart.series} hidden={hidden} onToggle={toggle} />
            {note}
          </div>
          <details className="border-t border-line">
            <summary className="flex min-h-9 items-center px-4 font-medium hover:bg-sunken max-sm:min-h-11">Figures of {title}</summary>
            <DataTable label={`Figures of ${title}`} columns={columns} rows={rows} keyOf={(row) => row.label} isNarrow />
          </details>
        </>
      )}
    </Card>
  );
}

const plain = (value: number) => numberText(value);

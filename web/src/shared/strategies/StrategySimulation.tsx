import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { OFFER_HISTORY_DAYS, type PriceStrategyFields } from '@stowage/contract/pricing/price-strategies';
import { type StrategySimulation as Simulation, simulateStrategy } from '@stowage/contract/pricing/strategy-simulation';
import { useMemo, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { chartColor } from '../../ui/chart/chart-color.ts';
import { LazyLineChart } from '../../ui/chart/LazyLineChart.tsx';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { DateField } from '../../ui/form/DateField.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { BOUNDS } from './price-bounds.ts';

interface StrategySimulationProps {
  readonly listingId: number;
  /** @returns the entered strategy; undefined when it has problems, which the form then shows */
  readonly check: () => Omit<PriceStrategyFields, 'is_on'> | undefined;
}

const DEFAULT_DAYS = 30;

const dayBefore = (days: number) => utcDay(new Date(Date.now() - days * DAY_MS));

/** What the entered strategy would have done over the recorded offers. */
export function StrategySimulation({ listingId, check }: StrategySimulationProps) {
  const [start, setStart] = useState(() => dayBefore(DEFAULT_DAYS));
  const [end, setEnd] = useState(() => dayBefore(0));
  const simulate = useCommand(simulateStrategy, []);
  const run = () => {
    const strategy = check();
    if (strategy !== undefined) simulate.mutate({ params: { listingId }, body: { strategy, start_date: start, end_date: end } });
  };
  return (
    <section aria-label="Simulation" className="grid grid-cols-[minmax(0,1fr)] gap-3 rounded-md border border-line p-3">
      <h3 className="font-semibold">Try it on the past</h3>
      <div className="grid grid-cols-[minmax(0,1fr)] items-end gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]">
        <DateField label="Start Date" value={start} onDay={(day) => setStart(day ?? start)} />
        <DateField label="End Date" value={end} error={end < start ? 'The end date is before the start date' : undefined} onDay={(day) => setEnd(day ?? end)} />
        <Button disabled={simulate.isPending || end < start} onClick={run}>
          {simulate.isPending ? 'Simulating...' : 'Simulate'}
        </Button>
      </div>
      {simulate.error !== null && <ErrorText>{simulate.error.message}</ErrorText>}
      {simulate.data !== undefined && <Result simulation={simulate.data} until={endOf(simulate.variables.body.end_date)} />}
    </section>
  );
}

/** The last price of a period holds until then. */
const endOf = (day: string) => Math.min(Date.now(), Date.parse(day) + DAY_MS);

interface ResultProps {
  readonly simulation: Simulation;
  readonly until: number;
}

function Result({ simulation, until }: ResultProps) {
  const { recorded_since: since, points, figures, notes } = simulation;
  const reach =
    since === null
      ? 'No offers of this product were recorded yet.'
      : `Offers are recorded since ${dateTime24(new Date(since))}, for at most ${OFFER_HISTORY_DAYS} days.`;
  if (points.length === 0)
    return (
      <p role="status" className="text-muted">
        {reach} {since !== null && 'There is no record in this period: choose a later one.'}
      </p>
    );
  return (
    <div role="status" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <p className="text-muted">{reach}</p>
      <Facts facts={factsOf(figures)} isStacked className="grid grid-cols-2 gap-x-4 gap-y-2 sm:grid-cols-3" />
      <PriceChart points={points} until={until} />
      <DataTable label="Simulated prices" columns={COLUMNS} rows={points} keyOf={({ at }) => at} isInDialog="short" />
      {notes.map((note) => (
        <p key={note} className="text-[13px] text-muted">
          {note}
        </p>
      ))}
    </div>
  );
}

function PriceChart({ points, until }: { points: Simulation['points']; until: number }) {
  const { labels, times, series } = useMemo(() => linesOf(points, until), [points, until]);
  return (
    <div>
      <ul className="mb-1 flex flex-wrap gap-x-4 text-[13px]">
        {series.map(({ name, color }) => (
          <li key={name} className="flex items-center gap-1.5">
            <span aria-hidden className="inline-block h-2 w-4 rounded-sm" style={{ background: color }} /> {name}
          </li>
        ))}
      </ul>
      <LazyLineChart title="Simulated prices" xTitle="Time" yTitle="Price" labels={labels} times={times} series={series} height={240} />
    </div>
  );
}

function linesOf(points: Simulation['points'], until: number) {
  const last = points.at(-1);
  const drawn = last !== undefined && Date.parse(last.at) < until ? [...points, { ...last, at: new Date(until).toISOString() }] : points;
  return {
    labels: drawn.map(({ at }) => dateTime24(new Date(at))),
    times: drawn.map(({ at }) => Date.parse(at)),
    series: [
      { name: 'Simulated', color: chartColor(0), values: drawn.map(({ simulated }) => simulated) },
      { name: 'Ours then', color: chartColor(4), values: drawn.map(({ actual }) => actual) },
      { name: 'Lowest competitor', color: chartColor(3), values: drawn.map(({ competitor }) => competitor), isWide: true },
    ],
  };
}

const percent = (share: number | null) => (share === null ? 'N/A' : `${Math.round(share * 100)} %`);

const factsOf = (figures: Simulation['figures']) =>
  [
    ['Price changes', numberText(figures.changes)],
    ['Lowest to highest', figures.lowest === null ? 'N/A' : `${dollars(figures.lowest)} to ${dollars(figures.highest)}`],
    ['Average price', `${dollars(figures.average)}, ours was ${dollars(figures.average_actual)}`],
    ['Not above the lowest competitor', percent(figures.lowest_share)],
    ['At a limit', percent(figures.bound_share)],
    ['Held by a guard', numberText(figures.held)],
  ] as const;

const COLUMNS: readonly Column<Simulation['points'][number]>[] = [
  { heading: 'Time', isTitle: true, cell: ({ at }) => dateTime24(new Date(at)) },
  { heading: 'Competitor', align: 'right', cell: ({ competitor }) => dollars(competitor) },
  { heading: 'Ours then', align: 'right', cell: ({ actual }) => dollars(actual) },
  { heading: 'Simulated', align: 'right', cell: ({ simulated }) => dollars(simulated) },
  { heading: 'Limited by', cell: ({ bound_by, held_reason }) => held_reason ?? (bound_by === null ? '' : BOUNDS[bound_by]) },
];

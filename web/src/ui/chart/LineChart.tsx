import { dollars } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  BarController,
  BarElement,
  CategoryScale,
  type ChartEvent,
  Chart as ChartJs,
  type ChartOptions,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Title,
  Tooltip,
} from 'chart.js';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Chart } from 'react-chartjs-2';
import { Button } from '../Button.tsx';
import { hourText, shortDay } from '../format/date-time.ts';
import { axisTop, onlyLabel, timeTicks, valuesAbove } from './chart-scale.ts';

ChartJs.register(BarController, BarElement, CategoryScale, LinearScale, LineController, LineElement, PointElement, Title, Tooltip);

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One for each label; null where the value is unknown. */
  readonly values: readonly (number | null)[];
  /** Stays visible where another line has the same values. The first line is drawn above the others. */
  readonly isWide?: boolean;
}

interface LineChartProps {
  readonly title: string;
  /** Draws the title above the lines, where no heading has it. */
  readonly showsTitle?: boolean;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly labels: readonly string[];
  /** The moments of the labels, in milliseconds since 1970, for lines of prices: the distances are those of the time, each price holds until the next, and the axis fits the prices. */
  readonly times?: readonly number[] | undefined;
  /** More text for the tooltip of each label. */
  readonly notes?: readonly string[];
  readonly series: readonly Series[];
  /** The names of the hidden lines. */
  readonly hidden?: ReadonlySet<string>;
  /** How much lines are curved; 0 draws them straight. */
  readonly tension?: number;
  readonly height: number;
  /** A click on a point, or near it. */
  readonly onPoint?: (series: string, index: number) => void;
}

const NEAR_PX = 30;

/**
 * A line chart over days. A spike that would flatten the other days is cut off and named; a single day is drawn as bars. The page
 * must show the same values in a table, because a screen reader can't read the chart.
 */
export function LineChart({ title, showsTitle = false, xTitle, yTitle, labels, times, notes, series, hidden, tension = 0, height, onPoint }: LineChartProps) {
  const { ink, line } = useColors();
  const [isWhole, setIsWhole] = useState(false);
  const shown = useMemo(() => series.filter(({ name }) => !hidden?.has(name)), [series, hidden]);
  const top = useMemo(() => axisTop(shown), [shown]);
  const only = useMemo(() => onlyLabel(series), [series]);
  const click = useEffectEvent((name: string, index: number) => onPoint?.(name, only ?? index));
  const max = isWhole ? undefined : top;
  // Memoized by content: the library would compare thousands of points otherwise.
  const options = useMemo<ChartOptions>(
    () => ({
      animation: false,
      maintainAspectRatio: false,
      normalized: true,
      interaction: { mode: 'nearest', intersect: false },
      plugins: {
        title: { display: showsTitle, text: title, color: ink, font: { size: 15 } },
        tooltip: {
          callbacks: {
            title: ([point]) => (point && labels[only ?? point.dataIndex]) ?? '',
            ...(times !== undefined && { label: ({ dataset, parsed }) => `${dataset.label}: ${dollars(parsed.y)}` }),
            footer: ([point]) => (point && notes?.[only ?? point.dataIndex]) ?? '',
          },
        },
      },
      scales: axesOf({ xTitle, yTitle, ink, line, max, times: only === undefined ? times : undefined, isPrice: times !== undefined }),
      onClick: (event, _, chart) => {
        const point = pointNear(event, chart);
        if (point !== undefined) click(point.name, point.index);
      },
    }),
    [ink, line, title, showsTitle, xTitle, yTitle, labels, times, notes, max, only],
  );
  const datasets = useMemo(() => series.map((one) => (only === undefined ? toLine(one, tension, times) : toBar(one, only))), [series, tension, times, only]);
  const data = useMemo(
    () => ({
      labels: only === undefined ? [...labels] : labels.slice(only, only + 1),
      datasets: datasets.map((dataset) => ({ ...dataset, hidden: hidden?.has(dataset.label) ?? false })),
    }),
    [labels, datasets, hidden, only],
  );
  return (
    <>
      <div style={{ height }}>
        <Chart type={only === undefined ? 'line' : 'bar'} aria-label={`${title}; the table below has the same figures`} data={data} options={options} />
      </div>
      {top !== undefined && (
        <p className="flex flex-wrap items-center gap-2 py-1 text-[13px] text-muted">
          {!isWhole && aboveText(top, shown, labels)}
          <Button size="small" onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Enlarge ordinary days' : 'Show full height'}
          </Button>
        </p>
      )}
    </>
  );
}

/** The values that the top of the axis cuts off: `Above the chart: 20,000 Received on Jul 3.` */
function aboveText(top: number, series: readonly Series[], labels: readonly string[]): string {
  const [highest, ...others] = valuesAbove(top, series);
  if (highest === undefined) return '';
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `Above the chart: ${numberText(highest.value)} ${highest.name}, ${labels[highest.index] ?? ''}${more}.`;
}

interface Axes {
  readonly xTitle: string;
  readonly yTitle: string;
  readonly ink: string;
  readonly line: string;
  readonly max: number | undefined;
  /** The times of a time axis. */
  readonly times: readonly number[] | undefined;
  readonly isPrice: boolean;
}

function axesOf({ xTitle, yTitle, ink, line, max: top, times, isPrice }: Axes): NonNullable<ChartOptions['scales']> {
  const axis = (text: string) => ({ title: { display: true, text, color: ink }, ticks: { color: ink, maxRotation: 0 }, grid: { color: line } });
  const bounds = top === undefined ? {} : { max: top };
  const y = isPrice
    ? { ...axis(yTitle), grace: '10%', ticks: { color: ink, callback: (value: number | string) => dollars(Number(value)) } }
    : { ...axis(yTitle), beginAtZero: true, ticks: { color: ink, precision: 0 } };
  if (times === undefined) return { x: axis(xTitle), y: { ...y, ...bounds } };
  const [min = 0, max = min] = [times[0], times.at(-1)];
  const { ticks: moments, isOfDays } = timeTicks(min, max);
  const nameOf = (value: number | string) => (isOfDays ? shortDay : hourText)(new Date(Number(value)));
  // The library divides an axis evenly, which is no whole day or hour.
  const afterBuildTicks = (scale: { ticks: { value: number }[] }) => {
    scale.ticks = moments.map((value) => ({ value }));
  };
  const x = { ...axis(xTitle), type: 'linear' as const, min, max, afterBuildTicks, ticks: { color: ink, maxRotation: 0, callback: nameOf } };
  return { x, y: { ...y, ...bounds } };
}

/** The point at the pointer; undefined when none is near. */
function pointNear(event: ChartEvent, chart: ChartJs): { name: string; index: number } | undefined {
  const [point] = chart.getElementsAtEventForMode(event as unknown as Event, 'nearest', { intersect: false }, true);
  const name = point && chart.data.datasets[point.datasetIndex]?.label;
  if (point === undefined || name === undefined) return undefined;
  const isNear = Math.hypot(point.element.x - (event.x ?? 0), point.element.y - (event.y ?? 0)) <= NEAR_PX;
  return isNear ? { name, index: point.index } : undefined;
}

function toLine({ name, color, values, isWide = false }: Series, tension: number, times: readonly number[] | undefined) {
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  return {
    label: name,
    data: times === undefined ? [...values] : values.map((y, nth) => ({ x: times[nth] ?? Number.NaN, y })),
    stepped: times !== undefined,
    borderColor: color,
    backgroundColor: color,
    // Steps of prices are close to each other, and wide ones would cover the other lines.
    borderWidth: isWide ? (times === undefined ? 6 : 4) : 2,
    tension,
    // A day whose neighbors are unknown has no line, so only its point shows it.
    pointRadius: values.map((_, index) => (isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1) ? 3 : 0)),
    pointHoverRadius: 5,
  };
}

function toBar({ name, color, values }: Series, index: number) {
  return { label: name, data: [values[index] ?? null], borderColor: color, backgroundColor: color, maxBarThickness: 48 };
}

/** The theme's colors for the canvas. */
function useColors(): { ink: string; line: string } {
  const [colors, setColors] = useState(readColors);
  useEffect(() => {
    const observer = new MutationObserver(() => setColors(readColors()));
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  return colors;
}

function readColors(): { ink: string; line: string } {
  const style = getComputedStyle(document.documentElement);
  return { ink: style.getPropertyValue('--muted'), line: style.getPropertyValue('--line') };
}

import { CategoryScale, Chart, type ChartOptions, LinearScale, LineElement, PointElement, Title, Tooltip } from 'chart.js';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { Line } from 'react-chartjs-2';

Chart.register(CategoryScale, LinearScale, LineElement, PointElement, Title, Tooltip);

export interface Series {
  readonly name: string;
  readonly color: string;
  /** One for each label; null where the value is unknown. */
  readonly values: readonly (number | null)[];
}

interface LineChartProps {
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  /** Formats a value for the axis. */
  readonly labels: readonly string[];
  /** More text for the tooltip of each label. */
  readonly notes?: readonly string[];
  readonly series: readonly Series[];
  /** The names of the hidden lines. */
  readonly hidden?: ReadonlySet<string>;
  readonly height: number;
  /** A click on a point, or near it. */
  readonly onPoint?: (series: string, index: number) => void;
}

const NEAR_PX = 30;

/** A line chart over days. The page must show the same values in a table, because a screen reader can't read the chart. */
export function LineChart({ title, xTitle, yTitle, labels, notes, series, hidden, height, onPoint }: LineChartProps) {
  const { ink, line } = useColors();
  const click = useEffectEvent((name: string, index: number) => onPoint?.(name, index));
  // Memoized by content: the library would compare thousands of points otherwise.
  const options = useMemo<ChartOptions<'line'>>(() => {
    const axis = (text: string) => ({ title: { display: true, text, color: ink }, ticks: { color: ink, maxRotation: 0 }, grid: { color: line } });
    return {
      animation: false,
      maintainAspectRatio: false,
      normalized: true,
      interaction: { mode: 'nearest', intersect: false },
      plugins: {
        title: { display: true, text: title, color: ink, font: { size: 15 } },
        tooltip: { callbacks: { footer: ([point]) => (point && notes?.[point.dataIndex]) ?? '' } },
      },
      scales: { x: axis(xTitle), y: { ...axis(yTitle), beginAtZero: true, ticks: { color: ink, precision: 0 } } },
      onClick: (event, _, chart) => {
        const [point] = chart.getElementsAtEventForMode(event as unknown as Event, 'nearest', { intersect: false }, true);
        const name = point && chart.data.datasets[point.datasetIndex]?.label;
        if (point === undefined || name === undefined) return;
        if (Math.hypot(point.element.x - (event.x ?? 0), point.element.y - (event.y ?? 0)) <= NEAR_PX) click(name, point.index);
      },
    };
  }, [ink, line, title, xTitle, yTitle, notes]);
  const lines = useMemo(() => series.map(toDataset), [series]);
  const data = useMemo(
    () => ({ labels: [...labels], datasets: lines.map((dataset) => ({ ...dataset, hidden: hidden?.has(dataset.label) ?? false })) }),
    [labels, lines, hidden],
  );
  return (
    <div style={{ height }}>
      <Line aria-label={`${title}; the table below has the same figures`} data={data} options={options} />
    </div>
  );
}

function toDataset({ name, color, values }: Series) {
  const isKnown = (index: number) => (values[index] ?? null) !== null;
  return {
    label: name,
    data: [...values],
    borderColor: color,
    backgroundColor: color,
    borderWidth: 2,
    tension: 0.1,
    // A day whose neighbors are unknown has no line, so only its point shows it.
    pointRadius: values.map((_, index) => (isKnown(index) && !isKnown(index - 1) && !isKnown(index + 1) ? 3 : 0)),
    pointHoverRadius: 5,
  };
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

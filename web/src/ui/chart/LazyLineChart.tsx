import { type ComponentProps, lazy, Suspense } from 'react';
import type { LineChart } from './LineChart.tsx';

type LineChartProps = ComponentProps<typeof LineChart>;

/** The table of the same values stays readable without the chart. */
const Unavailable = ({ height }: LineChartProps) => <p style={{ minHeight: height }}>The chart could not be loaded. The table has the same figures.</p>;

const Loaded = lazy(() =>
  import('./LineChart.tsx').then(
    ({ LineChart }) => ({ default: LineChart }),
    () => ({ default: Unavailable }),
  ),
);

/** A line chart, whose code is loaded when the first one is shown. */
export function LazyLineChart({ loading = 'Loading chart...', ...chart }: LineChartProps & { readonly loading?: string }) {
  return (
    <Suspense fallback={<p style={{ height: chart.height }}>{loading}</p>}>
      <Loaded {...chart} />
    </Suspense>
  );
}

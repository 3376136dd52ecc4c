interface ChartProps {
  readonly 'aria-label': string;
  readonly data: { readonly labels: readonly string[]; readonly datasets: readonly Dataset[] };
  readonly options: { onClick(event: object, elements: unknown[], chart: object): void };
}

interface Dataset {
  readonly label: string;
  readonly data: readonly unknown[];
  readonly hidden: boolean;
}

/**
 * In place of the module `react-chartjs-2`, because jsdom has no canvas: a button for each visible line, which names its last
 * values, and clicks on its last point.
 */
export function Chart({ data, options, ...named }: ChartProps) {
  const { datasets } = data;
  const click = (datasetIndex: number, index: number) =>
    options.onClick({ x: 0, y: 0 }, [], { data, getElementsAtEventForMode: () => [{ datasetIndex, index, element: { x: 0, y: 0 } }] });
  return (
    <div role="img" {...named}>
      {datasets.map(
        ({ label, data: values, hidden }, nth) =>
          !hidden && (
            <button key={label} type="button" onClick={() => click(nth, values.length - 1)}>{`Line of ${label}: ${JSON.stringify(values.slice(-3))}`}</button>
          ),
      )}
    </div>
  );
}

interface ChartLegendProps {
  readonly series: readonly { readonly name: string; readonly color: string }[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (name: string) => void;
}

/** The legend of a chart, whose buttons show and hide the lines. */
export function ChartLegend({ series, hidden, onToggle }: ChartLegendProps) {
  return (
    <ul aria-label="Lines of the chart" className="flex max-h-28 flex-wrap gap-1 overflow-y-auto py-2">
      {series.map(({ name, color }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(name)}
            onClick={() => onToggle(name)}
            className={`inline-flex min-h-7 max-w-60 max-sm:min-h-11 items-center gap-2 rounded px-2 hover:bg-sunken ${hidden.has(name) ? 'text-muted line-through' : ''}`}
          >
            <span aria-hidden className="size-3 shrink-0 rounded-full" style={{ background: color }} />
            <span className="truncate">{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

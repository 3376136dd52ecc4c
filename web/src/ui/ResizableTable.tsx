import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';

export interface ResizableColumn<Row> {
  readonly name: string;
  readonly heading: string;
  readonly widthPx: number;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row, when the table becomes a list of cards on a phone. */
  readonly isTitle?: boolean;
}

interface ResizableTableProps<Row> {
  readonly label: string;
  /** Under what the widths are remembered on this device. */
  readonly storageKey: string;
  readonly minWidthPx: number;
  readonly columns: readonly ResizableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly rowClass: (row: Row) => string;
}

const STEP_PX = 10;

/** A table whose columns are made wider and narrower by dragging their edges, or by the arrow keys on them. On a phone its rows are cards. */
export function ResizableTable<Row>({ label, storageKey, minWidthPx, columns, rows, keyOf, rowClass }: ResizableTableProps<Row>) {
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>(() => readWidths(storageKey));
  const widthOf = ({ name, widthPx }: ResizableColumn<Row>) => Math.max(widths[name] ?? widthPx, minWidthPx);
  const set = (column: ResizableColumn<Row>, width: number) => {
    const next = { ...widths, [column.name]: Math.max(Math.round(width), minWidthPx) };
    setWidths(next);
    localStorage.setItem(storageKey, JSON.stringify(next));
  };
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  return (
    <div className="overflow-x-auto">
      <table
        role="table"
        aria-label={label}
        style={{ '--columns-width': `${total}px` } as CSSProperties}
        className="stacking-table w-full table-fixed lg:min-w-(--columns-width) border-collapse text-left text-[13px]"
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: widthOf(column) }} />
          ))}
        </colgroup>
        <thead role="rowgroup" className="bg-sunken text-muted">
          <tr role="row">
            {columns.map((column) => (
              <th key={column.name} role="columnheader" scope="col" className="relative h-9 px-2 align-bottom text-xs font-medium break-words">
                {column.heading}
                <Edge heading={column.heading} width={widthOf(column)} minWidth={minWidthPx} onWidth={(width) => set(column, width)} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr key={keyOf(row)} role="row" className={`border-t border-line ${rowClass(row)}`}>
              {columns.map((column) => (
                <td
                  key={column.name}
                  role="cell"
                  data-label={column.isTitle ? undefined : column.heading}
                  className={`h-11 px-2 py-1 break-words ${column.isTitle ? 'stacking-title' : ''}`}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface EdgeProps {
  readonly heading: string;
  readonly width: number;
  readonly minWidth: number;
  readonly onWidth: (width: number) => void;
}

function Edge({ heading, width, minWidth, onWidth }: EdgeProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const startedAt = event.clientX;
    // From what is shown: the table may be wider than its columns were set.
    const before = handle.parentElement?.offsetWidth ?? width;
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(before + clientX - startedAt);
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    const end = () => handle.removeEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === 'ArrowLeft') onWidth(width - STEP_PX);
    else if (event.key === 'ArrowRight') onWidth(width + STEP_PX);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${heading}`}
      aria-valuenow={width}
      aria-valuemin={minWidth}
      aria-valuemax={2000}
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={key}
      className="absolute inset-y-1 right-0 w-2 max-lg:hidden cursor-col-resize touch-none border-r border-edge hover:border-accent focus-visible:border-accent"
    />
  );
}

function readWidths(storageKey: string): Readonly<Record<string, number>> {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1])));
  } catch {
    return {};
  }
}

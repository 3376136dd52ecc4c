import { type CSSProperties, Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { GapRow } from './GapRow.tsx';
import { TableBox } from './TableBox.tsx';
import { useLongRows } from './use-long-rows.ts';

export interface ResizableColumn<Row> {
  readonly name: string;
  readonly heading: string;
  readonly widthPx: number;
  readonly cell: (row: Row) => ReactNode;
  /** The cell that names the row, when the table becomes a list of cards on a phone. */
  readonly isTitle?: boolean;
  readonly align?: 'right';
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
  const head = useRef<HTMLTableRowElement>(null);
  const widthOf = ({ name, widthPx }: ResizableColumn<Row>) => Math.max(widths[name] ?? widthPx, minWidthPx);
  // Until somebody sets them the columns share the table's width; then each has its own, and the last one what is left.
  const isSet = Object.keys(widths).length > 0;
  const last = columns.at(-1);
  const set = (column: ResizableColumn<Row>, width: number) => {
    const shown = isSet ? {} : Object.fromEntries(columns.map(({ name }, index) => [name, shownWidth(head.current?.children[index])]));
    setWidths((before) => ({ ...shown, ...before, [column.name]: Math.max(Math.round(width), minWidthPx) }));
  };
  const keep = useEffectEvent(() => localStorage.setItem(storageKey, JSON.stringify(widths)));
  const [keptAt, setKeptAt] = useState(0);
  useEffect(() => {
    if (keptAt > 0) keep();
  }, [keptAt]);
  const total = columns.reduce((sum, column) => sum + widthOf(column), 0);
  const { isLong, box, shown, restPx, measure, onFocus } = useLongRows({ rows, keyOf, isPossible: true });
  return (
    <TableBox label={label} isLong={isLong} box={box} onFocus={onFocus}>
      <table
        role="table"
        aria-label={label}
        aria-rowcount={isLong ? rows.length + 1 : undefined}
        style={{ '--columns-width': `${total}px` } as CSSProperties}
        className="stacking-table w-full table-fixed lg:min-w-(--columns-width) border-collapse text-left text-[13px]"
      >
        <colgroup>
          {columns.map((column) => (
            <col key={column.name} style={{ width: isSet && column === last ? undefined : widthOf(column) }} />
          ))}
        </colgroup>
        <thead role="rowgroup" className={`bg-sunken text-muted ${isLong ? 'lg:sticky lg:top-0 lg:z-10' : ''}`}>
          <tr ref={head} role="row" aria-rowindex={isLong ? 1 : undefined}>
            {columns.map((column) => (
              <th
                key={column.name}
                role="columnheader"
                scope="col"
                className={`relative h-9 px-2 align-bottom text-xs font-medium break-words ${column.align === 'right' ? 'text-right' : ''}`}
              >
                {column.heading}
                <Edge
                  heading={column.heading}
                  width={widthOf(column)}
                  minWidth={minWidthPx}
                  onWidth={(width) => set(column, width)}
                  onEnd={() => setKeptAt((times) => times + 1)}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map(({ row, index, gapPx }) => (
            <Fragment key={keyOf(row)}>
              <GapRow px={gapPx} />
              <tr
                ref={isLong ? measure : undefined}
                data-index={index}
                role="row"
                aria-rowindex={isLong ? index + 2 : undefined}
                className={`border-t border-line ${rowClass(row)}`}
              >
                {columns.map((column) => (
                  <td
                    key={column.name}
                    role="cell"
                    data-label={column.isTitle ? undefined : column.heading}
                    className={`h-11 px-2 py-1 break-words lg:px-1 lg:[&_input]:min-w-0 lg:[&_input]:px-1 ${column.isTitle ? 'stacking-title' : ''} ${column.align === 'right' ? 'text-right' : ''}`}
                  >
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            </Fragment>
          ))}
          <GapRow px={restPx} />
        </tbody>
      </table>
    </TableBox>
  );
}

interface EdgeProps {
  readonly heading: string;
  readonly width: number;
  readonly minWidth: number;
  readonly onWidth: (width: number) => void;
  /** The width is what it is to be. */
  readonly onEnd: () => void;
}

function Edge({ heading, width, minWidth, onWidth, onEnd }: EdgeProps) {
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const handle = event.currentTarget;
    const startedAt = event.clientX;
    // From what is shown: the table may be wider than its columns were set.
    const before = shownWidth(handle.parentElement) || width;
    const move = ({ clientX }: globalThis.PointerEvent) => onWidth(before + clientX - startedAt);
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener('pointermove', move);
    const end = () => {
      handle.removeEventListener('pointermove', move);
      onEnd();
    };
    handle.addEventListener('pointerup', end, { once: true });
    handle.addEventListener('pointercancel', end, { once: true });
  };
  const key = (event: KeyboardEvent<HTMLDivElement>) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    event.preventDefault();
    const before = shownWidth(event.currentTarget.parentElement) || width;
    onWidth(before + (event.key === 'ArrowLeft' ? -STEP_PX : STEP_PX));
    onEnd();
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
      className="absolute inset-y-1 -right-3 z-10 w-6 max-lg:hidden cursor-col-resize touch-none after:absolute after:inset-y-0 after:left-1/2 after:border-l after:border-edge hover:after:border-accent focus-visible:after:border-accent [th:last-child>&]:right-0 pointer-coarse:w-11 pointer-coarse:-right-5.5"
    />
  );
}

function shownWidth(cell: Element | null | undefined): number {
  return Math.round(cell?.getBoundingClientRect().width ?? 0);
}

function readWidths(storageKey: string): Readonly<Record<string, number>> {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1])));
  } catch {
    return {};
  }
}

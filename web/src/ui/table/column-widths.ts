import { type CSSProperties, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Column } from './column.ts';

/** Makes the columns of a table resizable. */
export type Resizing = { readonly minWidthPx: number } & (
  | {
      /** Where this device stores the widths. */
      readonly storageKey: string;
    }
  | {
      /** The stored widths. The columns are as wide as their content until somebody changes a width. */
      readonly stored: Widths;
      readonly onStore: (widths: Widths) => void;
    }
);

export interface ColumnWidths<Row> {
  readonly minWidth: number;
  /** The columns have these widths; otherwise their content decides. */
  readonly isSet: boolean;
  readonly isQuiet: boolean;
  readonly head: RefObject<HTMLTableRowElement | null>;
  /** The smallest width of the table, for its style. */
  readonly style: CSSProperties;
  readonly widthOf: (column: Column<Row>) => number;
  /** The width for the column's `col` element. */
  readonly colWidthOf: (column: Column<Row>) => number | undefined;
  readonly onWidth: (column: Column<Row>, widthPx: number) => void;
  /** Stores the widths. */
  readonly onEnd: () => void;
}

type Widths = Readonly<Record<string, number>>;

/** The widths of a table's columns, which people change and the device remembers. Undefined for a table without `resizing`. */
export function useColumnWidths<Row>(columns: readonly Column<Row>[], resizing: Resizing | undefined): ColumnWidths<Row> | undefined {
  const minWidthPx = resizing?.minWidthPx ?? 0;
  const [ofDevice] = useState<Widths>(() => (resizing !== undefined && 'storageKey' in resizing ? readWidths(resizing.storageKey) : {}));
  const [changed, setChanged] = useState<Widths>();
  const stored = resizing !== undefined && 'stored' in resizing ? resizing.stored : ofDevice;
  const widths = changed ?? stored;
  const [storedTimes, setStoredTimes] = useState(0);
  const store = useEffectEvent(() => {
    if (resizing === undefined) return;
    if ('onStore' in resizing) resizing.onStore(widths);
    else localStorage.setItem(resizing.storageKey, JSON.stringify(widths));
  });
  useEffect(() => {
    if (storedTimes > 0) store();
  }, [storedTimes]);
  const head = useRef<HTMLTableRowElement>(null);
  if (resizing === undefined) return undefined;

  const nameOf = ({ name, heading }: Column<Row>) => name ?? heading;
  const widthOf = (column: Column<Row>) => {
    const width = widths[nameOf(column)] ?? column.widthPx ?? minWidthPx;
    // Nobody drags a fixed column, which may be narrower.
    return column.isFixed ? width : Math.max(width, minWidthPx);
  };
  // Until somebody changes a width the columns share the table's width; then each has its own, and the last one the rest.
  const isChanged = Object.keys(widths).length > 0;
  const last = columns.at(-1);
  return {
    minWidth: minWidthPx,
    isSet: isChanged || 'storageKey' in resizing,
    isQuiet: 'stored' in resizing,
    head,
    style: { '--columns-width': `${columns.reduce((sum, column) => sum + widthOf(column), 0)}px` } as CSSProperties,
    widthOf,
    colWidthOf: (column) => (isChanged && column === last ? undefined : widthOf(column)),
    onWidth: (resized, widthPx) => {
      const shown = isChanged ? {} : Object.fromEntries(columns.map((column, index) => [nameOf(column), shownWidth(head.current?.children[index])]));
      setChanged((before = stored) => ({ ...shown, ...before, [nameOf(resized)]: Math.max(Math.round(widthPx), minWidthPx) }));
    },
    onEnd: () => setStoredTimes((times) => times + 1),
  };
}

/** Between the rounded edges, so that the roundings of many columns don't add up. */
export function shownWidth(cell: Element | null | undefined): number {
  const box = cell?.getBoundingClientRect();
  return box === undefined ? 0 : Math.round(box.left + box.width) - Math.round(box.left);
}

function readWidths(storageKey: string): Widths {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Record<string, unknown>;
    return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, number] => typeof entry[1] === 'number' && Number.isFinite(entry[1])));
  } catch {
    return {};
  }
}

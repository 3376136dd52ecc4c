import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useRef, useState } from 'react';

/** Above this number of rows only those in view are drawn. */
const LONG = 100;
/** Rows drawn beyond the edges, so that Tab finds the next field. */
const OVERSCAN = 8;
const ROW_PX = 46;
const CARD_PX = 200;

interface ShownRow<Row> {
  readonly row: Row;
  readonly index: number;
  /** The height of the rows that are left out above it. */
  readonly gapPx: number;
}

interface LongRows<Row> {
  readonly isLong: boolean;
  readonly box: RefObject<HTMLDivElement | null>;
  readonly shown: readonly ShownRow<Row>[];
  /** The height of the rows that are left out below the last one. */
  readonly restPx: number;
  /** The ref of each row's element, which also needs a `data-index`. */
  readonly measure: (element: HTMLElement | null) => void;
  readonly onFocus: (event: FocusEvent) => void;
}

interface LongRowsOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly isPossible: boolean;
}

/** The rows in view of thousands, and the one that has the focus, so that scrolling never loses the focus. */
export function useLongRows<Row>({ rows, keyOf, isPossible }: LongRowsOptions<Row>): LongRows<Row> {
  const isLong = isPossible && rows.length > LONG;
  const box = useRef<HTMLDivElement>(null);
  const focused = useRef<string | number>(undefined);
  const keyAt = (index: number) => {
    const row = rows[index];
    return row === undefined ? index : keyOf(row);
  };
  const rangeExtractor = (range: Range) => {
    const inView = defaultRangeExtractor(range);
    if (focused.current === undefined || box.current?.contains(document.activeElement) !== true) return inView;
    const kept = rows.findIndex((row) => keyOf(row) === focused.current);
    return kept < 0 || inView.includes(kept) ? inView : [...inView, kept].sort((a, b) => a - b);
  };
  // Read once, not for each of thousands of rows.
  const [rowPx] = useState(() => (window.matchMedia('(width < 64rem)').matches ? CARD_PX : ROW_PX));
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    getScrollElement: () => box.current,
    estimateSize: () => rowPx,
    getItemKey: keyAt,
    overscan: OVERSCAN,
    rangeExtractor,
  });
  const onFocus = ({ target }: FocusEvent) => {
    const index = target.closest('[data-index]')?.getAttribute('data-index');
    focused.current = index === undefined || index === null ? undefined : keyAt(Number(index));
  };
  if (!isLong) return { isLong, box, shown: rows.map((row, index) => ({ row, index, gapPx: 0 })), restPx: 0, measure: () => {}, onFocus };
  let end = 0;
  const shown = virtualizer.getVirtualItems().flatMap((item) => {
    const row = rows[item.index];
    if (row === undefined) return [];
    const gapPx = item.start - end;
    end = item.end;
    return [{ row, index: item.index, gapPx }];
  });
  return { isLong, box, shown, restPx: virtualizer.getTotalSize() - end, measure: virtualizer.measureElement, onFocus };
}

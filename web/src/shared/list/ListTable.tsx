import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import type { Column } from '../../ui/table/column.ts';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useRowKeys } from '../../ui/table/rows/use-row-keys.ts';
import type { Sorting } from '../../ui/table/TableHead.tsx';
import type { RowOptions } from '../../ui/table/TableRow.tsx';
import { offerPages, pageArrived } from './page-turn.ts';
import { recallWalk, rememberPage, rememberRecord } from './record-walk.ts';
import type { List } from './use-list.ts';
import { addressText, type ViewedAddress } from './views/view-address.ts';

interface ListTableProps<Row, Address extends ViewedAddress> extends Omit<RowOptions<Row>, 'rowFocus'> {
  readonly list: List<Row, Address>;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  readonly sorting?: Sorting;
  /** The record of a row, as its page names it; the row's key when absent. Several rows may belong to one record. */
  readonly recordOf?: (row: Row) => string;
  /** The address of the next page; undefined on the last one. */
  readonly next?: Address | undefined;
  readonly onOpen?: (row: Row) => void;
  readonly onEdit?: (row: Row) => void;
  readonly selection?: {
    readonly column: Column<Row>;
    readonly toggle: (row: Row, isRange: boolean) => void;
    readonly isEmpty: boolean;
    readonly clear: () => void;
  };
}

/** The rows of a list: with its columns, the checkboxes, the keyboard, and the way back from a record to its row. */
export function ListTable<Row, Address extends ViewedAddress>(props: ListTableProps<Row, Address>) {
  const { list, label, rows, keyOf, sorting, recordOf = (row) => String(keyOf(row)), next, onOpen, onEdit, selection, ...rowOptions } = props;
  const clear = () => {
    const isSelected = selection?.isEmpty === false;
    if (isSelected) selection.clear();
    return isSelected;
  };
  const open =
    onOpen &&
    ((row: Row) => {
      rememberRecord(list.name, recordOf(row));
      onOpen(row);
    });
  const { box, rowFocus, focusRow } = useRowKeys({ rows, keyOf, onOpen: open, onEdit, onSelect: selection?.toggle, onClear: clear });
  const page = { path: location.pathname, address: list.address, records: [...new Set(rows.map(recordOf))], next };
  const text = JSON.stringify(page);
  const goBack = useEffectEvent(() => {
    const walk = recallWalk(list.name);
    if (walk?.record === undefined || addressText(walk.address) !== addressText(list.address)) return undefined;
    const row = rows.find((one) => recordOf(one) === walk.record);
    if (row === undefined) return undefined;
    // After the router, which scrolls a new page to its top.
    return requestAnimationFrame(() => {
      window.scrollTo({ top: walk.scrollY });
      focusRow(String(keyOf(row)));
    });
  });
  useLayoutEffect(() => {
    const frame = goBack();
    return () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
    };
  }, []);
  const remember = useEffectEvent(() => {
    rememberPage(list.name, page);
    pageArrived(list.name, page);
  });
  const turn = useEffectEvent((to: object) => {
    const cleared = Object.fromEntries(Object.keys(list.address).map((part) => [part, undefined]));
    list.onAddress({ ...cleared, ...to } as Partial<Address>);
  });
  useEffect(() => offerPages(list.name, (to) => turn(to)), [list.name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the page
  useEffect(() => remember(), [text]);
  return (
    // Links in a row leave the list, too, and lead back to the row.
    <div ref={box} onClickCapture={({ target }) => noteRecord(target, (key) => rows.find((row) => String(keyOf(row)) === key))}>
      <DataTable
        {...{ label, rows, keyOf, rowFocus }}
        {...rowOptions}
        {...(sorting !== undefined && { sorting })}
        columns={selection === undefined ? list.layout.columns : [selection.column, ...list.layout.columns]}
        resizing={list.layout.resizing}
      />
    </div>
  );

  function noteRecord(target: EventTarget, find: (key: string | undefined) => Row | undefined) {
    if (!(target instanceof Element) || target.closest('a, button') === null) return;
    const row = find(target.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey);
    if (row !== undefined) rememberRecord(list.name, recordOf(row));
  }
}

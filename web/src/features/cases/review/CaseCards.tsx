import type { CaseRow } from '@stowage/contract/cases/cases';
import type { ComponentProps } from 'react';
import type { ListSelection } from '../../../shared/list/use-list-selection.tsx';
import { useShortcuts } from '../../../ui/keys/use-shortcuts.ts';
import { rowElement, useRowKeys } from '../../../ui/table/rows/use-row-keys.ts';
import { CaseCard } from './CaseCard.tsx';

interface CaseCardsProps extends Pick<ComponentProps<typeof CaseCard>, 'linkToOrder' | 'onPrintLabel'> {
  readonly rows: readonly CaseRow[];
  /** The case that is expanded. */
  readonly open: number | undefined;
  readonly onOpen: (id: number | undefined) => void;
  readonly selection: Pick<ListSelection<CaseRow, number, object>, 'column' | 'toggle' | 'isEmpty' | 'clear'>;
}

/** The cases of a page, each in a card. The expanded one stays when it moves to another page, so that its draft stays too. */
export function CaseCards({ rows, open, onOpen, selection, linkToOrder, onPrintLabel }: CaseCardsProps) {
  const isOnOtherPage = open !== undefined && !rows.some(({ qr_case_id }) => qr_case_id === open);
  // All cards are in one list with a key per case, so that a card that moves keeps its focus and its open dialogs.
  const cards: readonly { id: number; row?: CaseRow }[] = [...(isOnOtherPage ? [{ id: open }] : []), ...rows.map((row) => ({ id: row.qr_case_id, row }))];
  const { box, rowFocus } = useRowKeys({
    rows: cards,
    keyOf: ({ id }) => id,
    onSelect: ({ row }, isRange) => row !== undefined && selection.toggle(row, isRange),
    onClear: () => {
      if (selection.isEmpty || open !== undefined) return false;
      selection.clear();
      return true;
    },
  });
  const nth = cards.findIndex(({ id }) => id === open);
  const step = (by: number) => () => {
    const next = nth === -1 ? undefined : cards[nth + by];
    if (next === undefined) return false;
    onOpen(next.id);
    rowElement(next.id)?.focus();
    return true;
  };
  useShortcuts({
    nextRecord: step(1),
    previousRecord: step(-1),
    backToList: () => {
      if (open === undefined) return false;
      onOpen(undefined);
      rowElement(open)?.focus();
      return true;
    },
  });
  return (
    <div ref={box}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {cards.map(({ id, row }) => (
          <CaseCard
            key={id}
            {...{ id, row, linkToOrder, onPrintLabel }}
            isOpen={open === id}
            onToggle={() => onOpen(open === id ? undefined : id)}
            onFocus={() => rowFocus.onFocus(String(id))}
            selectCell={row && selection.column.cell(row)}
          />
        ))}
      </ul>
    </div>
  );
}

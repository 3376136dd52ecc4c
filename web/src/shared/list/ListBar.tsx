import { Columns3 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { Sorting } from '../../ui/table/TableHead.tsx';
import { ColumnsDialog } from './ColumnsDialog.tsx';
import type { Chip } from './chips.ts';
import { FilterChips } from './FilterChips.tsx';
import { type ListTotal, totalText } from './SelectionBar.tsx';
import { SortMenu } from './SortMenu.tsx';
import type { List } from './use-list.ts';
import { ViewMenu } from './views/ViewMenu.tsx';
import type { ViewedAddress } from './views/view-address.ts';

interface ListBarProps<Row, Address extends ViewedAddress> {
  readonly list: List<Row, Address>;
  readonly chips: readonly Chip<Address>[];
  readonly sorting?: Sorting;
  /** The records are cards on every screen: there is no head to sort by, and there are no columns to choose. */
  readonly isCards?: boolean;
  /** How many records match; undefined while unknown, or where the list says it elsewhere. */
  readonly total?: ListTotal | undefined;
  /** The words for one and several of the list's records. */
  readonly nouns?: readonly [one: string, several: string];
}

/** Above a list: its view, the set filters, the number of records, the order and the columns. */
export function ListBar<Row, Address extends ViewedAddress>({ list, chips, sorting, total, ...props }: ListBarProps<Row, Address>) {
  const { isCards = false, nouns: [one, several] = ['', ''] } = props;
  const [isChoosing, setChoosing] = useState(false);
  return (
    <div className={`flex flex-wrap items-center gap-2 ${isCards ? '' : 'px-4 pb-3'}`}>
      <ViewMenu list={list.name} views={list.views} layout={list.layout} cols={list.address.cols} />
      <FilterChips chips={chips} onClear={(change) => list.narrow(change)} />
      <span className="flex-1" />
      {total !== undefined && (
        <p role="status" className="text-[13px] text-muted">
          {totalText(total)} {total.count === 1 && !total.isMore ? one : several}
        </p>
      )}
      {sorting !== undefined && <SortMenu columns={list.columns} sorting={sorting} isAlwaysShown={isCards} />}
      {!isCards && (
        <Button size="small" className="max-sm:min-h-11" onClick={() => setChoosing(true)}>
          <Columns3 size={15} aria-hidden /> Columns
        </Button>
      )}
      {isChoosing && <ColumnsDialog columns={list.columns} layout={list.layout} onClose={() => setChoosing(false)} />}
    </div>
  );
}

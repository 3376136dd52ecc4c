import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';

interface SelectionBarProps {
  /** The words for one and several of the list's records. */
  readonly nouns: readonly [one: string, several: string];
  readonly selection: {
    readonly isEmpty: boolean;
    readonly isAll: boolean;
    readonly excepted: number;
    readonly rows: readonly unknown[];
    readonly isPageSelected: boolean;
    readonly selectAll: () => void;
    readonly clear: () => void;
  };
  /** How many records match the filters; undefined while unknown. */
  readonly total: ListTotal | undefined;
  /** The actions take the selected records only, not all that match. */
  readonly isOfIds?: boolean;
  /** The bulk actions. */
  readonly children?: ReactNode;
}

/** The number of records that match a list's filters, or the number up to which they were counted. */
export interface ListTotal {
  readonly count: number;
  /** There are more than were counted. */
  readonly isMore?: boolean;
}

export function totalText({ count, isMore = false }: ListTotal): string {
  return `${isMore ? 'more than ' : ''}${numberText(count)}`;
}

/** Says what is selected, offers all that match, and holds the actions for the selection. */
export function SelectionBar({ nouns: [one, several], selection, total, isOfIds = false, children }: SelectionBarProps) {
  if (selection.isEmpty) return null;
  const count = selection.rows.length;
  const mayHaveMore = !isOfIds && !selection.isAll && selection.isPageSelected && (total === undefined || total.count > count);
  return (
    <section aria-label="Selection" className="sticky top-14 z-20 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-accent-soft px-4 py-2">
      <p role="status" className="font-semibold">
        {selection.isAll ? allText(total, selection.excepted, several) : `${numberText(count)} ${count === 1 ? one : several} selected`}
      </p>
      {mayHaveMore && (
        <Button size="small" className="max-sm:min-h-11" onClick={selection.selectAll}>
          {total === undefined ? 'Select all that match' : `Select all ${totalText(total)} that match`}
        </Button>
      )}
      {children}
      <Button size="small" look="quiet" className="max-sm:min-h-11" onClick={selection.clear}>
        Clear selection
      </Button>
    </section>
  );
}

function allText(total: ListTotal | undefined, excepted: number, several: string): string {
  if (total === undefined) return `All ${several} that match are selected`;
  const text = total.isMore ? totalText(total) : numberText(total.count - excepted);
  return `All ${text} ${several} that match are selected${excepted > 0 && total.isMore ? `, except ${numberText(excepted)}` : ''}`;
}

import { numberText } from '@stowage/contract/formats/text/number-text';
import { MONEY_PAGE_SIZE, MONEY_WINDOW } from '@stowage/contract/invoicing/purchase-money';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { toPage } from '../../../ui/table/change-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import type { InvoicingTabProps } from '../invoicing-address.ts';

interface MoneyListProps<Page> extends Pick<InvoicingTabProps, 'onAddress'> {
  readonly list: UseQueryResult<Page>;
  /** Zero-based. */
  readonly page: number;
  readonly empty: string;
  readonly hint: string;
  readonly children: (page: Page) => ReactNode;
}

/** A page of a list with its pagination. */
export function MoneyList<Page extends { readonly totalCount: number; readonly isPartial: boolean; readonly isSortPartial: boolean }>(
  props: MoneyListProps<Page>,
) {
  const { list, page, empty, hint, onAddress, children } = props;
  return (
    <QueryResult query={list} failure="The list could not be loaded" rows={10} empty={<EmptyState title={empty}>{hint}</EmptyState>}>
      {(data) => (
        <>
          {children(data)}
          <Bounds {...data} />
          <Pagination
            page={page}
            pageSize={MONEY_PAGE_SIZE}
            totalCount={Math.min(data.totalCount, MONEY_WINDOW)}
            isOld={list.isPlaceholderData}
            onPage={toPage(onAddress)}
          />
        </>
      )}
    </QueryResult>
  );
}

/** Whether a list has another page. @param page zero-based */
export function hasPageAfter(page: number, totalCount: number): boolean {
  return (page + 1) * MONEY_PAGE_SIZE < Math.min(totalCount, MONEY_WINDOW);
}

/** Explains which of many matches the list covers. */
function Bounds({ totalCount, isPartial, isSortPartial }: { totalCount: number; isPartial: boolean; isSortPartial: boolean }) {
  const window = numberText(MONEY_WINDOW);
  const text = isPartial
    ? `More than ${window} rows match. The list and the totals cover the newest ${window}; narrow the filter to see the others.`
    : isSortPartial
      ? `Only the newest ${window} matches are sorted. Narrow the filter to sort all; the totals and the CSV cover all.`
      : totalCount > MONEY_WINDOW
        ? `The pages show the first ${window}. Sort or filter to see the others; the totals and the CSV cover all.`
        : undefined;
  return text === undefined ? null : <p className="px-4 py-2 text-muted">{text}</p>;
}

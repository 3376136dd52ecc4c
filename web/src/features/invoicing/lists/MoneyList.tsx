import { MONEY_PAGE_SIZE, MONEY_WINDOW } from '@stowage/contract/invoicing/purchase-money';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
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

/** A page of a list, or what there is instead of it. */
export function MoneyList<Page extends { readonly totalCount: number; readonly isPartial: boolean; readonly isSortPartial: boolean }>(
  props: MoneyListProps<Page>,
) {
  const { list, page, empty, hint, onAddress, children } = props;
  const { data } = list;
  if (list.isPending) return <SkeletonRows count={10} />;
  if (data === undefined) return <ErrorState title="The list could not be loaded" detail={list.error?.message} onRetry={() => void list.refetch()} />;
  if (data.totalCount === 0) return <EmptyState title={empty}>{hint}</EmptyState>;
  return (
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
  );
}

/** What of so many matches is not looked at. */
function Bounds({ totalCount, isPartial, isSortPartial }: { totalCount: number; isPartial: boolean; isSortPartial: boolean }) {
  const window = MONEY_WINDOW.toLocaleString();
  const text = isPartial
    ? `More than ${window} match: the newest ${window} are listed and added up. Narrow the filter for the others.`
    : isSortPartial
      ? `The newest ${window} matches are sorted. Narrow the filter to sort all of them; the totals and the CSV are of all.`
      : totalCount > MONEY_WINDOW
        ? `The pages hold the first ${window}. Sort or narrow the list for the others; the totals and the CSV are of all.`
        : undefined;
  return text === undefined ? null : <p className="px-4 py-2 text-muted">{text}</p>;
}

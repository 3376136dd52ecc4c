import { numberText } from '@stowage/contract/formats/text/number-text';
import { Fragment, useEffect, useEffectEvent } from 'react';
import { Button } from '../Button.tsx';

interface PaginationProps {
  /** Zero-based. */
  readonly page: number;
  readonly pageSize: number;
  readonly totalCount: number;
  /** There are older results than the pages cover. */
  readonly hasOlder?: boolean | undefined;
  /** `totalCount` still belongs to the previous rows. */
  readonly isOld?: boolean;
  /** @param replaces the address named a page that doesn't exist, and must not stay in the history */
  readonly onPage: (page: number, replaces?: boolean) => void;
}

const MAX_BUTTONS = 7;

/** 'Showing X to Y of Z results', Previous, page numbers, Next. Goes to the last page when the address names one beyond it. */
export function Pagination({ page, pageSize, totalCount, hasOlder = false, isOld = false, onPage }: PaginationProps) {
  const totalPages = Math.max(1, Math.ceil(totalCount / pageSize));
  const lastPage = totalPages - 1;
  const isBeyond = !isOld && page > lastPage;
  const go = useEffectEvent(onPage);
  useEffect(() => {
    if (isBeyond) go(lastPage, true);
  }, [isBeyond, lastPage]);
  const first = totalCount === 0 ? 0 : page * pageSize + 1;
  const last = Math.min((page + 1) * pageSize, totalCount);
  const number = (value: number) => numberText(value);
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3 px-3 py-2.5">
      <p className="text-muted">
        Showing <strong className="font-semibold text-ink">{number(first)}</strong> to <strong className="font-semibold text-ink">{number(last)}</strong> of{' '}
        <strong className="font-semibold text-ink">
          {hasOlder && 'more than '}
          {number(totalCount)}
        </strong>{' '}
        results
      </p>
      <div className="flex flex-wrap items-center gap-1">
        <Button size="small" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous
        </Button>
        {pageNumbers(page, totalPages).map((target, index, all) => (
          <Fragment key={target}>
            {index > 0 && target > (all[index - 1] ?? 0) + 1 && (
              <span aria-hidden className="px-1 text-muted">
                …
              </span>
            )}
            <Button
              size="small"
              look={target === page ? 'primary' : 'quiet'}
              aria-label={`Page ${numberText(target + 1)}`}
              aria-current={target === page ? 'page' : undefined}
              onClick={() => onPage(target)}
            >
              {number(target + 1)}
            </Button>
          </Fragment>
        ))}
        <Button size="small" disabled={page >= lastPage} onClick={() => onPage(page + 1)}>
          Next
        </Button>
      </div>
    </nav>
  );
}

/** The first page, the last page, and the pages around the current one: at most seven. */
function pageNumbers(page: number, totalPages: number): number[] {
  if (totalPages <= MAX_BUTTONS) return Array.from({ length: totalPages }, (_, index) => index);
  const inner = MAX_BUTTONS - 2;
  const start = Math.min(Math.max(page - Math.floor(inner / 2), 1), totalPages - 1 - inner);
  return [0, ...Array.from({ length: inner }, (_, index) => start + index), totalPages - 1];
}

import type { MouseEvent, ReactNode } from 'react';
import { Banner } from '../Banner.tsx';
import { Button } from '../Button.tsx';
import { ErrorState, SkeletonRows } from './States.tsx';
import { useRetryFocus } from './use-retry-focus.ts';

/** What this component needs of a query; what `useQuery` and `useInfiniteQuery` return fits. */
interface LoadedQuery<Data> {
  readonly data: Data | undefined;
  /** Undefined data with no error is still loading. */
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

/** In place of a query that can't be asked: `loading` then says why. */
export const UNASKED = { data: undefined, error: null, refetch: () => {} } as const;

interface QueryResultProps<Data> {
  readonly query: LoadedQuery<Data>;
  /** The title of the error, as in "The jobs could not be loaded"; the server's message stands below it. A function writes the whole text itself. */
  readonly failure: string | ((error: Error) => string);
  /** The failure as a red banner, also above content that could not be refreshed; `cardBanner` keeps the distance from the card's edges. */
  readonly look?: 'banner' | 'cardBanner';
  /** Shown in place of the content when there are no rows. */
  readonly empty?: ReactNode;
  /** Needed only where `empty` is given and the answer is neither an array nor a page of rows. */
  readonly isEmpty?: (data: Data) => boolean;
  /** How many rows the skeleton has. */
  readonly rows?: number;
  /** Shown while loading, in place of skeleton rows; null shows nothing. */
  readonly loading?: ReactNode;
  readonly retryLabel?: string;
  /** Shown above content that could not be refreshed; null where the page reports that itself. */
  readonly stale?: ((error: Error) => ReactNode) | null;
  readonly children: (data: Data) => ReactNode;
}

/** Loading, error with a retry, empty state or content: the four states of everything that is read from the server. */
export function QueryResult<Data>(props: QueryResultProps<Data>) {
  const { query, failure, look, empty, isEmpty = hasNoRows, rows = 5, loading = <SkeletonRows count={rows} />, retryLabel, stale, children } = props;
  const { data, error } = query;
  const returnFocus = useRetryFocus(query);
  const onRetry = (event: MouseEvent<HTMLElement>) => {
    returnFocus(event);
    void query.refetch();
  };
  const words = (reason: Error) => (typeof failure === 'string' ? { title: failure, detail: reason.message } : { title: failure(reason) });
  const banner = look !== undefined && error !== null && <FailureBanner {...words(error)} isInCard={look === 'cardBanner'} onRetry={onRetry} />;
  if (data !== undefined) {
    return (
      <>
        {banner || (error !== null && stale !== null && (stale === undefined ? <Stale error={error} onRetry={onRetry} /> : stale(error)))}
        {empty !== undefined && isEmpty(data) ? empty : children(data)}
      </>
    );
  }
  if (error === null) return loading;
  return banner || <ErrorState {...words(error)} {...(retryLabel !== undefined && { retryLabel })} onRetry={onRetry} />;
}

interface FailureBannerProps {
  readonly title: string;
  readonly detail?: string;
  readonly isInCard: boolean;
  readonly onRetry: (event: MouseEvent<HTMLElement>) => void;
}

function FailureBanner({ title, detail, isInCard, onRetry }: FailureBannerProps) {
  return (
    <Banner tone="bad" isInCard={isInCard}>
      {detail === undefined ? title : `${title}: ${detail}`}
      <Button size="small" className="ml-3" onClick={onRetry}>
        Try again
      </Button>
    </Banner>
  );
}

function Stale({ error, onRetry }: { error: Error; onRetry: (event: MouseEvent<HTMLElement>) => void }) {
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 bg-warn-soft px-4 py-2 text-warn">
      Not up to date: {error.message}
      <Button size="small" onClick={onRetry}>
        Try again
      </Button>
    </p>
  );
}

/** An array, `{ rows }`, `{ data, totalCount }`, or the pages of these that an infinite query holds. */
function hasNoRows(data: unknown): boolean {
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== 'object' || data === null) return false;
  if ('pages' in data) return Array.isArray(data.pages) && data.pages.every(hasNoRows);
  // A page beyond the last has no rows, but the list does.
  if ('totalCount' in data) return data.totalCount === 0;
  return hasNoRows('rows' in data ? data.rows : 'data' in data ? data.data : undefined);
}

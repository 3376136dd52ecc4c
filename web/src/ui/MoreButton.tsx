import { Button } from './Button.tsx';

interface MoreButtonProps {
  /** What `useInfiniteQuery` returns. */
  readonly query: { readonly hasNextPage: boolean; readonly isFetchingNextPage: boolean; readonly fetchNextPage: () => unknown };
  /** 'Older', for a list by time, stays on the button while it loads. */
  readonly label?: 'Show more' | 'Older';
}

/** Loads the next rows below those that are shown, if there are more. */
export function MoreButton({ query, label = 'Show more' }: MoreButtonProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="flex justify-center p-3">
      <Button size="small" disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
        {query.isFetchingNextPage && label === 'Show more' ? 'Loading...' : label}
      </Button>
    </div>
  );
}

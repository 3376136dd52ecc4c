import { getRouteApi } from '@tanstack/react-router';
import { FeedStatusPage } from '../../features/pricing/feeds/FeedStatusPage.tsx';

const route = getRouteApi('/guarded/feed-status');

/** Ties the feed list to its address: filters, page, and the feed that is open. */
export function FeedStatusRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FeedStatusPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { CompetitorsPage } from '../../features/pricing/map-compliance/CompetitorsPage.tsx';

const route = getRouteApi('/guarded/admin/settings/competitors');

/** Ties the competitors to their address: the search and the page. */
export function CompetitorsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CompetitorsPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

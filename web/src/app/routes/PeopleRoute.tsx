import { getRouteApi } from '@tanstack/react-router';
import { PeoplePage } from '../../features/identity/people/PeoplePage.tsx';

const route = getRouteApi('/guarded/admin/people');

/** Ties the people to their address: whose account is open. */
export function PeopleRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return <PeoplePage address={address} onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }) })} />;
}

import { getRouteApi } from '@tanstack/react-router';
import { JobsPage } from '../../features/jobs/JobsPage.tsx';

const route = getRouteApi('/guarded/jobs');

/** Ties the jobs page to its address: page number and open job. */
export function JobsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <JobsPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { ReportsPage } from '../../features/pricing/reports/ReportsPage.tsx';

const route = getRouteApi('/guarded/reports');

/** Ties the reports to their address: which one, its filters, sorting and page. */
export function ReportsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ReportsPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

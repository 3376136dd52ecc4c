import { getRouteApi } from '@tanstack/react-router';
import { ReportPage } from '../../features/inventory/report/ReportPage.tsx';

const route = getRouteApi('/guarded/localinventoryreport');

/** Ties the report to its address: tab, search, open location and filter. */
export function ReportRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <ReportPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

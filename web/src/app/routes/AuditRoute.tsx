import { getRouteApi } from '@tanstack/react-router';
import { AuditPage } from '../../features/inventory/audit/AuditPage.tsx';

const route = getRouteApi('/guarded/localinventoryaudit');

/** Ties the audit to its address: the shelf, the history's page and the open dialog. */
export function AuditRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <AuditPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { AuditLogPage } from '../../features/audit-log/AuditLogPage.tsx';

const route = getRouteApi('/guarded/audit-log');

/** Ties the audit log to its address: filters, and where the page begins. */
export function AuditLogRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return <AuditLogPage address={address} onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }) })} />;
}

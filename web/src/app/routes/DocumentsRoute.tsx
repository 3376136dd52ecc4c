import { isPermitted } from '@stowage/contract/permissions';
import { getRouteApi } from '@tanstack/react-router';
import { useSession } from '../../api/session.ts';
import { DocumentsPage } from '../../features/documents/DocumentsPage.tsx';

const route = getRouteApi('/guarded/documents');

/** Ties the documents to their address: filters, page, what is open. */
export function DocumentsRoute() {
  const session = useSession();
  const navigate = route.useNavigate();
  const roles = session?.roles ?? [];
  return (
    <DocumentsPage
      address={route.useSearch()}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      mayWrite={isPermitted(roles, 'documents.write')}
      mayDelete={isPermitted(roles, 'documents.delete')}
      mayPurge={isPermitted(roles, 'documents.purge')}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { CountsPage } from '../../features/inventory/counts/CountsPage.tsx';

const route = getRouteApi('/guarded/counts');

/** Ties the list of counts to its address: filters, page, and the window that is open. */
export function CountsRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <CountsPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      onOpen={(id) => void navigate({ to: '/counts/$countId', params: { countId: String(id) } })}
    />
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { PriceListPage } from '../../features/price-lists/PriceListPage.tsx';

const route = getRouteApi('/guarded/price-lists');

/** Ties the price lists to their address: search, page, and the window that is open. */
export function PriceListRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <PriceListPage
      address={address}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
    />
  );
}

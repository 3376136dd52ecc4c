import { getRouteApi } from '@tanstack/react-router';
import { AdjustmentPage } from '../features/inventory/adjustment/AdjustmentPage.tsx';

const route = getRouteApi('/guarded/localinventoryadjustment');

/** Ties the adjustment screen to its address: tab, search, filter and page. */
export function AdjustmentRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return <AdjustmentPage address={address} onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true })} />;
}

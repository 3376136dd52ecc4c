import { getRouteApi } from '@tanstack/react-router';
import { ScanPage } from '../features/inventory/ScanPage.tsx';

const route = getRouteApi('/guarded/merchantfulfilledinventory');

/** Ties the scan page to its address: page number, location and dialog. */
export function ScanRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  return <ScanPage address={address} onAddress={(change) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: true })} />;
}

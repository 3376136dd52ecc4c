import { getRouteApi } from '@tanstack/react-router';
import { SfInventoryPage } from '../../features/inventory/SfInventoryPage.tsx';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/merchantfulfilledinventory');

/** Ties SF Inventory to its address: tab, page number, location, dialog, and the stock's filters. */
export function ScanRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, dialog } = useLabels();
  return (
    <>
      <SfInventoryPage
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        onPrint={printLabels}
        onCount={(id) => void navigate({ to: '/counts/$countId', params: { countId: String(id) } })}
      />
      {dialog}
    </>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { AdjustmentPage } from '../../features/inventory/adjustment/AdjustmentPage.tsx';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/localinventoryadjustment');

/** Ties the adjustment screen to its address: tab, search, dialog, filter and page. */
export function AdjustmentRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, dialog } = useLabels();
  return (
    <>
      <AdjustmentPage
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        onPrint={printLabels}
        onCount={(id) => void navigate({ to: '/counts/$countId', params: { countId: String(id) } })}
      />
      {dialog}
    </>
  );
}

import { getRouteApi } from '@tanstack/react-router';
import { ReceivePage } from '../../features/purchasing/receiving/ReceivePage.tsx';
import { useLabels } from '../shell/use-labels.tsx';

const route = getRouteApi('/guarded/receiveinventory');

/** Ties Receive Shipment to its address: the order, the tab, the packing list, the window that is open. */
export function ReceiveRoute() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const { printLabels, dialog } = useLabels();
  return (
    <>
      <ReceivePage
        address={address}
        onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
        onPrint={printLabels}
      />
      {dialog}
    </>
  );
}

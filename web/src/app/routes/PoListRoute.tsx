import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { PoListPage } from '../../features/purchasing/purchase-orders/PoListPage.tsx';

const overview = getRouteApi('/guarded/polist');
const summary = getRouteApi('/guarded/packinglists');

/** Ties the overview of the purchase orders to its address: search, filter, page. */
export function PoListRoute() {
  const navigate = overview.useNavigate();
  return (
    <PoListPage
      title="Purchase Orders/ Packing Lists"
      isExpandable
      address={overview.useSearch()}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      onOpen={useOpenOrder()}
    />
  );
}

/** The same, flat. */
export function PoSummaryRoute() {
  const navigate = summary.useNavigate();
  return (
    <PoListPage
      title="Purchase Orders Summary"
      isExpandable={false}
      address={summary.useSearch()}
      onAddress={(change, replaces = false) => void navigate({ search: (previous) => ({ ...previous, ...change }), replace: replaces })}
      onOpen={useOpenOrder()}
    />
  );
}

function useOpenOrder() {
  const navigate = useNavigate();
  return (po: string, list?: number) => void navigate({ to: '/receiveinventory', search: list === undefined ? { po } : { po, tab: 'receive', list } });
}
